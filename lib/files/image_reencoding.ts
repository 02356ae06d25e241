/** Decodes and encodes an uploaded image again, in a Worker, within limits. @module */

import { encode as encodePng } from "fast-png";
import jpeg from "jpeg-js";
import { CallError } from "@/lib/base/errors.ts";
import { imageError, imageKind } from "@/lib/base/image_format.ts";
import { type Pixels, scaled } from "./image_transforms.ts";
import { decodedJpeg } from "./jpeg_decoder.ts";
import { decodedPng } from "./png_decoder.ts";
import { messageOf, startedWorker } from "./worker_messages.ts";

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

/** Time limit to decode and encode an image, ms: the largest takes two seconds of a processor. */
const ENCODED_WITHIN_MS = 20_000;
/** JavaScript heap of the Worker, MiB. */
const HEAP_MIB = 128;
/** Maximum number of images processed at the same time, each in its own Worker; others are refused. */
const OPEN_MAX = 2;

/**
 * An image decoded and encoded again in a Worker, whose memory is freed with it; the array passed is empty afterwards.
 *
 * @returns null when it is not a JPEG or PNG within the limits of pixels and memory
 * @throws CallError when too many images are being decoded, or the machine is too busy to finish in time
 * @spec reports.image
 */
export async function reencodedImage(bytes: Uint8Array<ArrayBuffer>): Promise<EncodedImage | null> {
  if (imageError(bytes) !== null) return null;
  if (openCount >= OPEN_MAX) throw new CallError("overloaded");
  openCount++;
  const { promise, resolve, reject } = Promise.withResolvers<EncodedImage | null>();
  const worker = startedWorker("image_worker", HEAP_MIB);
  const failed = () => resolve(null);
  const timer = setTimeout(() => reject(new CallError("overloaded")), ENCODED_WITHIN_MS);
  worker.once("message", resolve).once("error", failed).once("exit", failed);
  const buffer = messageOf(bytes);
  worker.postMessage(buffer, [buffer]);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
    openCount--;
  }
}

let openCount = 0;
