/** Makes a PDF of an uploaded photograph, within limits of time and memory, and checks it as any other. @module */

import { Turns } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import type { PhotoFault } from "./jpeg_segments.ts";
import { openedPdf } from "./pdf_check.ts";
import { askWorker } from "./worker_messages.ts";

/** Answer of the Worker for a photograph: why it is refused, or its PDF. */
export type PhotoAnswer = PhotoFault | ArrayBuffer;

/** Time limit to make a PDF, ms: the largest PNG takes a few seconds of a processor. */
const MADE_WITHIN_MS = 20_000;
/** JavaScript heap of the Worker, MiB; decoded pixels are outside of it. */
const HEAP_MIB = 96;

/** One photograph at a time: a PNG of 16 million pixels takes 250 MiB. */
const TURNS = new Turns(1, 16);

interface OpenedPhoto {
  /** Reason of the refusal; null for a photograph that became a PDF. */
  readonly fault: PhotoFault | null;
  /** The PDF. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The PDF of a JPEG or PNG, with its pixels only, checked like a deposited one: a text in its coded pixels may pass for
 * an object.
 *
 * @param file empty afterwards
 * @param maxBytes maximum size of the PDF
 * @throws CallError when too many photographs wait, or the machine is too busy to finish in time
 * @spec deposits.photos
 */
export async function openedPhoto(
  file: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Promise<OpenedPhoto> {
  const made = await TURNS.run(() => madePdf(file));
  if (typeof made === "string") return { fault: made, bytes: new Uint8Array() };
  if (made.byteLength > maxBytes) return { fault: "photo-too-large", bytes: new Uint8Array(made) };
  const { fault, bytes } = await openedPdf(new Uint8Array(made));
  return { fault: fault === null ? null : "photo-broken", bytes };
}

async function madePdf(file: Uint8Array<ArrayBuffer>): Promise<PhotoAnswer> {
  const limits = { heapMiB: HEAP_MIB, withinMs: MADE_WITHIN_MS };
  const made = await askWorker<PhotoAnswer>("photo_worker", limits, file);
  if (made.kind === "late") throw new CallError("overloaded");
  return made.kind === "answered" ? made.answer : "photo-broken";
}
