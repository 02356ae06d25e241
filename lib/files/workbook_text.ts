/** Has the sheets of an Excel workbook written as CSV by a Worker, within limits of time and memory. @module */

import { Turns } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { askWorker } from "./worker_messages.ts";

/** Maximum size of a workbook as sent, bytes. */
const MAX_BYTES = 10_000_000;
/** Time limit to read a workbook, ms: a million cells take a few seconds of a processor. */
const READ_WITHIN_MS = 30_000;
/** JavaScript heap of the Worker, MiB: the texts of 100 MB unpacked, and the CSV. */
const HEAP_MIB = 256;
/** Two workbooks are read at the same time; more are refused. */
const TURNS = new Turns(2, 0);

/** Answer of the Worker: the CSV, or the reason why there is none. */
export type WorkbookAnswer =
  | { readonly text: string }
  | { readonly fault: "bad-workbook" | "too-large" };

/** Which sheets are read: the first that has data, or each, after its name (`sheetsOf()`). */
export interface SheetChoice {
  readonly everySheet: boolean;
}

/**
 * The first sheet of a workbook that has data, as CSV separated by semicolons with decimal commas; line n is row n.
 *
 * @param bytes empty afterwards
 * @throws CallError when it is no readable .xlsx workbook, is beyond a limit, or too many are being read
 * @spec imports.workbooks
 */
export async function workbookText(
  bytes: Uint8Array<ArrayBuffer>,
  sheets: SheetChoice = { everySheet: false },
): Promise<string> {
  if (bytes.length > MAX_BYTES) throw new CallError("too-large");
  const answer = await TURNS.run(() => readInWorker(bytes, sheets));
  if ("fault" in answer) throw new CallError(answer.fault);
  return answer.text;
}

async function readInWorker(
  bytes: Uint8Array<ArrayBuffer>,
  workerData: SheetChoice,
): Promise<WorkbookAnswer> {
  const limits = { heapMiB: HEAP_MIB, withinMs: READ_WITHIN_MS, workerData };
  const read = await askWorker<WorkbookAnswer>("workbook_worker", limits, bytes);
  return read.kind === "answered" ? read.answer : { fault: "too-large" };
}
