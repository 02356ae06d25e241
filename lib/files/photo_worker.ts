/**
 * The Worker that makes a PDF of a photograph: its caller limits its memory and duration.
 *
 * @module
 */

import { parentPort } from "node:worker_threads";
import { photoPdf } from "./photo_pdf.ts";
import type { PhotoAnswer } from "./photo_check.ts";
import { messageOf } from "./worker_messages.ts";

parentPort?.on("message", async (buffer: ArrayBuffer) => {
  const made = await photoPdf(new Uint8Array(buffer));
  const answer: PhotoAnswer = typeof made === "string" ? made : messageOf(made);
  parentPort?.postMessage(answer, typeof answer === "string" ? [] : [answer]);
});
