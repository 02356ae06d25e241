import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { Input } from "@/lib/app/catalogue.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { anAccount, callAs, PASSWORD, signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

const IN_OAUTH = { oauth: true };

function byPassword(username: string, password: string): Input<"getOAuthToken"> {
  const grant_type = "password" as const;
  return { body: { grant_type, client_id: "touch", scope: "openid", username, password } };
}

Deno.test("getOAuthToken() returns tokens for a password, and another pair for the refresh token", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const ask = callAs(built, ANONYMOUS);
    strictEqual(
      await codeOfCall(ask("getOAuthToken", byPassword("ada@bailleur.fr", "x"))),
      "bad-password",
    );
    strictEqual(
      await codeOfCall(ask("getOAuthToken", byPassword("eve@bailleur.fr", PASSWORD))),
      "user-not-found",
    );
    const given = await answerOf(ask("getOAuthToken", byPassword("ada@bailleur.fr", PASSWORD)));
    strictEqual(given.expires_in, 3_600);
    const { identities } = built.platform;
    const caller = await identities.byToken(given.access_token, "header");
    strictEqual((await callAs(built, caller)("getMe", {})).ok, true);
    const { refresh_token } = given;
    strictEqual((await identities.byToken(refresh_token, "header")).kind, "anonymous");
    const body = { grant_type: "refresh_token", client_id: "touch", refresh_token } as const;
    strictEqual((await ask("getOAuthToken", { body })).ok, true);
    strictEqual(await codeOfCall(ask("getOAuthToken", { body })), "bad-refresh-token");
  }, IN_OAUTH));

// @spec accounts.token-life
Deno.test("logout() ends every token of its OAuth sign-in, exchanged ones too, and none of another sign-in", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const nobody = callAs(built, ANONYMOUS);
    const grant = async () => {
      return await answerOf(nobody("getOAuthToken", byPassword("ada@bailleur.fr", PASSWORD)));
    };
    const exchanged = async (refresh_token: string) => {
      const body = { grant_type: "refresh_token", client_id: "touch", refresh_token } as const;
      const result = await nobody("getOAuthToken", { body });
      return result.ok ? result.answer : result.code;
    };
    const { identities } = built.platform;
    const [phone, desk] = [await grant(), await grant()];
    const next = await exchanged(phone.refresh_token);
    ok(typeof next !== "string");
    const caller = await identities.byToken(next.access_token, "header");
    const plain = await answerOf(callAs(built, caller)("refreshToken", {}));
    const last = await identities.byToken(plain.token, "header");
    strictEqual((await callAs(built, last)("logout", {})).ok, true);
    for (const token of [phone.access_token, next.access_token, plain.token]) {
      strictEqual((await identities.byToken(token, "header")).kind, "anonymous");
    }
    strictEqual(await exchanged(next.refresh_token), "bad-refresh-token");
    strictEqual((await identities.byToken(desk.access_token, "header")).kind, "account");
    ok(typeof await exchanged(desk.refresh_token) !== "string");
  }, IN_OAUTH));

// @spec accounts.migration
Deno.test("migrateToOAuth() exchanges the token of the header for OAuth tokens, once", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const { ask, token, caller } = await signedIn(built);
    const body = { client_id: "touch", scope: "" };
    const migrated = await answerOf(ask("migrateToOAuth", { body }));
    match(migrated.refresh_token, /^[\w-]{43}$/);
    const { identities } = built.platform;
    strictEqual((await identities.byToken(token, "header")).kind, "anonymous");
    strictEqual(
      await codeOfCall(callAs(built, caller)("migrateToOAuth", { body })),
      "not-signed-in",
    );
  }, IN_OAUTH));

Deno.test("migrateToOAuth() called concurrently returns one pair", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const { ask } = await signedIn(built);
    const body = { client_id: "touch", scope: "" };
    const race = await Promise.all(
      Array.from({ length: 30 }, () => ask("migrateToOAuth", { body })),
    );
    strictEqual(race.filter((result) => result.ok).length, 1);
  }, IN_OAUTH));

Deno.test("demo account that signs in by OAuth gets its own visit", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const given = await answerOf(
      callAs(built, ANONYMOUS)("getOAuthToken", byPassword(email, password)),
    );
    const caller = await built.platform.identities.byToken(given.access_token, "header");
    strictEqual(caller.kind === "account" && caller.demo, true);
  }, { demo: true, oauth: true }));

// @spec accounts.features
Deno.test("outside OAuth mode the calls are not found, and the sign-in page shows the mode", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const ask = callAs(built, ANONYMOUS);
    strictEqual(
      await codeOfCall(ask("getOAuthToken", byPassword("ada@bailleur.fr", PASSWORD))),
      "not-found",
    );
    const { ask: signed } = await signedIn(built);
    strictEqual(
      await codeOfCall(signed("migrateToOAuth", { body: { client_id: "c", scope: "" } })),
      "not-found",
    );
    deepStrictEqual(await ask("getSignInFeatures", {}), {
      ok: true,
      answer: { oauth: false, passwordReset: true, demo: false, firstRun: false },
    });
  }));
