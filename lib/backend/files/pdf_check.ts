import { Refused } from "@/lib/backend/core/refused.ts";
import { contentFault } from "./pdf_reading/document_reader.ts";
import type { ContentFault } from "./pdf_reading/unreadable.ts";

/** Reason why a file is refused as a PDF. */
export type PdfFault = "not-a-pdf" | ContentFault;

/** Maximum number of files waiting for the one being read; others are refused. */
const WAITING_MAX = 16;

const HEAD = new TextEncoder().encode("%PDF-");
/** Only blanks may follow the end of the file: another format could hide after it. */
const END = /%%EOF[\0\t\n\f\r ]*$/;
const END_BYTES = 1_024;

/**
 * Reads a file as a PDF document, in slices and one file at a time: what a file unpacks to takes up to 16 MiB.
 *
 * @returns why it is refused; null for a valid PDF without active content
 * @throws Refused when too many files wait
 * @spec deposits.pdf
 */
export async function pdfFault(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFault | null> {
  if (!HEAD.every((byte, at) => bytes[at] === byte)) return "not-a-pdf";
  const end = new TextDecoder("latin1").decode(bytes.subarray(-END_BYTES));
  if (!END.test(end)) return "broken";
  if (waiting >= WAITING_MAX) throw new Refused("overloaded");
  waiting++;
  const mine = last.then(() => contentFault(bytes));
  last = mine.catch(() => null);
  try {
    return await mine;
  } finally {
    waiting--;
  }
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
