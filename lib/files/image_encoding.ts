/** Encodes an image again, in a Worker: smaller, and without anything but its pixels. @module */

import { imageError, imageKind } from "@/lib/base/image_format.ts";
import { decodedJpeg, decodedPng, encodedJpeg, encodedPng } from "./image_codecs.ts";

export interface EncodedImage {
  readonly mimeType: "image/jpeg" | "image/png";
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Longest side of a stored image, pixels. */
const SIDE_MAX = 600;

/** Maximum size of a stored image, bytes: it is in one value of the store with the other settings. */
export const ENCODED_MAX_BYTES = 48 * 1_024;

/** Qualities tried for a JPEG, best first. */
const QUALITIES = [85, 70, 50] as const;

/**
 * Decodes an image and encodes it again, no larger than a report needs: no other part of the file remains, and the
 * stored image is the one displayed. A PNG that remains too large becomes a JPEG on white.
 *
 * @throws Error when it is not a JPEG or PNG, is damaged, or has too many pixels
 * @spec reports.image
 */
export async function encodedImage(file: ArrayBuffer): Promise<EncodedImage> {
  const bytes = new Uint8Array(file);
  if (imageError(bytes) !== null) throw new TypeError("No image of a size that is taken");
  const isPng = imageKind(bytes) === "png";
  const small = scaled(await (isPng ? decodedPng(file) : decodedJpeg(file)), SIDE_MAX);
  const png = isPng ? encodedPng(small) : null;
  if (png !== null && png.length <= ENCODED_MAX_BYTES) return { mimeType: "image/png", bytes: png };
  const opaque = onWhite(small);
  for (let side = SIDE_MAX; side >= 1; side = Math.floor(side / 2)) {
    const reduced = scaled(opaque, side);
    for (const quality of QUALITIES) {
      const encoded = await encodedJpeg(reduced, quality);
      if (encoded.length <= ENCODED_MAX_BYTES) return { mimeType: "image/jpeg", bytes: encoded };
    }
  }
  throw new TypeError("An image of one pixel is too heavy");
}

function onWhite({ width, height, data }: ImageData): ImageData {
  const flat = data.map((value, at) => {
    if (at % 4 === 3) return 255;
    const opacity = data[at - at % 4 + 3] ?? 255;
    return (value * opacity + 255 * (255 - opacity)) / 255;
  });
  return new ImageData(flat, width, height);
}

/**
 * The image, reduced until its longest side is at most `side`: each pixel is the mean of those it covers, weighted by
 * opacity, since a transparent pixel has no colour. The library of this takes 350 MiB for 16 million pixels.
 */
export function scaled(image: ImageData, side: number): ImageData {
  const ratio = Math.max(image.width, image.height) / side;
  if (ratio <= 1) return image;
  const result = new ImageData(
    Math.max(1, Math.round(image.width / ratio)),
    Math.max(1, Math.round(image.height / ratio)),
  );
  const [across, down] = [image.width / result.width, image.height / result.height];
  for (let y = 0, to = 0; y < result.height; y++) {
    for (let x = 0; x < result.width; x++, to += 4) {
      const [left, top] = [x * across, y * down];
      result.data.set(
        meanColour(image, { left, top, right: left + across, bottom: top + down }),
        to,
      );
    }
  }
  return result;
}

/** A rectangle of an image, whose sides may cut pixels. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function meanColour({ width, data }: ImageData, { left, top, right, bottom }: Area): number[] {
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let y = Math.floor(top); y < bottom; y++) {
    const height = Math.min(y + 1, bottom) - Math.max(y, top);
    for (let x = Math.floor(left); x < right; x++) {
      const at = (y * width + x) * 4;
      const share = height * (Math.min(x + 1, right) - Math.max(x, left));
      const weight = share * (data[at + 3] ?? 0);
      red += weight * (data[at] ?? 0);
      green += weight * (data[at + 1] ?? 0);
      blue += weight * (data[at + 2] ?? 0);
      opacity += weight;
    }
  }
  if (opacity === 0) return [255, 255, 255, 0];
  const area = (right - left) * (bottom - top);
  return [red / opacity, green / opacity, blue / opacity, opacity / area];
}
