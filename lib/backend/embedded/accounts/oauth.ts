import { credentialsOf } from "@/lib/backend/accounts/credentials.ts";
import type { GrantedTokens } from "@/lib/backend/accounts/oauth.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { checkedSignIn } from "./sign_in.ts";

/** Issues OAuth tokens for a password, or for a refresh token. @throws Refused outside OAuth mode, as not found */
export const getOAuthToken: Handler<"getOAuthToken"> = async (services, { body }) => {
  const oauth = inOAuthMode(services);
  if (body.grant_type === "refresh_token") {
    const tokens = await oauth.refresh({ token: body.refresh_token, clientId: body.client_id });
    return tokens === null ? { ok: false, code: "bad-refresh-token" } : granted(tokens);
  }
  const { username: email, password, client_id: clientId, scope } = body;
  const signIn = await checkedSignIn(services, { email, password });
  if (!signIn.ok) return signIn;
  const { holder, still } = signIn;
  const tokens = await oauth.grant(holder, { clientId, scope }, still ? { check: still } : {});
  return tokens === null ? { ok: false, code: "bad-password" } : granted(tokens);
};

/**
 * Exchanges the token of the header, plain or temporary, for OAuth tokens; it is revoked in the same commit.
 *
 * @spec accounts.migration
 * @throws Refused outside OAuth mode, and for callers with a cookie or an expired token
 */
export const migrateToOAuth: Handler<"migrateToOAuth"> = async (services, { body }, caller) => {
  const oauth = inOAuthMode(services);
  const shown = credentialsOf(caller);
  if (shown?.via !== "header") throw new Refused("bad-request");
  const token = await services.tokens.exchangeable(shown.secret);
  const client = { clientId: body.client_id, scope: body.scope };
  const tokens = token && await oauth.grant(token.holder, client, token.instead);
  if (!tokens) throw new Refused("not-signed-in");
  return granted(tokens);
};

function inOAuthMode({ oauth }: Services) {
  if (oauth === null) throw new Refused("not-found");
  return oauth;
}

function granted({ accessToken, refreshToken, expiresInS }: GrantedTokens) {
  const answer = { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInS };
  return { ok: true, answer } as const;
}
