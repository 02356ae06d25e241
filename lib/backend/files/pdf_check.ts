import { Refused } from "@/lib/backend/core/refused.ts";
import { contentFault } from "./pdf_reading/document_reader.ts";
import type { ContentFault } from "./pdf_reading/unreadable.ts";
import { messageOf, startedWorker } from "./worker_messages.ts";

/** Reason why a file is refused as a PDF. */
export type PdfFault = "not-a-pdf" | ContentFault;

interface OpenedPdf {
  /** Reason of the refusal; null for a valid PDF without active content. */
  readonly fault: PdfFault | null;
  /** The bytes of the file, returned by the Worker; empty when the Worker ended with them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Answer of the Worker for a file. */
export interface PdfAnswer {
  readonly isOpened: boolean;
  readonly buffer: ArrayBuffer;
}

/** Time limit to open a PDF, ms. */
const OPENED_WITHIN_MS = 10_000;
/** JavaScript heap of the Worker, MiB. */
const HEAP_MIB = 96;
/** Maximum number of files waiting for the one being read; others are refused. */
const WAITING_MAX = 16;

const HEAD = new TextEncoder().encode("%PDF-");
/** Only blanks may follow the end of the file: another format could hide after it. */
const END = /%%EOF[\0\t\n\f\r ]*$/;
const END_BYTES = 1_024;

/**
 * Opens a file as a PDF document, one file at a time: what a file unpacks to takes up to 16 MiB.
 *
 * Everything in it is read here, in slices, to find what a reader might run (decision 213); then a library opens what
 * remains, in a Worker.
 *
 * @param bytes may be empty afterwards: a file of 20 MiB is transferred to the Worker, not copied
 * @throws Refused when too many files wait
 * @spec deposits.pdf
 */
export async function openedPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  if (!HEAD.every((byte, at) => bytes[at] === byte)) return { fault: "not-a-pdf", bytes };
  const end = new TextDecoder("latin1").decode(bytes.subarray(-END_BYTES));
  if (!END.test(end)) return { fault: "broken", bytes };
  if (waiting >= WAITING_MAX) throw new Refused("overloaded");
  waiting++;
  const mine = last.then(() => checked(bytes));
  last = mine.catch(() => null);
  try {
    return await mine;
  } finally {
    waiting--;
  }
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

async function checked(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const fault = await contentFault(bytes);
  return fault === null ? await openedByLibrary(bytes) : { fault, bytes };
}

/** Opens a file in a Worker of its own, which isolates a file that exhausts its time or memory. */
async function openedByLibrary(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const { promise, resolve } = Promise.withResolvers<PdfAnswer | null>();
  const worker = startedWorker("pdf_worker", HEAP_MIB);
  const failed = () => resolve(null);
  worker.once("message", resolve).on("error", failed).once("exit", failed);
  const timer = setTimeout(failed, OPENED_WITHIN_MS);
  const buffer = messageOf(bytes);
  worker.postMessage(buffer, [buffer]);
  const answer = await promise;
  clearTimeout(timer);
  await worker.terminate();
  if (answer === null) return { fault: "too-complex", bytes: new Uint8Array() };
  return { fault: answer.isOpened ? null : "broken", bytes: new Uint8Array(answer.buffer) };
}
