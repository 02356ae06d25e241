/** Makes a PDF of a photograph: the bytes of a JPEG as they are, the pixels of a PNG. @module */

import { concatTransformationMatrix, drawObject, PDFDocument, PDFRawStream } from "@cantoo/pdf-lib";
import { deflateSync } from "node:zlib";
import { joinedBytes } from "@/lib/base/bytes.ts";
import { imageKind, imageSize } from "@/lib/base/image_format.ts";
import { decodedPng } from "./image_codecs.ts";
import { MOST_PHOTOS, separatedPhotos } from "./joined_photos.ts";
import { type PhotoFault, plainJpeg } from "./jpeg_segments.ts";

/** Longest side of a page, in points: that of an A4 sheet. */
const LONGEST_SIDE = 842;

/** Maximum number of pixels of a PNG: its decoder takes up to 16 bytes for each. */
const PNG_PIXELS_MAX = 16_000_000;

/** Where an image of one by one is drawn on a page of one by one, by EXIF orientation, from 1. */
const TURNS = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
] as const;

/** An image as it is stored in a PDF. */
interface PdfImage {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  readonly parts: readonly Uint8Array[];
  /** The entries of its dictionary that say how to decode it. */
  readonly filter: { readonly Filter: string; readonly DecodeParms?: Record<string, number> };
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * A PDF with each photograph upright on its own page, without its metadata. A JPEG is not decoded, so nothing is lost.
 *
 * @param file a photograph, or several joined
 * @returns the reason of a refusal
 * @spec deposits.photos
 */
export async function photoPdf(
  file: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | PhotoFault> {
  const photos = separatedPhotos(file) ?? [file];
  if (photos.length > MOST_PHOTOS) return "photos-too-many";
  if (photos.some((photo) => imageKind(photo) === null)) return "photos-only";
  const images: PdfImage[] = [];
  for (const photo of photos) {
    const image = imageKind(photo) === "png" ? await pngImage(photo) : jpegImage(photo);
    if (typeof image === "string") return image;
    images.push(image);
  }
  return await written(images);
}

function jpegImage(file: Uint8Array<ArrayBuffer>): PdfImage | PhotoFault {
  const jpeg = plainJpeg(file);
  if (typeof jpeg === "string") return jpeg;
  const DecodeParms = { ColorTransform: jpeg.isRgb ? 0 : 1 };
  return { ...jpeg, filter: { Filter: "DCTDecode", ...jpeg.channels === 3 && { DecodeParms } } };
}

async function pngImage(file: Uint8Array<ArrayBuffer>): Promise<PdfImage | PhotoFault> {
  const { width, height } = imageSize(file) ?? { width: 0, height: 0 };
  if (width * height > PNG_PIXELS_MAX) return "photo-too-large";
  try {
    const { rows, channels } = plainRows(await decodedPng(file.buffer));
    const filter = {
      Filter: "FlateDecode",
      DecodeParms: { Predictor: 2, Colors: channels, Columns: width },
    };
    return { width, height, channels, orientation: 1, parts: [deflateSync(rows)], filter };
  } catch {
    // Any exception of the decoder means an unreadable file.
    return "photo-broken";
  }
}

/** The rows of an image on white, each value as its difference from the pixel before, in the memory of the image. */
function plainRows({ width, data }: ImageData) {
  const isGrey = data.every((value, at) => at % 4 === 3 || value === data[at - at % 4]);
  const channels = isGrey ? 1 : 3;
  const rows = new Uint8Array(data.buffer);
  const before = [0, 0, 0];
  let to = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (at % (4 * width) === 0) before.fill(0);
    const opacity = data[at + 3] ?? 255;
    for (let channel = 0; channel < channels; channel++) {
      const value = ((data[at + channel] ?? 0) * opacity + 255 * (255 - opacity)) / 255;
      const rounded = Math.round(value);
      rows[to++] = rounded - (before[channel] ?? 0);
      before[channel] = rounded;
    }
  }
  return { rows: rows.subarray(0, to), channels } as const;
}

/** A PDF with pages that an image fills. */
async function written(images: readonly PdfImage[]): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (const image of images) addPage(pdf, image);
  return new Uint8Array(await pdf.save({ useObjectStreams: false }));
}

function addPage(pdf: PDFDocument, image: PdfImage): void {
  const dictionary = pdf.context.obj({
    Type: "XObject",
    Subtype: "Image",
    Width: image.width,
    Height: image.height,
    ColorSpace: image.channels === 1 ? "DeviceGray" : "DeviceRGB",
    BitsPerComponent: 8,
    ...image.filter,
  });
  const [width, height] = pageSize(image);
  const page = pdf.addPage([width, height]);
  const drawn = pdf.context.register(PDFRawStream.of(dictionary, joinedBytes(image.parts)));
  page.pushOperators(
    concatTransformationMatrix(...matrix(image, width, height)),
    drawObject(page.node.newXObject("P", drawn)),
  );
}

/** Size of the page of an image, upright, in points. */
function pageSize({ width, height, orientation }: PdfImage): readonly [number, number] {
  const points = (side: number) =>
    Math.max(1, Math.round(side * LONGEST_SIDE / Math.max(width, height)));
  const [across, up] = [points(width), points(height)];
  return orientation > 4 ? [up, across] : [across, up];
}

function matrix({ orientation }: PdfImage, width: number, height: number): Matrix {
  const [a, b, c, d, e, f] = TURNS[orientation - 1] ?? TURNS[0];
  return [a * width, b * height, c * width, d * height, e * width, f * height];
}
