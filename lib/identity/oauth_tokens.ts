/** Access and refresh tokens of OAuth clients. @module */

import { isSecret, newId, newSecret, secretHash } from "@/lib/base/secrets.ts";
import { isInLife } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type Check, type Key, readEntry, type Store } from "@/lib/store/store.ts";
import {
  type AccountToken,
  type CredentialOwner,
  type RefreshToken,
  tokenRecord,
} from "./records.ts";
import { endFamily, holderOf, issued, ownerOf } from "./tokens.ts";

/** Lifetime of an OAuth access token, ms. */
export const ACCESS_MS = 3_600_000;
/** Lifetime of an OAuth refresh token, ms. */
export const REFRESH_MS = 30 * 24 * 3_600_000;
/** A refresh token reused within this time is a race of its own client, not a theft, ms. */
const GRACE_MS = 10_000;

/** Answer of `POST /oauth/token`. @spec accounts.oauth-tokens */
export interface GrantedTokens {
  accessToken: string;
  refreshToken: string;
  expiresInS: number;
}

interface Client {
  clientId: string;
  scope: string;
}

interface Granting {
  holder: CredentialOwner;
  client: Client;
  family: string;
}

/** OAuth tokens of API clients: a short-lived access token, and a single-use refresh token. */
export class OAuthTokens {
  constructor(private readonly store: Store, private readonly now: () => number) {}

  /**
   * Issues the first pair of a sign-in.
   *
   * @param instead a condition to check, and keys to delete in the same commit
   * @returns null when the condition no longer holds
   */
  async grant(
    holder: CredentialOwner,
    client: Client,
    instead: { check?: Check; remove?: readonly Key[] } = {},
  ): Promise<GrantedTokens | null> {
    const atomic = this.store.atomic();
    if (instead.check) atomic.check(instead.check);
    for (const key of instead.remove ?? []) atomic.delete(key);
    const tokens = this.#included(atomic, { holder, client, family: newId() });
    return (await atomic.commit()).ok ? tokens : null;
  }

  /**
   * Exchanges a refresh token, once.
   *
   * A token reused later was stolen, or its thief used it first: every token of that sign-in ends.
   *
   * @returns null when it is unknown, expired, already exchanged or belongs to another client
   */
  async refresh(
    { token, clientId }: { readonly token: string; readonly clientId: string },
  ): Promise<GrantedTokens | null> {
    if (!isSecret(token)) return null;
    const key = keys.token(secretHash(token));
    const { value, versionstamp } = await readEntry(this.store, key, tokenRecord);
    const now = this.now();
    if (value?.kind !== "refresh" || value.clientId !== clientId || !isInLife(value, now)) {
      return null;
    }
    if (value.replacedAt !== null) {
      if (now - value.replacedAt > GRACE_MS) await endFamily(this.store, value, value.family);
      return null;
    }
    const atomic = this.store.atomic().check({ key, versionstamp })
      .set(key, { ...value, replacedAt: now }, { expireIn: value.expiresAt - now });
    const tokens = this.#included(atomic, { ...value, holder: holderOf(value), client: value });
    return (await atomic.commit()).ok ? tokens : null;
  }

  #included(atomic: Atomic, { holder, client, family }: Granting): GrantedTokens {
    const now = this.now();
    const [accessToken, refreshToken] = [newSecret(), newSecret()];
    const access: AccountToken = {
      kind: "account",
      ...holder,
      startedAt: now,
      expiresAt: now + ACCESS_MS,
      replaced: false,
    };
    const refresh: RefreshToken = {
      kind: "refresh",
      ...holder,
      clientId: client.clientId,
      scope: client.scope,
      family,
      startedAt: now,
      expiresAt: now + REFRESH_MS,
      replacedAt: null,
    };
    const name = client.clientId;
    const granted = [[accessToken, access, "token"], [refreshToken, refresh, "refresh"]] as const;
    for (const [token, record, kind] of granted) {
      const hash = secretHash(token);
      const { expiresAt } = record;
      const expireIn = expiresAt - now;
      const row = issued({
        kind,
        hash,
        name,
        createdAt: now,
        createdBy: holder.email,
        expiresAt,
        family,
      });
      atomic.set(keys.token(hash), record, { expireIn })
        .set(keys.tokenOf(ownerOf(holder), hash), row, { expireIn });
    }
    return { accessToken, refreshToken, expiresInS: ACCESS_MS / 1_000 };
  }
}
