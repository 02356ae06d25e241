/** The Worker that reads a workbook: its caller limits its memory and duration. @module */

import { parentPort } from "node:worker_threads";
import { CallError } from "@/lib/base/errors.ts";
import { sheetCsv } from "./workbook_reading.ts";
import type { WorkbookAnswer } from "./workbook_text.ts";

parentPort?.on("message", (buffer: ArrayBuffer) => {
  parentPort?.postMessage(answerTo(new Uint8Array(buffer)));
});

function answerTo(bytes: Uint8Array<ArrayBuffer>): WorkbookAnswer {
  try {
    return { text: sheetCsv(bytes) };
  } catch (error) {
    const isTooLarge = error instanceof CallError && error.code === "too-large";
    // Any other exception means an unreadable file.
    return { fault: isTooLarge ? "too-large" : "bad-workbook" };
  }
}
