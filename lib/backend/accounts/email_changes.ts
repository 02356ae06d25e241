import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { lasting, readLive } from "@/lib/backend/kv/expiry.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, MaybeEntry, Store } from "@/lib/backend/kv/store.ts";
import { isSecret, newSecret, secretHash } from "./secrets.ts";

/** Lifetime of the mailed link to a new address, ms. */
export const EMAIL_CHANGE_MS = 24 * 3_600_000;

/** An address that an account requested and has not confirmed yet, and the hash of the secret in the mailed link. */
type EmailChangeRecord = z.output<typeof emailChangeRecord>;
export const emailChangeRecord = z.object({ email: z.string(), hash: z.string() });

interface NewEmailChange {
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
  const key = keys.emailChange(accountId);
  return await readLive(store, key, emailChangeRecord, now, EMAIL_CHANGE_MS);
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
