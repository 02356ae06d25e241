/** Mailed codes that set a password: forgotten passwords and invitations. @module */

import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { pronounceableCode, secretHash, typedCode } from "@/lib/base/secrets.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { retried } from "@/lib/store/commits.ts";
import { expiring, isInLife, lasting } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/store/store.ts";

/** Reason of a mailed code: a forgotten password, or an invitation. */
const KINDS = ["reset", "invitation"] as const;
type CodeKind = typeof KINDS[number];

/** Lifetime of a code, ms. @spec accounts.forgotten-password, QS6 */
export const CODE_MS = {
  reset: 30 * 60_000,
  invitation: 7 * 24 * 3_600_000,
} as const satisfies Record<CodeKind, number>;

/** Maximum number of tries of a code, after which even the right code is refused. */
const CODE_TRIES = 5;

type CodeRecord = z.output<typeof codeRecord>;
export const codeRecord = z.object({ hash: z.string(), triesLeft: z.int() });

/** Maximum retries after conflicts: a thousand concurrent tries are all counted. */
const RACES = 2_000;

/** A code that proves an e-mail address. */
interface NewCode {
  /** Three groups of four letters, for the mail only: the store has its hash. */
  readonly code: string;
  readonly expiresAt: number;
  /** Adds it to the commit of its mail; it replaces an earlier one of its kind. */
  keep(atomic: Atomic): void;
}

/** A new code to set the password of the account of an address. @param now epoch ms */
export function newCode(email: string, kind: CodeKind, now: number): NewCode {
  const code = pronounceableCode();
  const expiresAt = now + CODE_MS[kind];
  const record: CodeRecord = { hash: secretHash(code), triesLeft: CODE_TRIES };
  const { value, options } = lasting(record, expiresAt, now);
  const key = keyOf(email, kind);
  return { code, expiresAt, keep: (atomic) => void atomic.set(key, value, options) };
}

/**
 * Counts a try against every code of an address, then compares the codes.
 *
 * The try is counted before the comparison: of a thousand concurrent tries, five are compared.
 *
 * @param now epoch ms
 */
export async function isCode(
  store: Store,
  { email, code, now }: { email: string; code: string; now: number },
): Promise<boolean> {
  const typed = secretHash(typedCode(code));
  const found = await Promise.all(KINDS.map(isCodeOf));
  return found.includes(true);

  async function isCodeOf(kind: CodeKind): Promise<boolean> {
    const key = keyOf(email, kind);
    const hash = await retried(async () => {
      const { value, versionstamp } = await readEntry(store, key, expiring(codeRecord));
      if (value === null || value.value.triesLeft <= 0) return "";
      const { expiresAtMs: expiresAt } = value;
      if (!isInLife({ startedAt: expiresAt - CODE_MS[kind], expiresAt }, now)) return "";
      const left = { ...value.value, triesLeft: value.value.triesLeft - 1 };
      const lifetime = lasting(left, expiresAt, now);
      const { ok } = await store.atomic().check({ key, versionstamp })
        .set(key, lifetime.value, lifetime.options).commit();
      return ok ? value.value.hash : null;
    }, RACES);
    return hash !== "" && timingSafeEqual(Buffer.from(hash), Buffer.from(typed));
  }
}

/**
 * The use of a code: adds the deletion of every code of an address to a commit, which fails if one was used
 * meanwhile.
 *
 * @param code a verified code
 * @returns null when it no longer exists
 */
export async function codeUse(
  store: Store,
  { email, code }: { email: string; code: string },
): Promise<((atomic: Atomic) => void) | null> {
  const typed = secretHash(typedCode(code));
  const entries = await Promise.all(
    KINDS.map((kind) => readEntry(store, keyOf(email, kind), expiring(codeRecord))),
  );
  if (!entries.some(({ value }) => value?.value.hash === typed)) return null;
  return (atomic) => {
    for (const { key, versionstamp } of entries) atomic.check({ key, versionstamp }).delete(key);
  };
}

/** Adds the deletion of every code of an address to a commit. */
export function forgetCodes(atomic: Atomic, email: string): void {
  for (const kind of KINDS) atomic.delete(keyOf(email, kind));
}

/** Keyed by address, not account, so that an unknown address leaves the same traces. */
function keyOf(email: string, kind: CodeKind) {
  return keys.resetCode(secretHash(emailKey(email)), kind);
}
