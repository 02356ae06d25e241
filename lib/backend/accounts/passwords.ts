import { timingSafeEqual } from "node:crypto";

/** What one hash costs (OWASP's first choice for Argon2id); tests take less. */
export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

export const PASSWORD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 };

/** Hashes in flight at once: each takes its memory, and a flood of sign-ins must not take the machine. */
const IN_FLIGHT = 2;
/** Beyond this many waiting, a sign-in is refused rather than kept waiting. */
const WAITING = 64;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Thrown when too many passwords wait to be checked. */
export class PasswordsBusy extends Error {
  override name = "PasswordsBusy";
}

/** Hashes a password with Argon2id, off the main thread, as a PHC string. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const hash = await inTurn(() => argon2id({ password, salt, ...cost }));
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$${bare(salt)}$${bare(hash)}`;
}

/**
 * Whether this is the password of this PHC string. A missing or malformed string takes as long as a wrong
 * password, so that the duration does not tell which accounts exist.
 */
export async function isPassword(
  password: string,
  phc: string | null,
  cost = PASSWORD_COST,
): Promise<boolean> {
  const kept = parsedPhc(phc ?? "");
  const { salt, memoryKiB, passes } = kept ??
    { salt: new Uint8Array(SALT_BYTES), ...cost };
  const actual = await inTurn(() => argon2id({ password, salt, memoryKiB, passes }));
  return kept !== null && kept.hash.length === actual.length && timingSafeEqual(kept.hash, actual);
}

interface KeptPassword extends PasswordCost {
  salt: Uint8Array;
  hash: Uint8Array;
}

function parsedPhc(phc: string): KeptPassword | null {
  const [, memory, passes, salt, hash] = PHC.exec(phc) ?? [];
  if (!memory || !passes || !salt || !hash) return null;
  try {
    return {
      memoryKiB: Number(memory),
      passes: Number(passes),
      salt: Uint8Array.fromBase64(salt),
      hash: Uint8Array.fromBase64(hash),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

interface Argon2Input extends PasswordCost {
  password: string;
  salt: Uint8Array;
}

async function argon2id({ password, salt, memoryKiB, passes }: Argon2Input): Promise<Uint8Array> {
  const secret = new TextEncoder().encode(password.normalize("NFKC"));
  // The DOM types do not know Argon2id yet; Deno's WebCrypto does.
  const key = await crypto.subtle.importKey("raw-secret" as "raw", secret, "Argon2id", false, [
    "deriveBits",
  ]);
  const parameters = { name: "Argon2id", nonce: salt, memory: memoryKiB, passes, parallelism: 1 };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, HASH_BYTES * 8));
}

/** PHC strings carry base64 without padding. */
function bare(bytes: Uint8Array): string {
  return bytes.toBase64({ omitPadding: true });
}

let running = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= IN_FLIGHT) {
    if (queue.length >= WAITING) throw new PasswordsBusy("Too many passwords wait to be checked");
    await new Promise<void>((resolve) => queue.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}
