import jpeg from "jpeg-js";
import { encode as encodePng } from "fast-png";
import { imageError, imageKind } from "@/lib/domain/forms/image_kind.ts";
import { exifOrientation, oriented } from "./image_orientation.ts";
import { decodedPng } from "./image_png.ts";

/** Colours of an image, four bytes a pixel: red, green, blue, opacity. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** An image that was decoded and encoded again. */
export interface EncodedImage {
  readonly mimeType: "image/jpeg" | "image/png";
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Pixels of an image that is decoded at most: 64 MB of colours. */
const PIXELS_MAX = 16_000_000;
/** Longest side of what is stored, pixels. */
const SIDE_MAX = 600;
/** Largest image that is stored, bytes: with the rest of the settings it is one value of the store. */
export const ENCODED_MAX_BYTES = 48 * 1_024;
/** Qualities tried for a JPEG, the best first. */
const QUALITIES = [85, 70, 50] as const;
/** Memory that decoding a JPEG may take, MB. */
const JPEG_MEMORY_MB = 256;

/**
 * Decodes an image and encodes it again, no larger than a report needs: nothing else of the file is left, and what is
 * stored is what was seen. A PNG that stays too heavy becomes a JPEG on white.
 *
 * @throws Error for what is no JPEG nor PNG, is damaged, or has too many pixels
 * @spec reports.image
 */
export function encodedImage(bytes: Uint8Array<ArrayBuffer>): EncodedImage {
  if (imageError(bytes) !== null) throw new TypeError("No image of a size that is taken");
  const isPng = imageKind(bytes) === "png";
  const small = isPng ? scaled(decodedPng(bytes, PIXELS_MAX), SIDE_MAX) : smallJpeg(bytes);
  const png = isPng ? pngOf(small) : null;
  if (png !== null && png.length <= ENCODED_MAX_BYTES) return { mimeType: "image/png", bytes: png };
  for (let side = SIDE_MAX; side >= 1; side = Math.floor(side / 2)) {
    const opaque = onWhite(scaled(small, side));
    for (const quality of QUALITIES) {
      const encoded = new Uint8Array(jpeg.encode(opaque, quality).data);
      if (encoded.length <= ENCODED_MAX_BYTES) return { mimeType: "image/jpeg", bytes: encoded };
    }
  }
  throw new TypeError("An image of one pixel is too heavy");
}

function smallJpeg(bytes: Uint8Array<ArrayBuffer>): Pixels {
  const decoded = jpeg.decode(bytes, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: PIXELS_MAX / 1e6,
    maxMemoryUsageInMB: JPEG_MEMORY_MB,
  });
  // The types of the library leave it out.
  const exif = "exifBuffer" in decoded && decoded.exifBuffer instanceof Uint8Array
    ? new Uint8Array(decoded.exifBuffer)
    : null;
  const small = scaled({ ...decoded, data: new Uint8Array(decoded.data) }, SIDE_MAX);
  return oriented(small, exifOrientation(exif));
}

/** Three bytes a pixel where all of them are opaque. */
function pngOf({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const isOpaque = data.every((value, at) => at % 4 !== 3 || value === 255);
  const own = isOpaque ? data.filter((_, at) => at % 4 !== 3) : data;
  return new Uint8Array(encodePng({ width, height, data: own, channels: isOpaque ? 3 : 4 }));
}

function onWhite({ data, ...size }: Pixels): Pixels {
  const flat = data.map((value, at) => {
    if (at % 4 === 3) return 255;
    const opacity = data[at - at % 4 + 3] ?? 255;
    return Math.round((value * opacity + 255 * (255 - opacity)) / 255);
  });
  return { ...size, data: flat };
}

/** The image with its longest side at most so long: each pixel is the mean of those that it covers. */
export function scaled(image: Pixels, side: number): Pixels {
  const ratio = Math.max(image.width, image.height) / side;
  if (ratio <= 1) return image;
  const width = Math.max(1, Math.round(image.width / ratio));
  const height = Math.max(1, Math.round(image.height / ratio));
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const rows = [Math.floor(y * image.height / height), (y + 1) * image.height / height] as const;
    for (let x = 0; x < width; x++) {
      const columns = [Math.floor(x * image.width / width), (x + 1) * image.width / width] as const;
      data.set(meanColour(image, rows, columns), (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

type Span = readonly [from: number, to: number];

/** Weighted by opacity: what cannot be seen has no colour. */
function meanColour({ width, data }: Pixels, [top, bottom]: Span, [left, right]: Span): number[] {
  let [red, green, blue, opacity, count] = [0, 0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
      const weight = data[at + 3] ?? 0;
      red += (data[at] ?? 0) * weight;
      green += (data[at + 1] ?? 0) * weight;
      blue += (data[at + 2] ?? 0) * weight;
      opacity += weight;
      count++;
    }
  }
  if (opacity === 0) return [255, 255, 255, 0];
  return [red / opacity, green / opacity, blue / opacity, opacity / count].map(Math.round);
}
