/** The Worker that reads a workbook: its caller limits its memory and duration. @module */

import { parentPort, workerData } from "node:worker_threads";
import { CallError } from "@/lib/base/errors.ts";
import { sheetCsv, sheetsCsv } from "./workbook_reading.ts";
import type { SheetChoice, WorkbookAnswer } from "./workbook_text.ts";

const { everySheet }: SheetChoice = workerData;

parentPort?.on("message", (buffer: ArrayBuffer) => {
  parentPort?.postMessage(answerTo(new Uint8Array(buffer)));
});

function answerTo(bytes: Uint8Array<ArrayBuffer>): WorkbookAnswer {
  try {
    return { text: everySheet ? sheetsCsv(bytes) : sheetCsv(bytes) };
  } catch (error) {
    const isTooLarge = error instanceof CallError && error.code === "too-large";
    // Any other exception means an unreadable file.
    return { fault: isTooLarge ? "too-large" : "bad-workbook" };
  }
}
