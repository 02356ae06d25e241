import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Check, type Key, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { endThem, handedOutSession, handedOutTo, type Owner, ownerOf } from "./handed_out.ts";
import { type Holder, type SessionRecord, sessionRecord } from "./records.ts";
import { isSecret, newSecret, seal, secretHash, unseal } from "./secrets.ts";

/** A session ends after this long without a visit, ms. @spec accounts.sessions */
export const SESSION_IDLE_MS = 24 * 3_600_000;
/** Maximum duration of a session, ms. */
export const SESSION_MAX_MS = 7 * 24 * 3_600_000;
/** A visit of the demo ends after this long, as what it wrote does, ms. */
const VISIT_MAX_MS = 24 * 3_600_000;
/** A session ended by another process is believed this much longer, ms. */
const SEEN_FOR_MS = 500;
/** A session answers this much longer under the id it had before, for what is under way, ms. */
const GRACE_MS = 10_000;

const END_ROUNDS = 10;

export interface Opening {
  /** Tokens of the host that answers the calls; null when this program does. */
  upstreamToken?: string | null;
  /** Version of the account's rights. */
  rights?: string;
  /** The token it replaces: deleted in the same commit, which fails when the token ended meanwhile. */
  instead?: { check: Check; remove: readonly Key[] };
}

/** Sessions of browsers: an opaque id in a cookie, its hash in the store. */
export class Sessions {
  #seen = new BoundedMap<{ record: SessionRecord; seenAt: number }>(2_000);
  /** Hashes of the ids that came lately: hashing one takes longer than all the rest of recognising it. */
  #hashes = new BoundedMap<string>(2_000);
  /** The id that this process has given in place of another, by the hash of the one before. */
  #renewals = new BoundedMap<Promise<string | null>>(2_000);

  constructor(private readonly store: Store, private readonly now: () => number) {}

  /**
   * Opens a session: a new id each time, never the one a browser came with.
   *
   * @throws TypeError when the token it is opened for has ended meanwhile
   */
  async open(
    { accountId, email, platformAdmin, visitorId }: Holder,
    { upstreamToken = null, rights = "", instead }: Opening = {},
  ): Promise<{ id: string; expiresAt: number }> {
    const now = this.now();
    const id = newSecret();
    const expiresAt = now + SESSION_IDLE_MS;
    const record: SessionRecord = {
      kind: "account",
      accountId,
      email,
      platformAdmin,
      visitorId,
      sealedToken: upstreamToken === null ? null : await seal({ text: upstreamToken, secret: id }),
      startedAt: now,
      expiresAt,
      rights,
      replacedBy: null,
    };
    const atomic = this.#keeping(secretHash(id), record);
    if (instead) {
      atomic.check(instead.check);
      for (const key of instead.remove) atomic.delete(key);
    }
    if (!(await atomic.commit()).ok) throw new TypeError("The token has ended meanwhile");
    return { id, expiresAt };
  }

  /** The session of this id; null when there is none or it is over. */
  async read(id: string): Promise<SessionRecord | null> {
    if (!isSecret(id)) return null;
    const hash = this.#hashOf(id);
    const record = this.#seenLately(hash) ?? await this.#load(hash);
    if (record === null || record.expiresAt <= this.now()) return null;
    return record;
  }

  /** The session as this process saw it last, for while the store does not answer; null when it never did or it is over. */
  lastSeen(id: string): SessionRecord | null {
    const record = isSecret(id) ? this.#seen.get(this.#hashOf(id))?.record ?? null : null;
    const isOver = record === null || record.replacedBy !== null || record.expiresAt <= this.now();
    return isOver ? null : record;
  }

  /**
   * Gives a session another id, when the rights of its account have changed since it got this one. Requests under way
   * with the id before are all given the same: a browser may drop the answer to any of them.
   *
   * @param rights version of the account's rights
   * @returns null when it keeps its id, or has just got another in another process
   */
  async renewed(id: string, rights: string): Promise<string | null> {
    const record = await this.read(id);
    if (record === null) return null;
    const isReplaced = record.replacedBy !== null;
    if (!isReplaced && record.rights === rights) return null;
    const hash = this.#hashOf(id);
    const renewal = this.#renewals.get(hash) ??
      (isReplaced ? null : this.#renew(id, record, rights));
    if (renewal === null) return null;
    this.#renewals.set(hash, renewal);
    const fresh = await renewal.catch(() => null);
    if (fresh !== null) return await this.renewed(fresh, rights) ?? fresh;
    this.#renewals.delete(hash);
    return await renewal;
  }

  /** Keeps other tokens of the host that answers the calls; false when the session changed meanwhile. */
  async keepToken(
    { id, token }: { readonly id: string; readonly token: string },
  ): Promise<boolean> {
    const key = keys.session(secretHash(id));
    const { value, versionstamp } = await readEntry(this.store, key, sessionRecord);
    if (value === null) return false;
    const record: SessionRecord = {
      ...value,
      sealedToken: await seal({ text: token, secret: id }),
    };
    const expireIn = Math.max(1, value.expiresAt - this.now());
    const committed = await this.store.atomic().check({ key, versionstamp })
      .set(key, record, { expireIn }).commit();
    this.#seen.delete(secretHash(id));
    return committed.ok;
  }

  /** Ends a session and those that have replaced it: its browser may not have their ids yet. */
  async end(id: string): Promise<void> {
    let hash: string | null = secretHash(id);
    while (hash !== null) hash = await this.#ended(hash);
  }

  /** @returns hash of the session that has replaced it; its own when another request has just changed it */
  async #ended(hash: string): Promise<string | null> {
    const key = keys.session(hash);
    const { value, versionstamp } = await readEntry(this.store, key, sessionRecord);
    const atomic = this.store.atomic().check({ key, versionstamp }).delete(key);
    if (value) atomic.delete(keys.tokenOf(ownerOf(value), hash));
    const { ok } = await atomic.commit();
    this.#seen.delete(hash);
    return ok ? value?.replacedBy ?? null : hash;
  }

  /** Ends every session and token of an account: its password or its rights changed. */
  async endAllOf(owner: Owner): Promise<void> {
    // A token exchanged at this very moment may have come after the list was read: it is read until it is empty.
    for (let round = 0; round < END_ROUNDS; round++) {
      const entries = await handedOutTo(this.store, owner);
      if (entries.length === 0) return;
      await endThem(this.store, entries);
      this.forget(entries.map(({ value }) => value.hash));
    }
  }

  #hashOf(id: string): string {
    const known = this.#hashes.get(id);
    if (known !== undefined) return known;
    const hash = secretHash(id);
    this.#hashes.set(id, hash);
    return hash;
  }

  /** Reads sessions again that another commit has just ended. */
  forget(hashes: readonly string[]): void {
    for (const hash of hashes) this.#seen.delete(hash);
  }

  async #renew(id: string, { sealedToken }: SessionRecord, rights: string): Promise<string | null> {
    const fresh = newSecret();
    const token = sealedToken === null ? null : await unseal({ sealed: sealedToken, secret: id });
    const sealed = token === null ? null : await seal({ text: token, secret: fresh });
    return await this.#replaced(id, { id: fresh, rights, sealedToken: sealed });
  }

  async #replaced(
    id: string,
    { id: freshId, ...facts }: Pick<SessionRecord, "rights" | "sealedToken"> & { id: string },
  ): Promise<string | null> {
    const hash = secretHash(id);
    const key = keys.session(hash);
    const { value, versionstamp } = await readEntry(this.store, key, sessionRecord);
    const now = this.now();
    if (value === null || value.replacedBy !== null || value.expiresAt <= now) return null;
    const replacedBy = secretHash(freshId);
    const expiresAt = Math.min(value.expiresAt, now + GRACE_MS);
    const committed = await this.#keeping(replacedBy, { ...value, ...facts })
      .check({ key, versionstamp })
      .set(key, { ...value, replacedBy, expiresAt }, { expireIn: GRACE_MS })
      .commit();
    this.#seen.delete(hash);
    return committed.ok ? freshId : null;
  }

  #keeping(hash: string, record: SessionRecord) {
    const now = this.now();
    const expireIn = Math.max(1, record.expiresAt - now);
    const listed = handedOutSession(record, {
      hash,
      createdAt: now,
      expiresAt: now + SESSION_MAX_MS,
    });
    return this.store.atomic()
      .set(keys.session(hash), record, { expireIn })
      .set(keys.tokenOf(ownerOf(record), hash), listed, { expireIn: SESSION_MAX_MS });
  }

  #seenLately(hash: string): SessionRecord | null {
    const seen = this.#seen.get(hash);
    const age = seen ? this.now() - seen.seenAt : Infinity;
    return seen && age >= 0 && age < SEEN_FOR_MS ? seen.record : null;
  }

  async #load(hash: string): Promise<SessionRecord | null> {
    const seenAt = this.now();
    const entry = await readEntry(this.store, keys.session(hash), sessionRecord);
    if (entry.value === null) {
      this.#seen.delete(hash);
      return null;
    }
    const record = await this.#prolonged(hash, entry.value, entry.versionstamp);
    this.#seen.set(hash, { record, seenAt });
    return record;
  }

  /** A visit in the second half of a session's life gives it a new one, once. */
  async #prolonged(
    hash: string,
    record: SessionRecord,
    versionstamp: string | null,
  ): Promise<SessionRecord> {
    const now = this.now();
    const max = record.visitorId === null ? SESSION_MAX_MS : VISIT_MAX_MS;
    const expiresAt = Math.min(now + SESSION_IDLE_MS, record.startedAt + max);
    const isOver = record.expiresAt <= now || record.replacedBy !== null;
    if (isOver || record.expiresAt - now > SESSION_IDLE_MS / 2 || expiresAt <= record.expiresAt) {
      return record;
    }
    const prolonged = { ...record, expiresAt };
    const committed = await this.store.atomic()
      .check({ key: keys.session(hash), versionstamp })
      .set(keys.session(hash), prolonged, { expireIn: expiresAt - now })
      .commit();
    return committed.ok ? prolonged : record;
  }
}
