/** Has an image encoded again by a Worker, within limits of time and memory. @module */

import { Turns } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { imageError } from "@/lib/base/image_format.ts";
import type { EncodedImage } from "./image_encoding.ts";
import { askWorker } from "./worker_messages.ts";

/** Time limit to decode and encode an image, ms: the largest takes two seconds of a processor. */
const ENCODED_WITHIN_MS = 20_000;
/** JavaScript heap of the Worker, MiB. */
const HEAP_MIB = 128;
/** Images are processed one after the other; more than two are refused. */
const TURNS = new Turns(1, 1);

/**
 * An image decoded and encoded again in a Worker, whose memory is freed with it; the array passed is empty afterwards.
 *
 * @returns null when it is not a JPEG or PNG within the limits of pixels and memory
 * @throws CallError when too many images are being decoded, or the machine is too busy to finish in time
 * @spec reports.image
 */
export async function reencodedImage(bytes: Uint8Array<ArrayBuffer>): Promise<EncodedImage | null> {
  if (imageError(bytes) !== null) return null;
  return await TURNS.run(() => encodedInWorker(bytes));
}

async function encodedInWorker(bytes: Uint8Array<ArrayBuffer>): Promise<EncodedImage | null> {
  const limits = { heapMiB: HEAP_MIB, withinMs: ENCODED_WITHIN_MS };
  const encoded = await askWorker<EncodedImage | null>("image_worker", limits, bytes);
  if (encoded.kind === "late") throw new CallError("overloaded");
  return encoded.kind === "answered" ? encoded.answer : null;
}
