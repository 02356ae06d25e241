/** Sessions of browsers: opened, read, renewed and ended. @module */

import { LRUCache } from "lru-cache";
import { isSecret, newSecret, seal, secretHash, unseal } from "@/lib/base/secrets.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Check, type Key, readEntry, type Store } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { type CredentialOwner, type SessionRecord, sessionRecord } from "./records.ts";
import { endEach, issued, type Owner, ownerOf } from "./tokens.ts";

/** Idle time after which a session ends, ms. @spec accounts.sessions */
export const SESSION_IDLE_MS = 24 * 3_600_000;
export const SESSION_MAX_MS = 7 * 24 * 3_600_000;
/** Duration of a demo visit and its data, ms. */
const VISIT_MAX_MS = 24 * 3_600_000;
/** How long a session is still accepted under its former id, for requests in progress, ms. */
const GRACE_MS = 10_000;

interface SessionOptions {
  /** Tokens of the host that answers the calls; null when this program answers. */
  upstreamToken?: string | null;
  /** Version of the account's rights. */
  rights?: string;
  /** The token it replaces: deleted in the same commit, which fails when the token ended meanwhile. */
  instead?: { check: Check; remove: readonly Key[] };
}

/** Sessions of browsers: an opaque id in a cookie, its hash in the store. */
export class Sessions {
  /** New ids issued by this process, by the hash of the former id. */
  #renewals = new LRUCache<string, Promise<string | null>>({ max: 2_000 });

  constructor(private readonly store: Store, private readonly now: () => number) {}

  /**
   * Opens a session with a new id, never an id sent by a browser.
   *
   * @throws TypeError when the token it replaces has ended meanwhile
   */
  async open(
    { accountId, email, platformAdmin, visitorId }: CredentialOwner,
    { upstreamToken = null, rights = "", instead }: SessionOptions = {},
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

  /** The session of an id; null when there is none or it has ended. */
  async read(id: string): Promise<SessionRecord | null> {
    if (!isSecret(id)) return null;
    const hash = secretHash(id);
    const { value, versionstamp } = await readEntry(this.store, keys.session(hash), sessionRecord);
    if (value === null || value.expiresAt <= this.now()) return null;
    return await this.#prolonged(hash, value, versionstamp);
  }

  /**
   * Gives a session a new id, when the rights of its account have changed since the id was issued. Concurrent requests
   * with the former id get the same new one: a browser may drop the answer to any of them.
   *
   * @param rights version of the account's rights
   * @returns null when the id does not change, another process has just changed it, or the store cannot be written
   */
  async renewed(id: string, rights: string): Promise<string | null> {
    const record = await this.read(id);
    if (record === null) return null;
    const isReplaced = record.replacedBy !== null;
    if (!isReplaced && record.rights === rights) return null;
    const hash = secretHash(id);
    const renewal = this.#renewals.get(hash) ??
      (isReplaced ? null : this.#replaced(id, rights));
    if (renewal === null) return null;
    this.#renewals.set(hash, renewal);
    const fresh = await renewal.catch(() => null);
    if (fresh !== null) return await this.renewed(fresh, rights) ?? fresh;
    this.#renewals.delete(hash);
    return await renewal;
  }

  /** Stores new tokens of the host that answers the calls; false when the session changed meanwhile. */
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
    return committed.ok;
  }

  /** Ends a session and its replacements, whose ids its browser may not have yet. */
  async end(id: string): Promise<void> {
    let hash: string | null = secretHash(id);
    while (hash !== null) hash = await this.#ended(hash);
  }

  /** @returns hash of the session that replaced it; its own when another request has just changed it */
  async #ended(hash: string): Promise<string | null> {
    const key = keys.session(hash);
    const { value, versionstamp } = await readEntry(this.store, key, sessionRecord);
    const atomic = this.store.atomic().check({ key, versionstamp }).delete(key);
    if (value) atomic.delete(keys.tokenOf(ownerOf(value), hash));
    const { ok } = await atomic.commit();
    return ok ? value?.replacedBy ?? null : hash;
  }

  /**
   * Ends every session and token of an account: its password or its rights changed.
   *
   * @param except hash of the token that the change has issued
   */
  endAllOf(owner: Owner, except?: string): Promise<void> {
    return endEach(this.store, owner, ({ hash }) => hash !== except);
  }

  /** Replaces a session by one with a new id; null when it has ended or been replaced meanwhile. */
  async #replaced(id: string, rights: string): Promise<string | null> {
    const hash = secretHash(id);
    const key = keys.session(hash);
    const { value, versionstamp } = await readEntry(this.store, key, sessionRecord);
    const now = this.now();
    if (value === null || value.replacedBy !== null || value.expiresAt <= now) return null;
    const fresh = newSecret();
    const sealed = value.sealedToken;
    const token = sealed === null ? null : await unseal({ sealed, secret: id });
    const sealedToken = token === null ? null : await seal({ text: token, secret: fresh });
    const replacedBy = secretHash(fresh);
    const expiresAt = Math.min(value.expiresAt, now + GRACE_MS);
    const atomic = this.#keeping(replacedBy, { ...value, rights, sealedToken })
      .check({ key, versionstamp })
      .set(key, { ...value, replacedBy, expiresAt }, { expireIn: GRACE_MS });
    const committed = await ignoreStoreFailure(atomic.commit());
    return committed?.ok ? fresh : null;
  }

  #keeping(hash: string, record: SessionRecord) {
    const now = this.now();
    const expireIn = Math.max(1, record.expiresAt - now);
    const expiresAt = now + SESSION_MAX_MS;
    const { email: createdBy } = record;
    const listed = issued({ kind: "session", hash, createdBy, createdAt: now, expiresAt });
    return this.store.atomic()
      .set(keys.session(hash), record, { expireIn })
      .set(keys.tokenOf(ownerOf(record), hash), listed, { expireIn: SESSION_MAX_MS });
  }

  /** A request in the second half of a session's life prolongs it, once; not while the store cannot be written. */
  async #prolonged(hash: string, record: SessionRecord, versionstamp: string | null) {
    const now = this.now();
    const max = record.visitorId === null ? SESSION_MAX_MS : VISIT_MAX_MS;
    const expiresAt = Math.min(now + SESSION_IDLE_MS, record.startedAt + max);
    const isOver = record.expiresAt <= now || record.replacedBy !== null;
    if (isOver || record.expiresAt - now > SESSION_IDLE_MS / 2 || expiresAt <= record.expiresAt) {
      return record;
    }
    const prolonged = { ...record, expiresAt };
    const atomic = this.store.atomic()
      .check({ key: keys.session(hash), versionstamp })
      .set(keys.session(hash), prolonged, { expireIn: expiresAt - now });
    return (await ignoreStoreFailure(atomic.commit()))?.ok ? prolonged : record;
  }
}
