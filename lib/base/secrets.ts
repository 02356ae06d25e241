/** Makes ids, secrets and codes, hashes secrets, and seals texts and bytes with a key. @module */

import { createHash } from "node:crypto";

/** 256 random bits: session ids, tokens. */
const SECRET_BYTES = 32;
/** Format of our secrets; other texts are not even looked up. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A new opaque secret, URL-safe. Only its {@link secretHash} is stored. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** True when a text has the format of our secrets. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** A new id of an entity: opaque, URL-safe, 96 bits, never an option of a command line (`-x`). */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const id = bytes.toBase64({ alphabet: "base64url", omitPadding: true });
  return id.startsWith("-") ? newId() : id;
}

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A new code to type by hand, 59 bits: three groups of four, without letters that look alike. */
export function pronounceableCode(): string {
  const text = [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => LETTERS[byte % LETTERS.length] ?? "a").join("");
  return inGroups(text);
}

/** A code as it was made, from what is typed by hand: capitals, spaces, and dashes of another kind or left out. */
export function typedCode(typed: string): string {
  return inGroups(typed.toLowerCase().replaceAll(/[\s\p{Pd}]+/gu, ""));
}

function inGroups(letters: string): string {
  return letters.match(/.{1,4}/gu)?.join("-") ?? letters;
}

/** Length of an initialisation vector, bytes. */
const IV_BYTES = 12;

/** Encrypts a text with a secret: the store alone cannot decrypt it. */
export async function seal(
  { text, secret }: { readonly text: string; readonly secret: string },
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await sealingKey(secret),
    data,
  );
  return `${iv.toBase64()}.${new Uint8Array(sealed).toBase64()}`;
}

/** Decrypts the result of {@link seal}; null when the secret is wrong or the text was changed. */
export async function unseal(
  { sealed, secret }: { readonly sealed: string; readonly secret: string },
): Promise<string | null> {
  const [iv = "", data = ""] = sealed.split(".");
  try {
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: Uint8Array.fromBase64(iv) },
      await sealingKey(secret),
      Uint8Array.fromBase64(data),
    );
    return new TextDecoder().decode(opened);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return null;
    throw error;
  }
}

/** The secret has 256 random bits: a digest with its own purpose is a sufficient key. */
async function sealingKey(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`seal/${secret}`));
  return await crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}
