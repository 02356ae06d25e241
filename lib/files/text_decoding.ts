/** Decodes the text of a large file in slices. @module */

import { isUtf8 } from "node:buffer";
import { Slices } from "@/lib/base/event_loop.ts";
import { release } from "@/lib/base/bytes.ts";
import { decoderOf, withoutSeparatorLine } from "./file_text.ts";

/** Bytes decoded together: about one millisecond. */
const PIECE = 256 * 1_024;

/**
 * Decodes a file as {@link fileText}, in slices that yield to the event loop. Its bytes are freed.
 */
export async function fileTextInSlices(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const text = isUtf8(bytes) ? await utf8Pieces(bytes) : await decoded(bytes, otherDecoder(bytes));
  release(bytes);
  return withoutSeparatorLine(text);
}

function otherDecoder(bytes: Uint8Array): TextDecoder {
  const decoder = decoderOf(bytes);
  return decoder.encoding === "utf-8" ? new TextDecoder("windows-1252") : decoder;
}

/** Each piece ends at a character: a decoder with a partial character creates strings of two bytes a character. */
async function utf8Pieces(bytes: Uint8Array): Promise<string> {
  const slices = new Slices();
  const parts: string[] = [];
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = Math.min(from + PIECE, bytes.length);
    while (isWithinCharacter(bytes[to] ?? 0)) to--;
    parts.push(new TextDecoder("utf-8", { ignoreBOM: from > 0 }).decode(bytes.subarray(from, to)));
    await slices.pause();
  }
  return parts.join("");
}

/** True for a continuation byte of UTF-8. */
function isWithinCharacter(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

async function decoded(bytes: Uint8Array, decoder: TextDecoder): Promise<string> {
  const slices = new Slices();
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE) {
    parts.push(decoder.decode(bytes.subarray(from, from + PIECE), { stream: true }));
    await slices.pause();
  }
  parts.push(decoder.decode());
  return parts.join("");
}
