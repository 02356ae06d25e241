import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { limitsOf } from "@/lib/api/rate_limits.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { anAccount, signedIn, UNLIMITED_RATES } from "@/tests/helpers/a_platform.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { aResidence } from "./a_residence.ts";

const WAIT_HEADERS = ["retry-after", "ratelimit-reset", "x-ratelimit-reset"];

function me(ask: AskApp, token: string): Promise<Response> {
  return ask("/api/auth/me", { headers: { "x-authtoken": token } });
}

function from(address: string): RequestInit {
  return { headers: { "x-forwarded-for": address } };
}

Deno.test("calls over HTTP are counted per account, for all of its tokens", () =>
  withApp(async (ask, built) => {
    await anAccount(built);
    await anAccount(built, { email: "eve@bailleur.fr" });
    const first = await signedIn(built);
    const second = await signedIn(built);
    const other = await signedIn(built, "eve@bailleur.fr");
    for (let done = 0; done < 10; done++) strictEqual((await me(ask, first.token)).status, 200);
    for (let done = 0; done < 10; done++) strictEqual((await me(ask, second.token)).status, 200);
    built.clock.advance(20_000);
    const refused = await me(ask, second.token);
    strictEqual(refused.status, 429);
    strictEqual((await refused.json()).code, "too-many-requests");
    const resetS = String(built.clock.now() / 1_000 + 40);
    deepStrictEqual(WAIT_HEADERS.map((name) => refused.headers.get(name)), ["40", "40", resetS]);
    strictEqual((await me(ask, other.token)).status, 200);
    built.clock.advance(40_000);
    strictEqual((await me(ask, first.token)).status, 200);
  }, { rates: { apiPerAccountAndMinute: 20 } }));

Deno.test("anonymous calls are counted per address: that of the proxy's header where it is trusted", () =>
  withApp(async (ask) => {
    const statusFrom = async (address: string) =>
      (await ask("/api/auth/features", from(address))).status;
    for (let done = 0; done < 3; done++) strictEqual(await statusFrom("192.0.2.1"), 200);
    strictEqual(await statusFrom("192.0.2.1"), 429);
    strictEqual(await statusFrom("192.0.2.2"), 200);
    // Addresses written by the client itself, before the proxy's, are ignored.
    strictEqual(await statusFrom("198.51.100.9, 192.0.2.1"), 429);
    strictEqual(await statusFrom("2001:db8:0:1::1"), 200);
    strictEqual(await statusFrom("2001:db8:0:1::2"), 200);
    strictEqual(await statusFrom("2001:db8:0:1:ffff::"), 200);
    strictEqual(await statusFrom("2001:db8:0:1::3"), 429);
  }, { rates: { requestsPerAddressAndMinute: 3 }, settings: { TRUST_PROXY: "on" } }));

Deno.test("failed sign-ins are counted per client behind the proxy, not for the proxy", () =>
  withApp(async (ask) => {
    const statusFrom = async (address: string, account: number) => {
      const body = JSON.stringify({ email: `${account}@bailleur.fr`, password: "x" });
      const headers = { "x-forwarded-for": address, "content-type": "application/json" };
      return (await ask("/api/auth/login", { method: "POST", headers, body })).status;
    };
    for (let account = 0; account < 3; account++) {
      strictEqual(await statusFrom("192.0.2.1", account), 401);
    }
    strictEqual(await statusFrom("192.0.2.1", 3), 429);
    strictEqual(await statusFrom("192.0.2.2", 4), 401);
  }, { rates: { loginPerAddressAndMinute: 3 }, settings: { TRUST_PROXY: "on" } }));

Deno.test("without a trusted proxy no header changes the address that is counted", () =>
  withApp(async (ask) => {
    const statuses: number[] = [];
    for (let host = 1; host <= 4; host++) {
      statuses.push((await ask("/api/auth/features", from(`192.0.2.${host}`))).status);
    }
    deepStrictEqual(statuses, [200, 200, 200, 429]);
  }, { rates: { requestsPerAddressAndMinute: 3 } }));

Deno.test("collector that writes too often keeps its readings and retries", () =>
  withApp(async (ask, built) => {
    const { token } = await aResidence(built);
    const endpoints: readonly [string, RequestInit][] = [
      ["/api/v2/write?precision=s", { headers: { authorization: `Token ${token}` } }],
      [`/write?precision=s&p=${token}`, {}],
      ["/chirpstack?event=up", { headers: { authorization: `Bearer ${token}` } }],
      [`/input/post?apikey=${token}&node=1&json={"a":1}`, {}],
    ];
    const line = `meter value=1 ${built.clock.now() / 1_000}`;
    const write = ([path, init]: (typeof endpoints)[number]) =>
      ask(path, { ...init, method: "POST", body: path.startsWith("/chirp") ? "{}" : line });
    const [influx] = endpoints;
    if (influx === undefined) throw new Error("no endpoint");
    for (let done = 0; done < 2; done++) strictEqual((await write(influx)).status, 204);
    for (const endpoint of endpoints) {
      const refused = await write(endpoint);
      strictEqual(refused.status, 429, endpoint[0]);
      strictEqual(refused.headers.get("retry-after"), "60");
      for (const name of WAIT_HEADERS) match(refused.headers.get(name) ?? "", /^\d+$/);
    }
    built.clock.advance(60_000);
    strictEqual((await write(influx)).status, 204);
  }, { rates: { writesPerCollectorAndMinute: 2 } }));

Deno.test("limitsOf() counts links and codes per e-mail and hour, used or not", () => {
  const attempting = { rates: UNLIMITED_RATES, caller: ANONYMOUS, clientAddress: "192.0.2.1" };
  for (const name of ["askResetCode", "askNewLinkProvider"] as const) {
    deepStrictEqual(limitsOf(name, { body: { email: " Ada@Bailleur.fr" } }, attempting), [
      { subject: "login/address/192.0.2.1", max: 20, windowS: 60, counts: "all" },
      { subject: "link/email/ada@bailleur.fr", max: 3, windowS: 3_600, counts: "all" },
    ]);
  }
});

Deno.test("limitsOf() counts the failures of each call that tries a password or a code", () => {
  const attempting = { rates: UNLIMITED_RATES, caller: ANONYMOUS, clientAddress: "192.0.2.1" };
  const both = [
    { subject: "login/address/192.0.2.1", max: 20, windowS: 60, counts: "failures" },
    { subject: "login/account/ada@bailleur.fr", max: 5, windowS: 60, counts: "failures" },
  ];
  const email = "ada@bailleur.fr";
  deepStrictEqual(limitsOf("login", { body: { email } }, attempting), both);
  deepStrictEqual(limitsOf("resetPassword", { body: { email } }, attempting), both);
  deepStrictEqual(limitsOf("getOAuthToken", { body: { username: email } }, attempting), both);
  const caller = { kind: "account", accountId: "a1", email, platformAdmin: false, demo: false };
  for (const name of ["changePassword", "removeAccount"] as const) {
    deepStrictEqual(
      limitsOf(name, { body: {} }, { ...attempting, caller: { ...caller, kind: "account" } }),
      [{ subject: "login/account/id/a1", max: 5, windowS: 60, counts: "failures" }],
    );
  }
  deepStrictEqual(limitsOf("createFirstAccount", { body: { email } }, attempting), [
    { subject: "first-run/address/192.0.2.1", max: 20, windowS: 3_600, counts: "failures" },
  ]);
  deepStrictEqual(limitsOf("listOrgs", {}, attempting), []);
});
