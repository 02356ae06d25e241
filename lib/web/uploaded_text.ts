import { HttpError } from "fresh";
import { ERRORS } from "../contract/errors.ts";

/** Largest text read from a file, characters: what the import's call accepts. */
const MAX_CHARACTERS = 8_000_000;

/**
 * The text of a file that was sent, unpacked when it is gzip, as Météo-France publishes its files.
 *
 * @returns null when it is no gzip although it says so, or no text in UTF-8
 * @throws HttpError 413 when it is too long, packed or not
 */
export async function uploadedText(file: File): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isGzip ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  try {
    return await boundedText(bytes.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Stops as soon as there is too much: a small gzip may hold gigabytes. */
async function boundedText(texts: ReadableStream<string>): Promise<string> {
  let whole = "";
  for await (const text of texts) {
    whole += text;
    if (whole.length > MAX_CHARACTERS) {
      throw new HttpError(ERRORS["too-large"].status, "too-large");
    }
  }
  return whole;
}
