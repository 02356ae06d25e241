import { EncryptionSurvey } from "./encryption_survey.ts";
import { type Encrypted, Reading } from "./reading.ts";
import { type ContentFault, Unreadable } from "./unreadable.ts";

/**
 * Reads a PDF in slices, from its beginning to its end, without keeping what it contains.
 *
 * @param encrypted of what these bytes are the decrypted copy
 * @returns why it is refused; null for a valid PDF without active content
 */
export async function contentFault(
  bytes: Uint8Array<ArrayBuffer>,
  encrypted: Encrypted | null = null,
): Promise<ContentFault | null> {
  try {
    const reading = new Reading(bytes, { encrypted });
    await reading.all();
    return await reading.fault();
  } catch (fault) {
    if (fault instanceof Unreadable) return fault.fault;
    throw fault;
  }
}

/** The parts of a file that its encryption depends on. @throws Unreadable */
export async function surveyed(bytes: Uint8Array<ArrayBuffer>): Promise<EncryptionSurvey> {
  const survey = new EncryptionSurvey();
  await new Reading(bytes, { survey }).all();
  return survey;
}
