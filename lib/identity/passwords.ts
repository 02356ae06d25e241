/** Hashes and checks passwords with Argon2id. @module */

import { timingSafeEqual } from "node:crypto";
import { CallError } from "@/lib/base/errors.ts";

/** Cost of one hash; lower in tests. */
export interface PasswordCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

/** OWASP's first choice for Argon2id. */
export const PASSWORD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 };

/** Maximum queue length; further sign-ins are refused. */
const WAITING_MAX = 64;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Least values that Argon2 accepts (RFC 9106 §3.1). */
const MIN = { saltBytes: 8, hashBytes: 4, memoryKiB: 8, passes: 1 } as const;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface HashInput {
  readonly password: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly cost: PasswordCost;
  readonly bytes: number;
}

/** Hashes a password with Argon2id, off the main thread, as a PHC string. @throws CallError when too many wait */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const hash = await hashOf({ password, salt, cost, bytes: HASH_BYTES });
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$${bare(salt)}$${bare(hash)}`;
}

/**
 * True when a password matches a PHC string. A missing or malformed string takes as long as a wrong password, so that
 * the duration does not reveal which accounts exist.
 *
 * @throws CallError when too many wait
 */
export async function isPassword(
  { password, phc }: { readonly password: string; readonly phc: string | null },
  cost = PASSWORD_COST,
): Promise<boolean> {
  const stored = phc === null ? null : parsedPhc(phc);
  if (stored === null) {
    await hashOf({ password, salt: new Uint8Array(SALT_BYTES), cost, bytes: HASH_BYTES });
    return false;
  }
  const { hash, ...input } = stored;
  return timingSafeEqual(await hashOf({ password, ...input, bytes: hash.length }), hash);
}

let waitingCount = 0;
let previous: Promise<unknown> = Promise.resolve();

/** One hash at a time, so that memory is bounded by one hash. */
async function hashOf(input: HashInput): Promise<Uint8Array> {
  if (waitingCount > WAITING_MAX) throw new CallError("too-many-requests");
  waitingCount++;
  const own = previous.then(() => argon2id(input));
  previous = own.catch(() => {});
  try {
    return await own;
  } finally {
    waitingCount--;
  }
}

async function argon2id({ password, salt, cost, bytes }: HashInput): Promise<Uint8Array> {
  const secret = new TextEncoder().encode(password.normalize("NFKC"));
  // TypeScript's library does not have this format yet.
  const format = "raw-secret" as "raw";
  const key = await crypto.subtle.importKey(format, secret, "Argon2id", false, ["deriveBits"]);
  const { memoryKiB: memory, passes } = cost;
  const algorithm = { name: "Argon2id", nonce: salt, memory, passes, parallelism: 1 };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, bytes * 8));
}

function parsedPhc(
  text: string,
): Pick<HashInput, "salt" | "cost"> & { readonly hash: Uint8Array } | null {
  const [, memory, passesText, saltText, hashText] = PHC.exec(text) ?? [];
  const [salt, hash] = [bytesOf(saltText), bytesOf(hashText)];
  const [memoryKiB, passes] = [Number(memory), Number(passesText)];
  if (salt === null || salt.length < MIN.saltBytes) return null;
  if (hash === null || hash.length < MIN.hashBytes) return null;
  if (!(memoryKiB >= MIN.memoryKiB && passes >= MIN.passes)) return null;
  return { salt, hash, cost: { memoryKiB, passes } };
}

function bytesOf(base64 = ""): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(base64);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** PHC strings use base64 without padding. */
function bare(bytes: Uint8Array): string {
  return bytes.toBase64({ omitPadding: true });
}
