/** Mailed links of providers, and the sessions they open. @module */

import * as z from "zod";
import { DAY_MS } from "@/lib/base/durations.ts";
import { isSecret, newSecret, secretHash } from "@/lib/base/secrets.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { isInLife } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, listEntries, readEntry, type Store } from "@/lib/store/store.ts";
import { handedOut, type ProviderLink, tokenRecord } from "./records.ts";
import { endThem, issued } from "./tokens.ts";

/** Maximum duration of a session opened by a link, which also ends with the link, ms. */
export const PROVIDER_SESSION_MS = DAY_MS;

type ProviderSession = z.output<typeof providerSession>;
export const providerSession = z.object({
  /** Hash of the link that opened the session, which ends with it. */
  linkHash: z.string(),
  expiresAt: z.number(),
});

interface NewProviderLink {
  /** The secret in the mailed URL: only its hash is stored. */
  readonly token: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** Adds it to the commit that queues its mail. */
  readonly keep: (atomic: Atomic) => void;
}

/**
 * Links mailed to users of providers, and the sessions they open.
 *
 * A link can be reused until it expires or is replaced. Opening a requested link revokes the earlier links of the
 * address: the request itself revokes nothing, since anyone may send it. (Decision 027.)
 *
 * @spec providers.links
 */
export class ProviderLinks {
  constructor(
    private readonly store: Store,
    private readonly now: () => number,
    /** Lifetime of a link, days. */
    private readonly days = 30,
  ) {}

  /** A new link for an address; `requested` when its owner requested it, false for a reminder; of a demo visit, for a day. */
  create(
    email: string,
    { requested, visitorId }: { requested: boolean; visitorId?: string },
  ): NewProviderLink {
    const token = newSecret();
    const hash = secretHash(token);
    const address = emailKey(email);
    const startedAt = this.now();
    const expiresAt = startedAt + (visitorId === undefined ? this.days : 1) * DAY_MS;
    const record: ProviderLink = {
      kind: "provider",
      email: address,
      asked: requested,
      ...visitorId !== undefined && { visitorId },
      startedAt,
      expiresAt,
    };
    const facts = { createdAt: startedAt, createdBy: address, expiresAt };
    const listed = issued({ kind: "provider", hash, ...facts });
    const expireIn = expiresAt - startedAt;
    const keep = (atomic: Atomic) => {
      atomic.set(keys.token(hash), record, { expireIn })
        .set(keys.tokenOf(listOf(address), hash), listed, { expireIn });
    };
    return { token, expiresAt, keep };
  }

  /** Opens a session; null when the link has ended. */
  async open(token: string): Promise<{ id: string; maxAgeS: number } | null> {
    const linkHash = secretHash(token);
    const link = isSecret(token) ? await this.#link(linkHash) : null;
    if (link === null) return null;
    if (link.asked) await this.#endBefore(link);
    const id = newSecret();
    const now = this.now();
    const expiresAt = Math.min(now + PROVIDER_SESSION_MS, link.expiresAt);
    const record: ProviderSession = { linkHash, expiresAt };
    const expireIn = expiresAt - now;
    await this.store.atomic().set(keys.providerSession(secretHash(id)), record, { expireIn })
      .commit();
    return { id, maxAgeS: Math.ceil(expireIn / 1_000) };
  }

  /** The link of a session; null when the session or its link has ended. */
  async ofSession(id: string): Promise<ProviderLink | null> {
    if (!isSecret(id)) return null;
    const key = keys.providerSession(secretHash(id));
    const { value } = await readEntry(this.store, key, providerSession);
    if (value === null || value.expiresAt <= this.now()) return null;
    return await this.#link(value.linkHash);
  }

  async end(id: string): Promise<void> {
    await this.store.atomic().delete(keys.providerSession(secretHash(id))).commit();
  }

  async #link(hash: string): Promise<ProviderLink | null> {
    const { value } = await readEntry(this.store, keys.token(hash), tokenRecord);
    return value?.kind === "provider" && isInLife(value, this.now()) ? value : null;
  }

  async #endBefore({ email, startedAt }: ProviderLink): Promise<void> {
    const prefix = keys.tokenOf.under(listOf(email));
    const links = await listEntries(this.store, { prefix }, handedOut);
    await endThem(this.store, links.filter(({ value }) => value.createdAt < startedAt));
  }
}

/** Key under which the links of an address are listed; no account id has a space before an address. */
function listOf(email: string): string {
  return `provider ${email}`;
}
