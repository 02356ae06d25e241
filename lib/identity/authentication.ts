/** Finds the caller of a request by its session, token or provider session. @module */

import * as z from "zod";
import { pause } from "@/lib/base/concurrency.ts";
import { secretHash, unseal } from "@/lib/base/secrets.ts";
import { HEADER_TEXT } from "@/lib/base/strings.ts";
import {
  ANONYMOUS,
  type Caller,
  type Credentials,
  type ProviderOf,
  withCredentials,
} from "./caller.ts";
import type { ProviderLinks } from "./provider_links.ts";
import type { CredentialOwner, ProjectTokenRecord, ProviderLink } from "./records.ts";
import type { OAuthTokens } from "./schema.ts";
import type { Sessions } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";

/** Delay between the refresh of an OAuth token and its expiry, ms. @spec accounts.oauth-tokens "OAuth refresh 10 seconds before expiry" */
const REFRESH_BEFORE_MS = 10_000;

/** The tokens of a session at the host that answers its calls. */
interface UpstreamToken {
  /** Sent with every call. */
  access: string;
  /** Gets the next pair; null outside OAuth mode. */
  refresh: string | null;
  /** Epoch ms; null outside OAuth mode, where only the host knows it. */
  expiresAt: number | null;
}

const oauthText: z.ZodType<UpstreamToken> = z.object({
  access: z.string(),
  refresh: z.string(),
  expiresAt: z.number(),
});

export function oauthTokenText(tokens: OAuthTokens, now: number): string {
  const { access_token: access, refresh_token: refresh, expires_in } = tokens;
  return JSON.stringify({ access, refresh, expiresAt: now + expires_in * 1_000 });
}

/** Parses the stored tokens of a session: an OAuth pair, or a plain token. */
function upstreamTokenOf(text: string): UpstreamToken {
  const found = text.startsWith("{") ? oauthText.safeParse(JSON.parse(text)) : null;
  return found?.success ? found.data : { access: text, refresh: null, expiresAt: null };
}

/** True when the pair must be exchanged before the next call. @spec accounts.oauth-tokens */
function isRefreshDue({ expiresAt }: UpstreamToken, now: number): boolean {
  return expiresAt !== null && now >= expiresAt - REFRESH_BEFORE_MS;
}

/** Services that authenticate a caller. */
interface IdentityOptions {
  sessions: Sessions;
  tokens: Tokens;
  providerLinks: ProviderLinks;
  providersOf(link: ProviderLink): Promise<readonly ProviderOf[]>;
  /** True when another host answers the calls: an unknown token may be one of its own. */
  isUpstream: boolean;
  /** Epoch ms. */
  now(): number;
  /** Exchanges a refresh token at the other host; null when it is invalid there. */
  refreshElsewhere(refreshToken: string): Promise<OAuthTokens | null>;
}

/** Maximum length of a token that is passed on to another host, characters. */
const TOKEN_MAX_LENGTH = 4_096;

/** Number of checks, and their interval in ms, for a pair exchanged by another process. */
const POLLS = 5;
const POLL_MS = 100;

/** Authenticates callers by their session or their token. @spec calls.tokens */
export class Identities {
  #refreshing = new Map<string, Promise<string | null>>();

  constructor(private readonly options: IdentityOptions) {}

  /** The caller of a session id; anonymous when it has ended. */
  async bySession(id: string): Promise<Caller> {
    const session = await this.options.sessions.read(id);
    if (session === null) return ANONYMOUS;
    const { visitorId, sealedToken, rights } = session;
    const text = sealedToken === null ? null : await unseal({ sealed: sealedToken, secret: id });
    const upstreamToken = text === null ? null : await this.#freshToken(id, text);
    if (text !== null && upstreamToken === null) return ANONYMOUS;
    const shown = { secret: id, visitorId, upstreamToken, sessionRights: rights };
    return withCredentials(accountCaller(session), { via: "session", ...shown });
  }

  /** The caller of a provider's session id; anonymous when it has ended. */
  async byProviderSession(id: string): Promise<Caller> {
    const link = await this.options.providerLinks.ofSession(id);
    return link === null ? ANONYMOUS : await this.#provider(link, { via: "session", secret: id });
  }

  /** Read at each request: an address removed by a landlord loses access immediately. */
  async #provider(link: ProviderLink, by: Pick<Credentials, "via" | "secret">): Promise<Caller> {
    const providers = await this.options.providersOf(link);
    if (providers.length === 0) return ANONYMOUS;
    const { email, visitorId = null } = link;
    const caller = { kind: "provider", email, providers, demo: visitorId !== null } as const;
    return withCredentials(caller, { ...by, visitorId, upstreamToken: null });
  }

  /** The token for the other host, exchanged 10 s before it expires; null when it cannot be exchanged. */
  async #freshToken(id: string, text: string): Promise<string | null> {
    const token = upstreamTokenOf(text);
    if (token.refresh === null || !isRefreshDue(token, this.options.now())) return token.access;
    let under = this.#refreshing.get(id);
    if (under === undefined) {
      under = this.#refreshed(id).finally(() => this.#refreshing.delete(id));
      this.#refreshing.set(id, under);
    }
    return await under;
  }

  async #refreshed(id: string): Promise<string | null> {
    // A concurrent request may have stored another pair since this session was read.
    const token = await this.#keptToken(id);
    if (token === null || !isRefreshDue(token, this.options.now())) return token?.access ?? null;
    const tokens = await this.options.refreshElsewhere(token.refresh ?? "");
    if (tokens === null) return await this.#keptByAnother(id);
    await this.options.sessions.keepToken({
      id,
      token: oauthTokenText(tokens, this.options.now()),
    });
    return tokens.access_token;
  }

  /** Another process may have exchanged the pair, and be about to store the new one. */
  async #keptByAnother(id: string): Promise<string | null> {
    for (let polls = 0; polls < POLLS; polls++) {
      const token = await this.#keptToken(id);
      if (token !== null && !isRefreshDue(token, this.options.now())) return token.access;
      await pause(POLL_MS);
    }
    return null;
  }

  async #keptToken(id: string): Promise<UpstreamToken | null> {
    const session = await this.options.sessions.read(id);
    const text = session?.sealedToken
      ? await unseal({ sealed: session.sealedToken, secret: id })
      : null;
    return text === null ? null : upstreamTokenOf(text);
  }

  /** The caller of a token; anonymous when it has ended. */
  async byToken(token: string, via: "header" | "query"): Promise<Caller> {
    const record = await this.options.tokens.read(token);
    if (record !== null && "projectId" in record) {
      return ofResidence(record, { via, secret: token });
    }
    if (record?.kind === "refresh") return ANONYMOUS;
    if (record?.kind === "provider") {
      return await this.#provider(record, { via, secret: token });
    }
    if (record !== null) {
      const { visitorId } = record;
      const shown = { via, secret: token, visitorId, upstreamToken: null };
      return withCredentials(accountCaller(record), shown);
    }
    const mayBeElsewhere = this.options.isUpstream && token !== "" &&
      token.length <= TOKEN_MAX_LENGTH && HEADER_TEXT.test(token);
    return mayBeElsewhere ? elsewhere(token, via) : ANONYMOUS;
  }
}

function ofResidence(
  { kind, projectId, visitorId }: ProjectTokenRecord,
  by: Pick<Credentials, "via" | "secret">,
): Caller {
  return withCredentials({ kind, projectId }, { ...by, visitorId, upstreamToken: null });
}

function accountCaller({ accountId, email, platformAdmin, visitorId }: CredentialOwner): Caller {
  return { kind: "account", accountId, email, platformAdmin, demo: visitorId !== null };
}

/** A user known only to the other host, which checks the token. */
function elsewhere(token: string, via: "header" | "query"): Caller {
  const accountId = `upstream-${secretHash(token)}`;
  const caller = {
    kind: "account",
    accountId,
    email: "",
    platformAdmin: false,
    demo: false,
  } as const;
  return withCredentials(caller, { via, secret: token, visitorId: null, upstreamToken: token });
}
