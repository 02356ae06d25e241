/** The Worker that decodes and encodes an image: its caller limits the duration. @module */

import { parentPort } from "node:worker_threads";
import { type EncodedImage, encodedImage } from "./image_encoding.ts";

parentPort?.on("message", async (buffer: ArrayBuffer) => {
  parentPort?.postMessage(await answerTo(buffer));
});

async function answerTo(file: ArrayBuffer): Promise<EncodedImage | null> {
  try {
    return await encodedImage(file);
  } catch {
    // Any exception of a library means an unreadable file.
    return null;
  }
}
