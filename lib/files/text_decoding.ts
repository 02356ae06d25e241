/** Decodes the text of a large file. @module */

import { isUtf8 } from "node:buffer";
import { release } from "@/lib/base/bytes.ts";
import { decoderOf, withoutSeparatorLine } from "./file_text.ts";

/**
 * Decodes a file as {@link fileText}, with less memory: a strict decoder creates two bytes a character. Its bytes are
 * freed.
 */
export function freedText(bytes: Uint8Array<ArrayBuffer>): string {
  const decoder = isUtf8(bytes) ? new TextDecoder() : otherDecoder(bytes);
  const text = withoutSeparatorLine(decoder.decode(bytes));
  release(bytes);
  return text;
}

function otherDecoder(bytes: Uint8Array): TextDecoder {
  const decoder = decoderOf(bytes);
  return decoder.encoding === "utf-8" ? new TextDecoder("windows-1252") : decoder;
}
