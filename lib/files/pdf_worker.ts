/**
 * The Worker that opens a PDF as a reader does: its caller limits its memory and duration.
 *
 * @module
 */

import { parentPort } from "node:worker_threads";
import { ParseSpeeds, PDFDocument } from "pdf-lib";
import type { PdfAnswer } from "./pdf_check.ts";

// The library logs there the content it refuses.
console.warn = () => {};

parentPort?.on("message", async (buffer: ArrayBuffer) => {
  const isOpened = await opens(new Uint8Array(buffer));
  parentPort?.postMessage({ isOpened, buffer } satisfies PdfAnswer, [buffer]);
});

/** Whether the library opens a file, and finds pages in it. */
async function opens(bytes: Uint8Array): Promise<boolean> {
  try {
    const document = await PDFDocument.load(bytes, {
      throwOnInvalidObject: true,
      updateMetadata: false,
      // What is encrypted was decrypted, where it leads to objects.
      ignoreEncryption: true,
      // A pause would serve nothing: this Worker has no other task.
      parseSpeed: ParseSpeeds.Fastest,
    });
    return document.getPages().length > 0;
  } catch {
    // Any exception of the library means a file that it cannot open.
    return false;
  }
}
