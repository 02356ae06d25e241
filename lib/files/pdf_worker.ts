/**
 * The Worker that reads a PDF: its caller limits its memory and duration.
 *
 * @module
 */

import { parentPort } from "node:worker_threads";
import type { PdfAnswer } from "./pdf_check.ts";
import { contentFault } from "./pdf_reading.ts";

// The library logs there what it finds odd in a file.
console.warn = () => {};

parentPort?.on("message", async (buffer: ArrayBuffer) => {
  const fault = await contentFault(new Uint8Array(buffer));
  parentPort?.postMessage({ fault, buffer } satisfies PdfAnswer, [buffer]);
});
