/** Accepts or refuses an uploaded file as a PDF without active content. @module */

import { Turns } from "@/lib/base/concurrency.ts";
import type { ContentFault } from "./pdf_streams.ts";
import { askWorker } from "./worker_messages.ts";

/** Reason why a file is refused as a PDF. */
export type PdfFault = "not-a-pdf" | "heic" | ContentFault;

interface OpenedPdf {
  /** Reason of the refusal; null for a valid PDF without active content. */
  readonly fault: PdfFault | null;
  /** The bytes of the file, returned by the Worker; empty when the Worker ended with them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Answer of the Worker for a file. */
export interface PdfAnswer {
  readonly fault: ContentFault | null;
  readonly buffer: ArrayBuffer;
}

/** Time limit to open a PDF, ms. */
const OPENED_WITHIN_MS = 10_000;
/** JavaScript heap of the Worker, MiB. */
const HEAP_MIB = 96;
/** Two files are opened at the same time: one that takes long does not delay all others. */
const TURNS = new Turns(2, 16);

/** Some programs write line ends before the head. */
const HEAD = /^(?:\r\n)*%PDF-/;
/** HEIC, the photographs of some telephones, and AVIF, of the same family. */
const HEIC_HEAD = /^[^]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1|avi[fs])/;
/** Blanks and comments. */
const BLANKS = String.raw`(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*`;
/** A number after the head that is not the first object's, or a table: the library would pass over it. */
const STRAY_START = new RegExp(
  String.raw`${HEAD.source}\d+\.\d+${BLANKS}(?<!\d)(?!\d+${BLANKS}\d+${BLANKS}obj)(?:\d|xref)`,
);
/** Only blanks may follow the end of the file: another format could hide after it. */
const END = /%%EOF[\0\t\n\f\r ]*$/;
const ENDS_BYTES = 1_024;

/**
 * Opens a file as a PDF document, two files at a time: a Worker reads everything in it with a library, to find what a
 * reader might run (decision 135).
 *
 * @param bytes may be empty afterwards: a file of 20 MiB is transferred to the Worker, not copied
 * @throws CallError when too many files wait
 * @spec deposits.pdf
 */
export async function openedPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const fault = endsFault(bytes);
  return fault === null ? await TURNS.run(() => readInWorker(bytes)) : { fault, bytes };
}

/** Why a file is refused by its first and last bytes. */
export function endsFault(bytes: Uint8Array<ArrayBuffer>): PdfFault | null {
  const latin1 = new TextDecoder("latin1");
  const head = latin1.decode(bytes.subarray(0, ENDS_BYTES));
  if (!HEAD.test(head)) return HEIC_HEAD.test(head) ? "heic" : "not-a-pdf";
  const isWhole = END.test(latin1.decode(bytes.subarray(-ENDS_BYTES)));
  return isWhole && !STRAY_START.test(head) ? null : "broken";
}

async function readInWorker(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const limits = { heapMiB: HEAP_MIB, withinMs: OPENED_WITHIN_MS };
  const read = await askWorker<PdfAnswer>("pdf_worker", limits, bytes);
  if (read.kind !== "answered") return { fault: "too-complex", bytes: new Uint8Array() };
  return { fault: read.answer.fault, bytes: new Uint8Array(read.answer.buffer) };
}
