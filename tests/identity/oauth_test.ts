import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  ACCESS_MS,
  type GrantedTokens,
  OAuthTokens,
  REFRESH_MS,
} from "@/lib/identity/oauth_tokens.ts";
import { Sessions } from "@/lib/identity/sessions.ts";
import { Tokens } from "@/lib/identity/tokens.ts";
import type { Store } from "@/lib/store/store.ts";
import { type HandClock, withStore } from "@/tests/helpers/fixtures.ts";

const HOLDER = { accountId: "a1", email: "a@b.fr", platformAdmin: false, visitorId: null };
const CLIENT = { clientId: "touch", scope: "openid" };
const GRACE_MS = 10_000;

interface Granting {
  store: Store;
  clock: HandClock;
  oauth: OAuthTokens;
  tokens: Tokens;
  first: GrantedTokens;
}

function withGrant(test: (granting: Granting) => Promise<void>): Promise<void> {
  return withStore(async (store, clock) => {
    const oauth = new OAuthTokens(store, clock.now);
    const first = await oauth.grant(HOLDER, CLIENT);
    ok(first);
    await test({ store, clock, oauth, tokens: new Tokens(store, clock.now), first });
  });
}

Deno.test("OAuthTokens.grant() returns an access token valid for an hour, and a refresh token that gives no access", () =>
  withGrant(async ({ clock, tokens, first }) => {
    strictEqual(first.expiresInS, 3_600);
    strictEqual((await tokens.read(first.accessToken))?.kind, "account");
    strictEqual((await tokens.read(first.refreshToken))?.kind, "refresh");
    clock.advance(ACCESS_MS - 1);
    ok(await tokens.read(first.accessToken));
    clock.advance(1);
    strictEqual(await tokens.read(first.accessToken), null);
  }));

Deno.test("OAuthTokens.refresh() returns a new pair once, to its own client, for thirty days", () =>
  withGrant(async ({ clock, oauth, tokens, first }) => {
    strictEqual(await oauth.refresh({ token: first.refreshToken, clientId: "another" }), null);
    strictEqual(await oauth.refresh({ token: first.accessToken, clientId: "touch" }), null);
    const second = await oauth.refresh({ token: first.refreshToken, clientId: "touch" });
    ok(second);
    ok(await tokens.read(second.accessToken));
    clock.advance(REFRESH_MS - 1);
    const third = await oauth.refresh({ token: second.refreshToken, clientId: "touch" });
    ok(third);
    clock.advance(REFRESH_MS);
    strictEqual(await oauth.refresh({ token: third.refreshToken, clientId: "touch" }), null);
  }));

Deno.test("OAuthTokens.refresh() called concurrently returns one pair, which stays valid", () =>
  withGrant(async ({ oauth, tokens, first }) => {
    const race = Array.from(
      { length: 50 },
      () => oauth.refresh({ token: first.refreshToken, clientId: "touch" }),
    );
    const given = (await Promise.all(race)).filter((one) => one !== null);
    strictEqual(given.length, 1);
    ok(await tokens.read(given[0]?.accessToken ?? ""));
    ok(await oauth.refresh({ token: given[0]?.refreshToken ?? "", clientId: "touch" }));
  }));

Deno.test("OAuthTokens.refresh() repeated by its own client within ten seconds ends no token", () =>
  withGrant(async ({ clock, oauth, tokens, first }) => {
    const client = { token: first.refreshToken, clientId: "touch" };
    const second = await oauth.refresh(client);
    clock.advance(GRACE_MS);
    strictEqual(await oauth.refresh(client), null);
    ok(await tokens.read(second?.accessToken ?? ""));
  }));

Deno.test("OAuthTokens.refresh() with a token already used ends every token of that sign-in, and no other", () =>
  withGrant(async ({ clock, oauth, tokens, first }) => {
    const elsewhere = await oauth.grant(HOLDER, CLIENT);
    const second = await oauth.refresh({ token: first.refreshToken, clientId: "touch" });
    ok(second && elsewhere);
    clock.advance(GRACE_MS + 1);
    strictEqual(await oauth.refresh({ token: first.refreshToken, clientId: "touch" }), null);
    strictEqual(await oauth.refresh({ token: second.refreshToken, clientId: "touch" }), null);
    const alive = [first, second, elsewhere].map(({ accessToken }) => tokens.read(accessToken));
    deepStrictEqual((await Promise.all(alive)).map((one) => one !== null), [false, false, true]);
  }));

// @spec accounts.token-life
Deno.test("Tokens.endSignIn() ends the refresh token of a sign-in too, even after its access token was refreshed", () =>
  withGrant(async ({ oauth, tokens, first }) => {
    const fresh = await tokens.refresh(first.accessToken) ?? "";
    await tokens.endSignIn(fresh);
    strictEqual(await tokens.read(fresh), null);
    strictEqual(await oauth.refresh({ token: first.refreshToken, clientId: "touch" }), null);
  }));

Deno.test("Sessions.endAllOf() also ends OAuth tokens", () =>
  withGrant(async ({ store, clock, oauth, tokens, first }) => {
    await new Sessions(store, clock.now).endAllOf(HOLDER);
    strictEqual(await tokens.read(first.accessToken), null);
    strictEqual(await oauth.refresh({ token: first.refreshToken, clientId: "touch" }), null);
    deepStrictEqual(await Array.fromAsync(store.list({ prefix: ["token_of"] })), []);
  }));
