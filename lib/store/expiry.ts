/** Stores values with their expiry, and reads those still in life. @module */

import * as z from "zod";
import type { ZodType } from "zod";
import { type Key, type MaybeEntry, readEntry, type Store } from "./store.ts";

/** Maximum difference between the clocks of two processes, ms: a larger one means that a clock was set. */
export const CLOCKS_DIFFER_MS = 60_000;

interface Expiring<T> {
  readonly value: T;
  /** Epoch milliseconds. */
  readonly expiresAtMs: number;
}

export function expiring<T>(schema: ZodType<T>): ZodType<Expiring<T>> {
  return z.object({ value: schema, expiresAtMs: z.number() });
}

/**
 * A value with its expiry, and the option that lets the store delete it afterwards.
 *
 * The store deletes expired entries once a minute, so the value contains its expiry, which `readLive` checks.
 */
export function lasting<T>(
  value: T,
  expiresAtMs: number,
  nowMs: number,
): { readonly value: Expiring<T>; readonly options: { readonly expireIn: number } } {
  const expireIn = Math.max(1, expiresAtMs - nowMs);
  return { value: { value, expiresAtMs }, options: { expireIn } };
}

/**
 * Whether a code, a token or a link may be used: from its lifetime before the instant it was issued, to its
 * lifetime after. One issued by a clock that was days ahead does not last for days once the clock is set back.
 *
 * @spec decision 027
 * @param life instants, epoch ms
 */
export function isInLife(
  { startedAt, expiresAt }: { readonly startedAt: number; readonly expiresAt: number },
  nowMs: number,
): boolean {
  return nowMs < expiresAt && startedAt - nowMs <= expiresAt - startedAt;
}

/**
 * The value at a key, unless it has expired.
 *
 * @param lifeMs its lifetime, when it may have been stored by a clock that was ahead: see {@link isInLife}
 * @returns value null when the key is absent or expired; the versionstamp is that of the stored
 * entry even when it has expired, for the check of a later commit
 */
export async function readLive<T>(
  store: Store,
  key: Key,
  schema: ZodType<T>,
  nowMs: number,
  lifeMs = Infinity,
): Promise<MaybeEntry<T>> {
  const entry = await readEntry(store, key, expiring(schema));
  const expiresAt = entry.value?.expiresAtMs ?? -Infinity;
  const live = entry.value !== null &&
    isInLife({ startedAt: expiresAt - lifeMs, expiresAt }, nowMs);
  return { key, versionstamp: entry.versionstamp, value: live ? entry.value.value : null };
}
