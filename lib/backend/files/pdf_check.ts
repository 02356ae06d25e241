import type { Worker } from "node:worker_threads";
import { Refused } from "@/lib/backend/core/refused.ts";
import { messageOf, startedWorker } from "./worker_messages.ts";

/** Reason why a file is refused as a PDF. */
export type PdfFault = "not-a-pdf" | "broken" | "too-complex" | "encrypted" | "active-content";

export interface OpenedPdf {
  /** Reason of the refusal; null for a valid PDF without active content. */
  readonly fault: PdfFault | null;
  /** The bytes of the file, returned by the Worker; empty when the Worker ended with them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Answer of the Worker for a file. */
export interface PdfAnswer extends Pick<OpenedPdf, "fault"> {
  readonly buffer: ArrayBuffer;
  readonly workerBytes: number;
}

/** Time limit to open a PDF, ms. */
const OPENED_WITHIN_MS = 10_000;
/** JavaScript heap of the Worker, MiB. */
const HEAP_MIB = 96;
/** Memory above which the Worker is ended to free it, bytes: a new one uses 15 MiB. */
const KEPT_BYTES = 24 * 1_024 * 1_024;
/** Maximum number of files waiting for the one being opened; others are refused. */
const WAITING_MAX = 16;

const HEAD = new TextEncoder().encode("%PDF-");
/** Only blanks may follow the end of the file: another format could hide after it. */
const END = /%%EOF[\0\t\n\f\r ]*$/;
const END_BYTES = 1_024;

/**
 * Opens a file as a PDF document.
 *
 * Its first and last bytes are checked here; then a library opens it in a Worker, one file at a time.
 *
 * @param bytes empty afterwards: a file of 20 MiB is transferred to the Worker, not copied
 * @throws Refused when too many files wait
 * @spec deposits.pdf
 */
export async function openedPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  if (!HEAD.every((byte, at) => bytes[at] === byte)) return { fault: "not-a-pdf", bytes };
  const end = new TextDecoder("latin1").decode(bytes.subarray(-END_BYTES));
  if (!END.test(end)) return { fault: "broken", bytes };
  if (waiting >= WAITING_MAX) throw new Refused("overloaded");
  waiting++;
  const mine = last.then(() => opened(bytes));
  last = mine.catch(() => null);
  try {
    return await mine;
  } finally {
    waiting--;
  }
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
let worker: Worker | null = null;

/** Opens a file in the Worker, which isolates a file that exhausts its time or memory. */
async function opened(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const { promise, resolve } = Promise.withResolvers<PdfAnswer>();
  const mine = worker ??= startedWorker("pdf_worker", HEAP_MIB);
  const failed = () => {
    if (worker === mine) worker = null;
    resolve({ fault: "too-complex", workerBytes: 0, buffer: new ArrayBuffer() });
  };
  const timer = setTimeout(() => void mine.terminate(), OPENED_WITHIN_MS);
  mine.once("message", resolve).once("error", failed).once("exit", failed);
  mine.ref();
  const buffer = messageOf(bytes);
  mine.postMessage(buffer, [buffer]);
  const { fault, workerBytes, buffer: returned } = await promise;
  clearTimeout(timer);
  mine.removeAllListeners();
  // The Worker serves the next file, and does not keep the process alive.
  mine.on("error", failed).on("exit", failed).unref();
  if (workerBytes > KEPT_BYTES) await mine.terminate();
  return { fault, bytes: new Uint8Array(returned) };
}
