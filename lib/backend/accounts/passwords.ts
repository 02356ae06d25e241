import { passwordHasher } from "./password_hasher.ts";
import { HASH_BYTES, type PasswordCost, SALT_BYTES } from "./password_task.ts";

export type { PasswordCost } from "./password_task.ts";

/** OWASP's first choice for Argon2id. */
export const PASSWORD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 };

const PHC = /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes a password with Argon2id, off the main thread, as a PHC string. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const hash = await hashOf(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$${bare(salt)}$${bare(hash)}`;
}

/**
 * True when a password matches a PHC string. A missing or malformed string takes as long as a wrong password, so that
 * the duration does not reveal which accounts exist.
 */
export async function isPassword(
  { password, phc }: { readonly password: string; readonly phc: string | null },
  cost = PASSWORD_COST,
): Promise<boolean> {
  if (phc === null || !isPhc(phc)) {
    await hashOf(password, new Uint8Array(SALT_BYTES), cost);
    return false;
  }
  // libsodium compares in constant time.
  const answer = await passwordHasher.answer({ password: secretOf(password), phc });
  return "isRight" in answer && answer.isRight;
}

async function hashOf(password: string, salt: Uint8Array, cost: PasswordCost): Promise<Uint8Array> {
  const answer = await passwordHasher.answer({ password: secretOf(password), salt, cost });
  if (!("hash" in answer)) {
    throw new TypeError(`The password Worker gave no hash of ${HASH_BYTES} bytes`);
  }
  return answer.hash;
}

function isPhc(text: string): boolean {
  const [, salt, hash] = PHC.exec(text) ?? [];
  return isBase64(salt) && isBase64(hash);
}

function isBase64(text: string | undefined): boolean {
  try {
    return text !== undefined && Uint8Array.fromBase64(text).length > 0;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function secretOf(password: string): Uint8Array {
  return new TextEncoder().encode(password.normalize("NFKC"));
}

/** PHC strings use base64 without padding. */
function bare(bytes: Uint8Array): string {
  return bytes.toBase64({ omitPadding: true });
}
