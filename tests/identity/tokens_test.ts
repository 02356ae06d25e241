import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  ACCESS_MS,
  type GrantedTokens,
  OAuthTokens,
  REFRESH_MS,
} from "@/lib/identity/oauth_tokens.ts";
import type { AccountToken } from "@/lib/identity/records.ts";
import { Sessions } from "@/lib/identity/sessions.ts";
import { handedOutTo, TOKEN_MS, type TokenOwner, Tokens } from "@/lib/identity/tokens.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { withLives } from "@/tests/helpers/changed_stores.ts";
import { type HandClock, withStore } from "@/tests/helpers/fixtures.ts";
import { issuedToken } from "@/tools/serving/seeded_stores.ts";

const OWNER = { kind: "ingest", projectId: "p1", visitorId: null } as const;

interface Place {
  store: Store;
  clock: HandClock;
  tokens: Tokens;
}

function withTokens(test: (place: Place) => Promise<void>): Promise<void> {
  return withStore((store, clock) => test({ store, clock, tokens: new Tokens(store, clock.now) }));
}

async function accountToken(tokens: Tokens, token: string): Promise<AccountToken> {
  const record = await tokens.read(token);
  ok(record?.kind === "account");
  return record;
}

Deno.test("Tokens.read() accepts a token until its last millisecond", () =>
  withTokens(async ({ clock, tokens }) => {
    const token = await tokens.issue(HOLDER) ?? "";
    clock.advance(TOKEN_MS - 1);
    ok(await tokens.read(token));
    clock.advance(1);
    strictEqual(await tokens.read(token), null);
  }));

Deno.test("Tokens refuses a token issued by a clock that was ahead by more than its lifetime", () =>
  withTokens(async ({ clock, tokens }) => {
    const token = await tokens.issue(HOLDER) ?? "";
    clock.advance(-TOKEN_MS);
    ok(await tokens.read(token));
    ok(await tokens.exchangeable(token));
    clock.advance(-1);
    strictEqual(await tokens.read(token), null);
    strictEqual(await tokens.exchangeable(token), null);
    strictEqual(await tokens.refresh(token), null);
  }));

Deno.test("Tokens.issue() returns no token when the account has changed since its password was verified", () =>
  withTokens(async ({ store, tokens }) => {
    const { key, versionstamp } = await store.get(keys.account("a1"));
    await store.atomic().set(key, "changed").commit();
    strictEqual(await tokens.issue(HOLDER, { key, versionstamp }), null);
    deepStrictEqual(await handedOutTo(store, HOLDER), []);
  }));

Deno.test("Tokens.exchangeable() and refresh() refuse a token that was refreshed or has expired", () =>
  withTokens(async ({ clock, tokens }) => {
    const token = await tokens.issue(HOLDER) ?? "";
    const fresh = await tokens.refresh(token) ?? "";
    strictEqual(await tokens.exchangeable(token), null);
    clock.advance(TOKEN_MS - 1);
    ok(await tokens.exchangeable(fresh));
    clock.advance(1);
    strictEqual(await tokens.exchangeable(fresh), null);
    strictEqual(await tokens.refresh(fresh), null);
  }));

Deno.test("Tokens.shouldRefresh() is true from half the lifetime on", () =>
  withTokens(async ({ clock, tokens }) => {
    const record = await accountToken(tokens, await tokens.issue(HOLDER) ?? "");
    clock.advance(TOKEN_MS / 2 - 1);
    strictEqual(tokens.shouldRefresh(record), false);
    clock.advance(1);
    strictEqual(tokens.shouldRefresh(record), true);
  }));

Deno.test("Tokens.refresh() returns one new token to any number of concurrent calls", () =>
  withTokens(async ({ tokens }) => {
    const token = await tokens.issue(HOLDER) ?? "";
    const fresh = await Promise.all(Array.from({ length: 50 }, () => tokens.refresh(token)));
    const given = fresh.filter((one) => one !== null);
    strictEqual(given.length, 1);
    strictEqual((await accountToken(tokens, given[0] ?? "")).accountId, "a1");
  }));

Deno.test("Tokens.refresh() leaves the old token valid for ten seconds, without another refresh", () =>
  withTokens(async ({ clock, tokens }) => {
    const token = await tokens.issue(HOLDER) ?? "";
    await tokens.refresh(token);
    strictEqual(await tokens.refresh(token), null);
    clock.advance(9_999);
    ok(await tokens.read(token));
    clock.advance(1);
    strictEqual(await tokens.read(token), null);
  }));

Deno.test("Tokens.projectToken() is revoked of that residence and kind only", () =>
  withTokens(async ({ tokens }) => {
    const revoked = async (owner: TokenOwner) => {
      const found = await tokens.projectToken(owner, tokenId);
      if (found !== null) await tokens.commit(found.revoke);
      return found?.name ?? null;
    };
    const screens = { ...OWNER, kind: "display" } as const;
    const name = { name: "Telegraf", createdBy: "a@b.fr" };
    const { token, tokenId } = await issuedToken(tokens, OWNER, name);
    await issuedToken(tokens, screens, { name: "Hall A", createdBy: "a@b.fr" });
    strictEqual(await revoked({ ...OWNER, projectId: "p2" }), null);
    strictEqual(await revoked(screens), null);
    deepStrictEqual((await tokens.projectTokens(OWNER)).map((row) => row.name), ["Telegraf"]);
    strictEqual(await revoked(OWNER), "Telegraf");
    deepStrictEqual([await tokens.read(token), await tokens.projectTokens(OWNER)], [null, []]);
    deepStrictEqual((await tokens.projectTokens(screens)).map((row) => row.name), ["Hall A"]);
  }));

Deno.test("Tokens.end() ends an account's token, and none of a residence", () =>
  withTokens(async ({ tokens }) => {
    const own = await tokens.issue(HOLDER) ?? "";
    const { token } = await issuedToken(tokens, OWNER, { name: "Telegraf", createdBy: "" });
    await tokens.end(own);
    await tokens.end(token);
    strictEqual(await tokens.read(own), null);
    ok(await tokens.read(token));
  }));

Deno.test("Tokens.noteUse() lets the token of a demo visit end with the visit", () =>
  withStore(async (store, clock) => {
    const lives: (number | undefined)[] = [];
    const owner = { kind: "display", projectId: "p1", visitorId: "v1" } as const;
    const tokens = new Tokens(withLives(store, lives), clock.now);
    const { token } = await issuedToken(tokens, owner, { name: "Hall", createdBy: "" });
    const record = await tokens.read(token);
    ok(record?.kind === "display");
    clock.advance(3_600_000);
    await tokens.noteUse(record);
    await tokens.noteUse(record);
    const day = 24 * 3_600_000;
    deepStrictEqual(lives, [day, day, day - 3_600_000]);
  }));

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

// @spec accounts.changed-credentials
Deno.test("Sessions.endAllOf() also ends OAuth tokens, and a refreshed token", () =>
  withGrant(async ({ store, clock, oauth, tokens, first }) => {
    const fresh = await tokens.refresh(first.accessToken) ?? "";
    ok(await tokens.read(fresh));
    await new Sessions(store, clock.now).endAllOf(HOLDER);
    for (const token of [first.accessToken, fresh]) strictEqual(await tokens.read(token), null);
    strictEqual(await oauth.refresh({ token: first.refreshToken, clientId: "touch" }), null);
    deepStrictEqual(await Array.fromAsync(store.list({ prefix: ["token_of"] })), []);
  }));
