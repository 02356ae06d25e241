import { HttpError } from "fresh";
import { freeBytes, type HeldBytes } from "@/lib/backend/core/byte_budget.ts";
import { fileTextInSlices } from "@/lib/backend/core/file_text.ts";
import { unzipped } from "@/lib/backend/core/inflate.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { ERRORS } from "@/lib/contract/errors.ts";

/** Largest text read from a file, bytes: what the imports' calls accept. */
const MAX_BYTES = 32_000_000;

/**
 * The text of a file that was sent, unpacked when it is gzip.
 *
 * @param held what the request holds of the budget of all bodies
 * @returns null when it is no gzip although it begins like one
 * @throws HttpError 413 when it is too long, packed or not; 503 when all bodies together are
 */
export async function uploadedText(file: File, held: HeldBytes): Promise<string | null> {
  const sent = await file.bytes();
  const isGzip = sent[0] === 0x1f && sent[1] === 0x8b;
  try {
    const bytes = isGzip ? await unzipped(sent, MAX_BYTES, { held }) : sent;
    if (isGzip) freeBytes(sent);
    if (bytes.length > MAX_BYTES) throw new Refused("too-large");
    return await fileTextInSlices(bytes, held);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "bad-request") return null;
    throw new HttpError(ERRORS[error.code].status, error.code);
  }
}
