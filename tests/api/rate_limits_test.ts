import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { Attempts, type Limit, RequestRates } from "@/lib/api/rate_counters.ts";
import { limitsOf, networkOf } from "@/lib/api/rate_limits.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { anAccount, signedIn, UNLIMITED_RATES } from "@/tests/helpers/a_platform.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";
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

const FIVE: Limit = { subject: "login/account/a@b.fr", max: 5, windowS: 60 };
const TWENTY: Limit = { subject: "login/address/192.0.2.1", max: 20, windowS: 60 };

Deno.test("Attempts.take() allows exactly the maximum under 32 concurrent calls, in two processes", () =>
  withStore(async (store, clock) => {
    // Two counters on one store share no memory, like two processes.
    const counters = [new Attempts(store, clock.now), new Attempts(store, clock.now)];
    let allowed = 0;
    for (let round = 0; round < 4; round++) {
      const tries = Array.from({ length: 32 }, (_, index) => counters[index % 2]?.take([TWENTY]));
      allowed += (await Promise.all(tries)).filter((attempt) => attempt?.ok).length;
    }
    strictEqual(allowed, 20);
  }));

Deno.test("Attempts.take() returns the end of the window, and allows attempts again from then on", () =>
  withStore(async (store, clock) => {
    const attempts = new Attempts(store, clock.now);
    for (let i = 0; i < 5; i++) await attempts.take([FIVE]);
    clock.advance(20_000);
    deepStrictEqual(await attempts.take([FIVE]), { ok: false, retryAt: NOW + 60_000 });
    clock.advance(39_999);
    strictEqual((await attempts.take([FIVE])).ok, false);
    clock.advance(1);
    strictEqual((await attempts.take([FIVE])).ok, true);
  }));

Deno.test("Attempts.take() counts against no limit when one of them refuses", () =>
  withStore(async (store, { now }) => {
    const attempts = new Attempts(store, now);
    for (let i = 0; i < 5; i++) await attempts.take([TWENTY, FIVE]);
    for (let i = 0; i < 50; i++) await attempts.take([TWENTY, FIVE]);
    let left = 0;
    while ((await attempts.take([TWENTY])).ok) left++;
    strictEqual(left, 15);
  }));

Deno.test("Attempts.giveBack() refunds an attempt, so that only failures count", () =>
  withStore(async (store, { now }) => {
    const attempts = new Attempts(store, now);
    for (let i = 0; i < 12; i++) {
      strictEqual((await attempts.take([FIVE])).ok, true);
      await attempts.giveBack([FIVE]);
    }
  }));

Deno.test("Attempts.giveBack() gives no more attempts than were taken, nor those of an ended window", () =>
  withStore(async (store, clock) => {
    const attempts = new Attempts(store, clock.now);
    const takeAll = async () => {
      for (let i = 0; i < 5; i++) strictEqual((await attempts.take([FIVE])).ok, true);
      strictEqual((await attempts.take([FIVE])).ok, false);
    };
    await attempts.take([FIVE]);
    await attempts.giveBack([FIVE, FIVE]);
    await takeAll();
    clock.advance(60_000);
    await attempts.giveBack([FIVE]);
    await takeAll();
  }));

Deno.test("Attempts.take() refuses nobody for longer than a window once the clock was set back", () =>
  withStore(async (store, clock) => {
    const attempts = new Attempts(store, clock.now);
    for (let i = 0; i < 5; i++) await attempts.take([FIVE]);
    // Two hours: the window would end in 7,260 s.
    clock.advance(-7_200_000);
    strictEqual(await attempts.stopsUntil(FIVE), null);
    for (let i = 0; i < 5; i++) strictEqual((await attempts.take([FIVE])).ok, true);
    const setBack = NOW - 7_200_000;
    deepStrictEqual(await attempts.take([FIVE]), { ok: false, retryAt: setBack + 60_000 });
    // The clocks of two processes may differ by a minute: their window is one.
    clock.advance(-60_000);
    strictEqual((await attempts.take([FIVE])).ok, false);
  }));

const LIMIT: Limit = { subject: "request/account/a1", max: 1_200, windowS: 60 };

/** Number of allowed requests, sent 32 at a time to each counter in turn. */
async function letThrough(counters: readonly RequestRates[], count: number): Promise<number> {
  let allowedCount = 0;
  for (let done = 0; done < count; done += 32) {
    const asked = Array.from(
      { length: 32 },
      (_, index) => counters[index % counters.length]?.take(LIMIT),
    );
    allowedCount += (await Promise.all(asked)).filter((attempt) => attempt?.ok).length;
  }
  return allowedCount;
}

Deno.test("RequestRates.take() allows exactly the maximum in three processes on one store", () =>
  withStore(async (store, { now }) => {
    const counters = [1, 2, 3].map(() => new RequestRates(store, now));
    strictEqual(await letThrough(counters, 9_600), 1_200);
  }));

Deno.test("RequestRates.take() never exceeds the maximum, even when a process does not use its share", () =>
  withStore(async (store, { now }) => {
    const idle = new RequestRates(store, now);
    strictEqual((await idle.take(LIMIT)).ok, true);
    // The idle process reserved an eighth, 150 requests, of which it spent one.
    strictEqual(await letThrough([new RequestRates(store, now)], 3_200), 1_050);
    strictEqual(await letThrough([idle], 3_200), 149);
  }));

Deno.test("RequestRates.take() returns the end of the window, and allows requests again from then on", () =>
  withStore(async (store, clock) => {
    const rates = new RequestRates(store, clock.now);
    const limit = { ...LIMIT, max: 2 };
    for (let i = 0; i < 2; i++) strictEqual((await rates.take(limit)).ok, true);
    clock.advance(59_999);
    deepStrictEqual(await rates.take(limit), { ok: false, retryAt: NOW + 60_000 });
    clock.advance(1);
    strictEqual((await rates.take(limit)).ok, true);
  }));

Deno.test("RequestRates.take() counts in memory while the store cannot be read: pages stay available", async () => {
  const broken = () => Promise.reject(new Error("disk I/O error"));
  await withStore(async (store, { now }) => {
    const rates = new RequestRates(aroundStore(store, { get: broken }), now);
    strictEqual(await letThrough([rates], 3_200), 1_200);
  });
});

Deno.test("networkOf() is the address itself in IPv4, also when it is written in IPv6", () => {
  strictEqual(networkOf("192.0.2.7"), "192.0.2.7");
  strictEqual(networkOf("::ffff:192.0.2.7"), "192.0.2.7");
  strictEqual(networkOf("unknown"), "unknown");
});

Deno.test("networkOf() is the network of 64 bits in IPv6, in any notation", () => {
  strictEqual(networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2");
  strictEqual(networkOf("2001:0DB8:0001:0002::6"), "2001:db8:1:2");
  strictEqual(networkOf("2001:db8::6"), "2001:db8:0:0");
  strictEqual(networkOf("fe80::1%eth0"), "fe80:0:0:0");
  strictEqual(networkOf("::1"), "0:0:0:0");
});
