import { createHash } from "node:crypto";

/** 256 random bits: session ids, tokens. */
const SECRET_BYTES = 32;
/** What a secret of ours looks like; anything else is not even looked up. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A new opaque secret, URL-safe. Only its {@link secretHash} is kept. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** What stands for a secret in the store. */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Whether a text has the shape of a secret of ours. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** A new id of an entity: opaque, URL-safe, 96 bits. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
