/** Tokens of accounts, collectors and information screens; lists and ends what was issued to an account. @module */

import { chunk } from "@/lib/base/concurrency.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { isSecret, newId, newSecret, secretHash } from "@/lib/base/secrets.ts";
import { isInLife } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Check,
  type Entry,
  idOf,
  type Key,
  listEntries,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import {
  type AccountToken,
  type CredentialOwner,
  handedOut,
  type IssuedToken,
  type ProjectTokenRecord,
  type TokenRecord,
  tokenRecord,
} from "./records.ts";

/** Owner of a collector's or screen's token: a residence, in the demo as seen by one visit. */
export type TokenOwner = Omit<ProjectTokenRecord, "tokenId">;

/** Name of a token, and the address of who creates it. */
export interface TokenName {
  readonly name: string;
  readonly createdBy: string;
}

/** A new token: it exists once the commit that keeps it is made, and its secret is returned only now. */
interface NewToken {
  readonly token: string;
  readonly keep: (atomic: Atomic) => void;
}

/** Key under which the tokens of an owner are listed. */
function listOf({ projectId, visitorId }: TokenOwner): string {
  return visitorId === null ? projectId : `${visitorId} ${projectId}`;
}

/** Remaining lifetime of a token of a residence: unlimited, except a day in a demo visit. */
function lifeOf({ visitorId }: TokenOwner, ageMs = 0): { expireIn?: number } {
  return visitorId === null ? {} : { expireIn: Math.max(1, DAY_MS - ageMs) };
}

/** Lifetime of an account's token, ms. */
export const TOKEN_MS = 12 * 3_600_000;
/** Share of a token's life from which `POST /auth/check` asks for a refresh. */
const REFRESH_FROM = 0.5;
/** How long a refreshed token is still accepted, for requests in progress, ms. */
const GRACE_MS = 10_000;
/** Precision of the last use of collectors' and screens' tokens, which come every few minutes, ms. */
const USE_NOTED_MS = 3_600_000;

/** Tokens of API clients: opaque, hashed in the store, with their own expiry. @spec accounts.token-life */
export class Tokens {
  constructor(private readonly store: Store, private readonly now: () => number) {}

  /**
   * A new token of an account.
   *
   * @param still check that the account has not changed since it was read, when its password was verified
   * @returns null when it has changed
   */
  async issue(holder: CredentialOwner, still?: Check): Promise<string | null> {
    const { token, keep } = this.newToken(holder);
    const isKept = await this.commit((atomic) => {
      keep(atomic);
      if (still) atomic.check(still);
    });
    return isKept ? token : null;
  }

  /** A new token of an account, for the commit of its cause; its hash names it among the others of the account. */
  newToken(holder: CredentialOwner): NewToken & { readonly hash: string } {
    const now = this.now();
    const token = newSecret();
    const hash = secretHash(token);
    const keep = (atomic: Atomic) => {
      atomic.set(keys.token(hash), accountToken(holder, now), { expireIn: TOKEN_MS })
        .set(keys.tokenOf(ownerOf(holder), hash), listed(holder, hash, now), {
          expireIn: TOKEN_MS,
        });
    };
    return { token, hash, keep };
  }

  /** Commits writes on tokens alone: in the demo their causes are in another store. @returns false on a conflict */
  async commit(fill: (atomic: Atomic) => void): Promise<boolean> {
    const atomic = this.store.atomic();
    fill(atomic);
    return (await atomic.commit()).ok;
  }

  /** An account's token, with the checks and deletions of a commit that replaces it; null when it has ended. */
  async exchangeable(
    token: string,
  ): Promise<
    { holder: CredentialOwner; instead: { check: Check; remove: readonly Key[] } } | null
  > {
    if (!isSecret(token)) return null;
    const hash = secretHash(token);
    const key = keys.token(hash);
    const { value, versionstamp } = await readEntry(this.store, key, tokenRecord);
    if (value?.kind !== "account" || value.replaced || !isInLife(value, this.now())) return null;
    const remove = [key, keys.tokenOf(ownerOf(value), hash)];
    return { holder: holderOf(value), instead: { check: { key, versionstamp }, remove } };
  }

  /** The record of a token; null when there is none or it has ended. */
  async read(token: string): Promise<TokenRecord | null> {
    if (!isSecret(token)) return null;
    const { value } = await readEntry(this.store, keys.token(secretHash(token)), tokenRecord);
    if (value !== null && "expiresAt" in value && !isInLife(value, this.now())) return null;
    return value;
  }

  /** True when an account's token is old enough to be exchanged. */
  shouldRefresh(token: AccountToken): boolean {
    const life = token.expiresAt - token.startedAt;
    return this.now() - token.startedAt >= life * REFRESH_FROM;
  }

  /** Exchanges a token, once: of several concurrent calls one gets the new token, the others null. */
  async refresh(token: string): Promise<string | null> {
    const now = this.now();
    const key = keys.token(secretHash(token));
    const { value, versionstamp } = await readEntry(this.store, key, tokenRecord);
    if (value?.kind !== "account" || value.replaced || !isInLife(value, now)) return null;
    const fresh = newSecret();
    const holder = holderOf(value);
    const hash = secretHash(fresh);
    const family = await this.#familyOf(value, secretHash(token));
    const row = { ...listed(holder, hash, now), ...family !== undefined && { family } };
    const last = { ...value, replaced: true, expiresAt: Math.min(value.expiresAt, now + GRACE_MS) };
    const committed = await this.store.atomic()
      .check({ key, versionstamp })
      .set(key, last, { expireIn: GRACE_MS })
      .set(keys.token(hash), accountToken(holder, now), { expireIn: TOKEN_MS })
      .set(keys.tokenOf(ownerOf(value), hash), row, { expireIn: TOKEN_MS })
      .commit();
    return committed.ok ? fresh : null;
  }

  /** Ends a token, with the others of its OAuth sign-in: its refresh token would get new ones. @spec accounts.token-life */
  async endSignIn(token: string): Promise<void> {
    const hash = secretHash(token);
    const { value } = await readEntry(this.store, keys.token(hash), tokenRecord);
    if (value?.kind !== "account") return;
    const family = await this.#familyOf(value, hash);
    // Its own token is one of the family.
    if (family !== undefined) await endFamily(this.store, value, family);
    else await this.end(token);
  }

  /** The OAuth sign-in of an account's token; undefined for another one. */
  async #familyOf(holder: CredentialOwner, hash: string): Promise<string | undefined> {
    const key = keys.tokenOf(ownerOf(holder), hash);
    return (await readEntry(this.store, key, handedOut)).value?.family;
  }

  async end(token: string): Promise<void> {
    const hash = secretHash(token);
    const { value } = await readEntry(this.store, keys.token(hash), tokenRecord);
    if (value?.kind !== "account" && value?.kind !== "refresh") return;
    await this.store.atomic()
      .delete(keys.token(hash))
      .delete(keys.tokenOf(ownerOf(value), hash))
      .commit();
  }

  /** A new token of a residence, for the commit of its cause: later only its name and dates are returned. */
  newProjectToken(
    owner: TokenOwner,
    { name, createdBy }: TokenName,
  ): NewToken & { readonly tokenId: string } {
    const token = newSecret();
    const tokenId = newId();
    const hash = secretHash(token);
    const { kind } = owner;
    const row = issued({ kind, hash, name, createdBy, createdAt: this.now(), expiresAt: null });
    const lifetime = lifeOf(owner);
    const keep = (atomic: Atomic) => {
      atomic.set(keys.token(hash), { ...owner, tokenId }, lifetime)
        .set(keys.tokenOf(listOf(owner), tokenId), row, lifetime);
    };
    return { tokenId, token, keep };
  }

  /** The tokens of one kind of a residence, oldest first. */
  async projectTokens(owner: TokenOwner): Promise<(IssuedToken & { tokenId: string })[]> {
    const prefix = keys.tokenOf.under(listOf(owner));
    const rows = await listEntries(this.store, { prefix }, handedOut);
    return rows
      .filter(({ value }) => value.kind === owner.kind)
      .map(({ key, value }) => ({ ...value, tokenId: idOf(key) }))
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  /**
   * Records a use of a residence's token, at most once an hour. A store that cannot be written prevents no use.
   */
  async noteUse({ tokenId, ...owner }: ProjectTokenRecord): Promise<void> {
    const now = this.now();
    const key = keys.tokenOf(listOf(owner), tokenId);
    const { value, versionstamp } = await readEntry(this.store, key, handedOut);
    if (value === null) return;
    if (now - (value.lastUsedAt ?? 0) < USE_NOTED_MS) return;
    const noted = this.store.atomic()
      .check({ key, versionstamp })
      .set(key, { ...value, lastUsedAt: now }, lifeOf(owner, now - value.createdAt));
    await ignoreStoreFailure(noted.commit());
  }

  /** A residence's token, and what revokes it in a commit; null when no token has this kind and id. */
  async projectToken(
    owner: TokenOwner,
    tokenId: string,
  ): Promise<{ readonly name: string; readonly revoke: (atomic: Atomic) => void } | null> {
    const key = keys.tokenOf(listOf(owner), tokenId);
    const { value } = await readEntry(this.store, key, handedOut);
    if (value?.kind !== owner.kind) return null;
    const { name, hash } = value;
    return { name, revoke: (atomic) => void atomic.delete(keys.token(hash)).delete(key) };
  }
}

function accountToken(holder: CredentialOwner, now: number): AccountToken {
  return { kind: "account", ...holder, startedAt: now, expiresAt: now + TOKEN_MS, replaced: false };
}

/** The account of a session or a token, without its other fields. */
export function holderOf(
  { accountId, email, platformAdmin, visitorId }: CredentialOwner,
): CredentialOwner {
  return { accountId, email, platformAdmin, visitorId };
}

function listed({ email: createdBy }: CredentialOwner, hash: string, now: number): IssuedToken {
  return issued({ kind: "token", hash, createdAt: now, createdBy, expiresAt: now + TOKEN_MS });
}

/** The line of a new session or token in the list of its owner. */
export function issued(
  facts: Omit<IssuedToken, "name" | "lastUsedAt"> & { readonly name?: string },
): IssuedToken {
  return { name: "", lastUsedAt: null, ...facts };
}

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

/** Maximum rounds of an end: each ends the tokens that an exchange made during the one before. */
const END_ROUNDS = 10;

/** Ends some sessions and tokens of an account; read again until there are none left. */
export async function endEach(
  store: Store,
  owner: Owner,
  isMeant: (issued: IssuedToken) => boolean,
): Promise<void> {
  for (let round = 0; round < END_ROUNDS; round++) {
    const own = (await handedOutTo(store, owner)).filter(({ value }) => isMeant(value));
    if (own.length === 0) return;
    await endThem(store, own);
  }
}

/** Ends every token of an OAuth sign-in. */
export function endFamily(store: Store, owner: Owner, family: string): Promise<void> {
  return endEach(store, owner, (issued) => issued.family === family);
}

function recordKey({ kind, hash }: IssuedToken) {
  return kind === "session" ? keys.session(hash) : keys.token(hash);
}
