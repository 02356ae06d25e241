/** Lists and ends the sessions and tokens issued to an account. @module */

import { chunk } from "@/lib/base/concurrency.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type Entry, listEntries, type Store } from "@/lib/store/store.ts";
import {
  type CredentialOwner,
  handedOut,
  type IssuedToken,
  type SessionRecord,
} from "./records.ts";

/** Owner of sessions and tokens: an account, or one visit in the demo. */
export type Owner = Pick<CredentialOwner, "accountId" | "visitorId">;

type HandedOutEntry = Entry<IssuedToken>;

/** Maximum number ended in one commit; the others end before it. */
export const ENDED_PER_COMMIT = 300;

/** Key under which they are listed: a visit of the demo does not end those of other visits. */
export function ownerOf({ accountId, visitorId }: Owner): string {
  return visitorId === null ? accountId : `${visitorId} ${accountId}`;
}

export function handedOutTo(store: Store, owner: Owner): Promise<readonly HandedOutEntry[]> {
  return listEntries(store, { prefix: keys.tokenOf.under(ownerOf(owner)) }, handedOut);
}

/** The list entry of a session. */
export function handedOutSession(
  { email }: SessionRecord,
  facts: Pick<IssuedToken, "hash" | "createdAt" | "expiresAt">,
): IssuedToken {
  return { ...facts, kind: "session", name: "", createdBy: email, lastUsedAt: null };
}

/** Adds the end of sessions and tokens to a commit, up to its maximum. */
export function includeEnd(atomic: Atomic, entries: readonly HandedOutEntry[]): void {
  for (const { key, value } of entries.slice(0, ENDED_PER_COMMIT)) {
    atomic.delete(recordKey(value)).delete(key);
  }
}

export async function endThem(store: Store, entries: readonly HandedOutEntry[]): Promise<void> {
  for (const some of chunk(entries, ENDED_PER_COMMIT)) {
    const atomic = store.atomic();
    includeEnd(atomic, some);
    await atomic.commit();
  }
}

/** Maximum rounds of the end of a sign-in: each ends the tokens that an exchange made during the one before. */
const END_ROUNDS = 10;

/** Ends every token of an OAuth sign-in. */
export async function endFamily(store: Store, owner: Owner, family: string): Promise<void> {
  for (let round = 0; round < END_ROUNDS; round++) {
    const own = (await handedOutTo(store, owner)).filter(({ value }) => value.family === family);
    if (own.length === 0) return;
    await endThem(store, own);
  }
}

function recordKey({ kind, hash }: IssuedToken) {
  return kind === "session" ? keys.session(hash) : keys.token(hash);
}
