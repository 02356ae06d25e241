/** Encodes an image again, in a Worker: smaller, and without anything but its pixels. @module */

import { encode as encodePng } from "fast-png";
import jpeg from "jpeg-js";
import { imageError, imageKind } from "@/lib/base/image_format.ts";
import { type Pixels, scaled } from "./image_transforms.ts";
import { decodedJpeg } from "./jpeg_decoder.ts";
import { decodedPng } from "./png_decoder.ts";

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

/** Encodes a PNG, with three bytes a pixel when all pixels are opaque. */
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

/**
 * Decodes an image and encodes it again, no larger than a report needs: no other part of the file remains, and the
 * stored image is the one displayed. A PNG that remains too large becomes a JPEG on white.
 *
 * @throws Error when it is not a JPEG or PNG, is damaged, or has too many pixels
 * @spec reports.image
 */
export async function encodedImage(bytes: Uint8Array<ArrayBuffer>): Promise<EncodedImage> {
  if (imageError(bytes) !== null) throw new TypeError("No image of a size that is taken");
  const isPng = imageKind(bytes) === "png";
  const small = isPng ? await decodedPng(bytes, SIDE_MAX) : decodedJpeg(bytes, SIDE_MAX);
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
