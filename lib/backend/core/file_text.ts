import { decoderOf, withoutSeparatorLine } from "@/lib/domain/tables/file_text.ts";
import { Slices } from "./slices.ts";

/** Bytes decoded at once: about one millisecond. */
const PIECE = 256 * 1_024;

/** The text of a file as {@link fileText} reads it, in slices that let the event loop serve others. */
export async function fileTextInSlices(bytes: Uint8Array): Promise<string> {
  return withoutSeparatorLine(
    await decoded(bytes, decoderOf(bytes)) ??
      await decoded(bytes, new TextDecoder("windows-1252")) ?? "",
  );
}

/** @returns null when the bytes are no text of this encoding */
async function decoded(bytes: Uint8Array, decoder: TextDecoder): Promise<string | null> {
  const slices = new Slices();
  const parts: string[] = [];
  try {
    for (let from = 0; from < bytes.length; from += PIECE) {
      parts.push(decoder.decode(bytes.subarray(from, from + PIECE), { stream: true }));
      await slices.pause();
    }
    parts.push(decoder.decode());
    return parts.join("");
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
