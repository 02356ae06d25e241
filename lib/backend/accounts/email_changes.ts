import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { type Expiring, expiring, lasting } from "@/lib/backend/kv/expiry.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, type MaybeEntry, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { isSecret, newSecret, secretHash } from "./secrets.ts";

/** Lifetime of the mailed link to a new address, ms. */
export const EMAIL_CHANGE_MS = 24 * 3_600_000;

/** An address that an account requested and has not confirmed yet. */
export interface EmailChangeRecord {
  email: string;
  /** Hash of the secret in the mailed link. */
  hash: string;
}

/** {@link EmailChangeRecord} as stored, with its expiry. */
export const lastingEmailChange: z.ZodType<Expiring<EmailChangeRecord>> = expiring(z.object({
  email: z.string(),
  hash: z.string(),
}));

export interface NewEmailChange {
  /** For the mail only: the store has a hash of its secret. */
  readonly token: string;
  readonly expiresAt: number;
  /** Adds it to the commit of its mail; it replaces an earlier one of the account. */
  keep(atomic: Atomic): void;
}

export function newEmailChange(
  { accountId, email }: { readonly accountId: string; readonly email: string },
  now: number,
): NewEmailChange {
  const secret = newSecret();
  const expiresAt = now + EMAIL_CHANGE_MS;
  const record: EmailChangeRecord = { email, hash: secretHash(secret) };
  const { value, options } = lasting(record, expiresAt, now);
  return {
    token: `${accountId}.${secret}`,
    expiresAt,
    keep: (atomic) => void atomic.set(keys.emailChange(accountId), value, options),
  };
}

/** The pending change of address of an account; value null for none. */
export async function pendingEmailChange(
  store: Store,
  accountId: string,
  now: number,
): Promise<MaybeEntry<EmailChangeRecord>> {
  const entry = await readEntry(store, keys.emailChange(accountId), lastingEmailChange);
  const isLive = entry.value !== null && entry.value.expiresAtMs > now;
  return { ...entry, value: isLive ? entry.value.value : null };
}

/** The change of address of a mailed token, with its account; null for any other text. */
export async function emailChangeOf(
  store: Store,
  token: string,
  now: number,
): Promise<{ accountId: string; email: string; entry: MaybeEntry } | null> {
  const [accountId = "", secret = "", ...more] = token.split(".");
  if (accountId === "" || more.length > 0 || !isSecret(secret)) return null;
  const entry = await pendingEmailChange(store, accountId, now);
  if (entry.value === null) return null;
  const { email, hash } = entry.value;
  const isRight = timingSafeEqual(Buffer.from(hash), Buffer.from(secretHash(secret)));
  return isRight ? { accountId, email, entry } : null;
}
