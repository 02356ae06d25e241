/** Accepts or refuses an uploaded file as a PDF without active content. @module */

import { release } from "@/lib/base/bytes.ts";
import { CallError } from "@/lib/base/errors.ts";
import { headerAt } from "./pdf_cursor.ts";
import { decryptedCopy } from "./pdf_decryption.ts";
import { contentFault } from "./pdf_document.ts";
import type { ContentFault } from "./pdf_values.ts";
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
/** Maximum number of files opened at the same time: a file that takes long does not delay all others. */
const OPEN_MAX = 2;
/** Maximum number of files that wait for them; others are refused. */
const WAITING_MAX = 16;

const HEAD = new TextEncoder().encode("%PDF-");
/** Only blanks may follow the end of the file: another format could hide after it. */
const END = /%%EOF[\0\t\n\f\r ]*$/;
const END_BYTES = 1_024;

/**
 * Opens a file as a PDF document, two files at a time: what a file unpacks to takes up to 16 MiB.
 *
 * Everything in it is read here, to find what a reader might run (decision 213); then a library opens what
 * remains, in a Worker.
 *
 * @param bytes may be empty afterwards: a file of 20 MiB is transferred to the Worker, not copied
 * @throws CallError when too many files wait
 * @spec deposits.pdf
 */
export async function openedPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const start = headerAt(bytes);
  if (!HEAD.every((byte, at) => bytes[start + at] === byte)) return { fault: "not-a-pdf", bytes };
  const end = new TextDecoder("latin1").decode(bytes.subarray(-END_BYTES));
  if (!END.test(end)) return { fault: "broken", bytes };
  return await inTurn(() => checked(bytes));
}

let openCount = 0;
const waiting: (() => void)[] = [];

/** Does the work once fewer than `OPEN_MAX` others are being done. @throws CallError when too many wait */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (openCount < OPEN_MAX) openCount++;
  else {
    if (waiting.length >= WAITING_MAX) throw new CallError("overloaded");
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    // The next one takes this place.
    const next = waiting.shift();
    if (next === undefined) openCount--;
    else next();
  }
}

async function checked(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const copy = await decryptedCopy(bytes);
  if (copy === null) {
    const fault = await contentFault(bytes);
    return fault === null ? await openedByLibrary(bytes) : { fault, bytes };
  }
  if (typeof copy === "string") return { fault: copy, bytes };
  const fault = await contentFault(copy, { stored: bytes });
  const opened = fault === null ? await openedByLibrary(copy) : { fault, bytes: copy };
  release(opened.bytes);
  return { fault: opened.fault, bytes };
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
