/** The Worker that decodes and encodes an image: its caller limits the duration. @module */

import { parentPort } from "node:worker_threads";
import { type EncodedImage, encodedImage } from "./image_encoding.ts";

parentPort?.on("message", async (buffer: ArrayBuffer) => {
  parentPort?.postMessage(await answerTo(new Uint8Array(buffer)));
});

async function answerTo(bytes: Uint8Array<ArrayBuffer>): Promise<EncodedImage | null> {
  try {
    return await encodedImage(bytes);
  } catch {
    // Any exception of a library means an unreadable file.
    return null;
  }
}
