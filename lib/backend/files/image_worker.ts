/**
 * The Worker that decodes and encodes an image: how long it takes is bounded from outside.
 *
 * @module
 */
import { parentPort } from "node:worker_threads";
import { type EncodedImage, encodedImage } from "./image_encoding.ts";

parentPort?.on("message", (buffer: ArrayBuffer) => {
  parentPort?.postMessage(answerTo(new Uint8Array(buffer)));
});

function answerTo(bytes: Uint8Array<ArrayBuffer>): EncodedImage | null {
  try {
    return encodedImage(bytes);
  } catch {
    // Any exception of a library means an unreadable file.
    return null;
  }
}
