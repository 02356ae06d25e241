import { BoundedMap } from "../cache/bounded_map.ts";
import { listEntries, readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { Store } from "../kv/store.ts";
import { handedOut, type Holder, type SessionRecord, sessionRecord } from "./records.ts";
import { isSecret, newSecret, seal, secretHash } from "./secrets.ts";

/** A session ends after this long without a visit, ms. */
export const SESSION_IDLE_MS = 24 * 3_600_000;
/** A session ends after this long whatever happens, ms. */
export const SESSION_MAX_MS = 7 * 24 * 3_600_000;
/** A visit of the demo ends after this long, as what it wrote does, ms. */
const VISIT_MAX_MS = 24 * 3_600_000;
/** A session ended by another process is believed this much longer, ms. */
const SEEN_FOR_MS = 500;

interface Seen {
  record: SessionRecord;
  seenAt: number;
}

/** Sessions of browsers: an opaque id in a cookie, its hash in the store. */
export class Sessions {
  #seen = new BoundedMap<Seen>(2_000);
  /** Hashes of the ids that came lately: hashing one takes longer than all the rest of recognising it. */
  #hashes = new BoundedMap<string>(2_000);

  constructor(private readonly store: Store, private readonly now: () => number) {}

  /** Opens a session: a new id each time, never the one a browser came with. */
  async open(
    { accountId, email, platformAdmin, visitorId }: Holder,
    upstreamToken: string | null = null,
  ): Promise<{ id: string; expiresAt: number }> {
    const now = this.now();
    const id = newSecret();
    const hash = secretHash(id);
    const sealedToken = upstreamToken === null ? null : await seal(upstreamToken, id);
    const expiresAt = now + SESSION_IDLE_MS;
    const record: SessionRecord = {
      kind: "account",
      accountId,
      email,
      platformAdmin,
      visitorId,
      sealedToken,
      startedAt: now,
      expiresAt,
    };
    const listed = handedOutSession(email, hash, now);
    await this.store.atomic()
      .set(keys.session(hash), record, { expireIn: SESSION_IDLE_MS })
      .set(keys.tokenOf(accountId, hash), listed, { expireIn: SESSION_MAX_MS })
      .commit();
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

  /** Ends one session. */
  async end(id: string): Promise<void> {
    const hash = secretHash(id);
    const { value } = await readEntry(this.store, keys.session(hash), sessionRecord);
    const atomic = this.store.atomic().delete(keys.session(hash));
    if (value) atomic.delete(keys.tokenOf(value.accountId, hash));
    await atomic.commit();
    this.#seen.delete(hash);
  }

  /** Ends every session and token of an account: its password or its rights changed. */
  async endAllOf(accountId: string): Promise<void> {
    const prefix = keys.tokenOf.under(accountId);
    for (const { key, value } of await listEntries(this.store, { prefix }, handedOut)) {
      const record = value.kind === "session" ? keys.session(value.hash) : keys.token(value.hash);
      await this.store.atomic().delete(record).delete(key).commit();
      this.#seen.delete(value.hash);
    }
  }

  #hashOf(id: string): string {
    const known = this.#hashes.get(id);
    if (known !== undefined) return known;
    const hash = secretHash(id);
    this.#hashes.set(id, hash);
    return hash;
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
    const isOver = record.expiresAt <= now;
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

function handedOutSession(createdBy: string, hash: string, now: number) {
  return {
    kind: "session" as const,
    hash,
    name: "",
    createdAt: now,
    createdBy,
    expiresAt: now + SESSION_MAX_MS,
    lastUsedAt: null,
  };
}
