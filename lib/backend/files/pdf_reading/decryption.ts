import { createDecipheriv, createHash } from "node:crypto";
import { rc4 } from "./ciphers.ts";
import { surveyed } from "./document_reader.ts";
import { type FileKey, fileKey } from "./encryption_key.ts";
import type { EncryptedStream } from "./encryption_survey.ts";
import { broken, type ContentFault, Unreadable } from "./unreadable.ts";
import { GENERATIONS } from "./values.ts";

/** Length of a block of AES, and of the vector before the encrypted bytes. */
const BLOCK_BYTES = 16;
const SPACE = 32;
const ENCRYPT = "/Encrypt";

/**
 * A copy of a file whose objects can be read, when it is encrypted and opens without a password: its streams of objects
 * are decrypted in their places. Texts and other streams are left, since nothing in them is looked at.
 *
 * @returns null when it is not encrypted; why it is refused when it needs a password, or cannot be read
 * @spec deposits.restricted
 */
export async function decryptedCopy(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | ContentFault | null> {
  try {
    return await copied(bytes);
  } catch (fault) {
    if (fault instanceof Unreadable) return fault.fault;
    throw fault;
  }
}

async function copied(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  // Written with codes, it is found later, and the file refused.
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(ENCRYPT) < 0) return null;
  const survey = await surveyed(bytes);
  if (!survey.isEncrypted) return null;
  const { handler } = survey;
  const key = handler === null ? null : fileKey(handler, survey.id);
  if (key === null) throw new Unreadable("encrypted");
  const copy = bytes.slice();
  for (const stream of survey.streams) {
    const from = stream.content.byteOffset - bytes.byteOffset;
    const plain = decrypted(stream, key);
    copy.fill(SPACE, from, from + stream.content.length);
    copy.set(plain, from);
  }
  return copy;
}

/** The content of a stream, with the padding of its last block. @throws Unreadable */
function decrypted({ object, content }: EncryptedStream, key: FileKey): Uint8Array {
  const own = key.method === "aes-256" ? key.bytes : objectKey(object.key, key);
  if (key.method === "rc4") return rc4(own, content);
  if (content.length < 2 * BLOCK_BYTES || content.length % BLOCK_BYTES !== 0) throw broken();
  const decipher = createDecipheriv(`${key.method}-cbc`, own, content.subarray(0, BLOCK_BYTES));
  decipher.setAutoPadding(false);
  return Buffer.concat([decipher.update(content.subarray(BLOCK_BYTES)), decipher.final()]);
}

/** The key of one object (ISO 32000-1, algorithm 1). */
function objectKey(object: number, { bytes, method }: FileKey): Uint8Array {
  const [number, generation] = [Math.floor(object / GENERATIONS), object % GENERATIONS];
  const hash = createHash("md5").update(bytes).update(
    Uint8Array.of(number, number >> 8, number >> 16, generation, generation >> 8),
  );
  if (method === "aes-128") hash.update("sAlT");
  return hash.digest().subarray(0, Math.min(bytes.length + 5, 16));
}
