/** Decrypts the object streams of a PDF that opens without a password. @module */

import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from "node:crypto";
import { type EncryptedStream, surveyed } from "./pdf_document.ts";
import {
  broken,
  type ContentFault,
  GENERATIONS,
  PdfDictionary,
  PdfText,
  type PdfValue,
  Unreadable,
} from "./pdf_values.ts";

/** RC4, which `node:crypto` of Deno does not have: the same for both directions. */
function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, rank) => rank);
  const swap = (a: number, b: number) => [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let [at, other] = [0, 0];
  return bytes.map((byte) => {
    at = (at + 1) & 255;
    other = (other + (state[at] ?? 0)) & 255;
    swap(at, other);
    return byte ^ (state[((state[at] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
  });
}

/** How the streams of a file are decrypted. */
interface FileKey {
  readonly bytes: Uint8Array;
  readonly method: "rc4" | "aes-128" | "aes-256";
}

/** What stands for the missing part of a password (ISO 32000-1 §7.6.3.3). */
const PADDING = Buffer.from(
  "28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a",
  "hex",
);
const HASH_BYTES = 32;
const SALT_BYTES = 8;
const NO_VECTOR = new Uint8Array(16);

/**
 * The key of a file that opens without a password: only what its readers may do with it is restricted.
 *
 * @param id first part of the identifier of the file
 * @returns null when it needs a password, or is encrypted in a way that is unknown here
 * @spec deposits.restricted
 */
function fileKey(handler: PdfDictionary, id: PdfText | null): FileKey | null {
  const version = handler.get("V");
  const revision = handler.get("R");
  const method = methodOf(handler, version);
  if (method === null || typeof revision !== "number") return null;
  if (method === "aes-256") return longKey(handler, revision);
  const bytes = shortKey(handler, { revision, version, id });
  return bytes === null ? null : { bytes, method };
}

function methodOf(
  handler: PdfDictionary,
  version: PdfValue | undefined,
): FileKey["method"] | null {
  if (version === 1 || version === 2) return "rc4";
  const filters = handler.get("CF");
  if (handler.get("StmF") !== "StdCF" || !(filters instanceof PdfDictionary)) return null;
  const filter = filters.get("StdCF");
  const name = filter instanceof PdfDictionary ? filter.get("CFM") : null;
  if (version === 4 && name === "V2") return "rc4";
  if (version === 4 && name === "AESV2") return "aes-128";
  return version === 5 && name === "AESV3" ? "aes-256" : null;
}

interface ShortKey {
  readonly revision: number;
  readonly version: PdfValue | undefined;
  readonly id: PdfText | null;
}

/** The key of revisions 2 to 4 (ISO 32000-1, algorithm 2), when the empty password opens the file. */
function shortKey(
  handler: PdfDictionary,
  { revision, version, id }: ShortKey,
): Uint8Array | null {
  const [owner, user] = [textOf(handler.get("O")), textOf(handler.get("U"))];
  const [rights, bits = 40] = [handler.get("P"), handler.get("Length")];
  if (typeof rights !== "number" || typeof bits !== "number") return null;
  const length = revision === 2 ? 5 : version === 4 ? 16 : bits / 8;
  if (!Number.isInteger(length) || length < 5 || length > 16) return null;
  const name = textOf(id);
  const rest = revision >= 4 && handler.get("EncryptMetadata") === false
    ? [255, 255, 255, 255]
    : [];
  const little = [rights, rights >> 8, rights >> 16, rights >> 24].map((byte) => byte & 255);
  let key = hashed("md5", PADDING, owner.subarray(0, HASH_BYTES), little, name, rest);
  if (revision >= 3) {
    for (let round = 0; round < 50; round++) key = hashed("md5", key.subarray(0, length));
  }
  const bytes = key.subarray(0, length);
  if (revision === 2) return isEqual(rc4(bytes, PADDING), user) ? bytes : null;
  let proof = rc4(bytes, hashed("md5", PADDING, name));
  for (let round = 1; round < 20; round++) proof = rc4(bytes.map((byte) => byte ^ round), proof);
  return isEqual(proof, user.subarray(0, proof.length)) ? bytes : null;
}

/** The key of revisions 5 and 6 (ISO 32000-2, algorithm 2.A), when the empty password opens the file. */
function longKey(handler: PdfDictionary, revision: number): FileKey | null {
  const [user, wrapped] = [textOf(handler.get("U")), textOf(handler.get("UE"))];
  const ends = [HASH_BYTES, HASH_BYTES + SALT_BYTES, HASH_BYTES + 2 * SALT_BYTES] as const;
  if (user.length < ends[2] || wrapped.length !== HASH_BYTES) return null;
  if (revision !== 5 && revision !== 6) return null;
  const hash = revision === 5 ? (salt: Uint8Array) => hashed("sha256", salt) : hardenedHash;
  if (!isEqual(hash(user.subarray(ends[0], ends[1])), user.subarray(0, ends[0]))) return null;
  const decipher = createDecipheriv(
    "aes-256-cbc",
    hash(user.subarray(ends[1], ends[2])),
    NO_VECTOR,
  );
  decipher.setAutoPadding(false);
  const bytes = Buffer.concat([decipher.update(wrapped), decipher.final()]);
  return { bytes, method: "aes-256" };
}

const HASHES = ["sha256", "sha384", "sha512"] as const;

/** The hash of the empty password with a salt (ISO 32000-2, algorithm 2.B). */
function hardenedHash(salt: Uint8Array): Uint8Array {
  let key = hashed("sha256", salt);
  for (let round = 1, last = 0; round <= 64 || last > round - 33; round++) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const blocks = Buffer.concat(Array.from({ length: 64 }, () => key));
    const encrypted = Buffer.concat([cipher.update(blocks), cipher.final()]);
    const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = hashed(HASHES[sum % 3] ?? "sha256", encrypted);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, HASH_BYTES);
}

function hashed(
  name: "md5" | typeof HASHES[number],
  ...parts: readonly (Uint8Array | readonly number[])[]
): Uint8Array {
  const hash = createHash(name);
  for (const part of parts) hash.update(Uint8Array.from(part));
  return hash.digest();
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The bytes of a text, without its brackets and escapes (ISO 32000-1 §7.3.4). */
function textOf(value: PdfValue | undefined): Uint8Array {
  if (!(value instanceof PdfText)) return new Uint8Array();
  const written = Buffer.from(value.written).toString("latin1").slice(1, -1);
  if (value.written[0] === "<".charCodeAt(0)) {
    const digits = written.replace(/[^\da-f]/gi, "");
    return Buffer.from(digits.padEnd(digits.length + digits.length % 2, "0"), "hex");
  }
  const plain = written
    .replace(/\\\r\n|\\[\r\n]|\\([0-7]{1,3})|\\([^])|\r\n?/g, unescaped);
  return Buffer.from(plain, "latin1");
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
};

function unescaped(all: string, octal: string | undefined, letter: string | undefined): string {
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
  if (letter !== undefined) return ESCAPES[letter] ?? letter;
  // A line end that is escaped is left out; others are line feeds.
  return all.startsWith("\\") ? "" : "\n";
}

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
