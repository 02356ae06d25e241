import { freeBytes, type HeldBytes } from "@/lib/backend/core/byte_budget.ts";
import { fileTextInSlices } from "@/lib/backend/core/file_text.ts";
import { isGzip, unzipped } from "@/lib/backend/core/inflate.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { refusedAs } from "@/lib/web/answered.ts";

/** Largest text of a file, bytes: the limit of the imports' calls. */
const MAX_BYTES = 32_000_000;

/**
 * The text of an uploaded file, decompressed when it is gzip.
 *
 * @param held the request's share of the budget of all bodies
 * @returns null when it begins like gzip but cannot be decompressed
 * @throws HttpError 413 when it is too long, compressed or not; 503 when the budget of all bodies is used up
 */
export async function uploadedText(file: File, held: HeldBytes): Promise<string | null> {
  const sent = await file.bytes();
  const isZipped = isGzip(sent);
  try {
    const bytes = isZipped ? await unzipped(sent, MAX_BYTES, { held }) : sent;
    if (isZipped) freeBytes(sent);
    if (bytes.length > MAX_BYTES) throw new Refused("too-large");
    return await fileTextInSlices(bytes, held);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "bad-request") return null;
    throw refusedAs(error.code);
  }
}
