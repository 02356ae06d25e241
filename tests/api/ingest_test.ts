import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { wholeYear } from "@/lib/base/civil_dates.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aSeries, PROJECT } from "@/tests/helpers/a_residence.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { gzip } from "@/tests/helpers/file_bytes.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aResidence, withFedApp } from "./a_residence.ts";

function write(askApp: AskApp, token: string, body: BodyInit, over: RequestInit = {}) {
  const headers = { authorization: `Token ${token}`, ...over.headers };
  return askApp("/api/v2/write?org=o&bucket=b&precision=s", { method: "POST", body, headers });
}

const ALWAYS = { fromS: 0, toS: 2 ** 32 };

/** Seconds since 1970 of noon UTC on a day of January 2026. */
function noon(day: number): number {
  return Date.UTC(2026, 0, day, 12) / 1_000;
}

// @spec series.sources
Deno.test("readings of an unknown source are stored, then belong to the series it is attached to", () =>
  withFedApp(async ({ askApp, ask, series, token }) => {
    const lines = [1, 2, 3].map((day) => `gaz,serial=77 value=${1000 + day * 12} ${noon(day)}`);
    const answer = await write(askApp, token, await gzip(lines.join("\n")), {
      headers: { "content-encoding": "gzip" },
    });
    strictEqual(answer.status, 204);
    const unknown = await answerOf(ask("listUnknownSources", { projectId: PROJECT }));
    deepStrictEqual(
      unknown.map((
        { source, lastValue, readingCount },
      ) => [source, lastValue, readingCount]),
      [["gaz,serial=77 value", 1036, 3]],
    );
    await answerOf(ask("attachSource", {
      projectId: PROJECT,
      series,
      body: { source: "gaz,serial=77 value", houseId: null },
    }));
    const january = await answerOf(ask("getFacilityRangeData", {
      projectId: PROJECT,
      series,
      segment: "monthly-2026",
    }));
    // 1012 at noon on the 1st, 1036 at noon on the 3rd.
    strictEqual(january.slots[0]?.value, 24);
    deepStrictEqual(await ask("listUnknownSources", { projectId: PROJECT }), {
      ok: true,
      answer: [],
    });
  }));

Deno.test("figure already read changes as soon as new readings are acknowledged", () =>
  withFedApp(async ({ askApp, ask, series, token }) => {
    await write(askApp, token, `gaz,serial=77 value=1000 ${noon(1)}`);
    const body = { source: "gaz,serial=77 value", houseId: null };
    await ask("attachSource", { projectId: PROJECT, series, body });
    const january = async () => {
      const range = { projectId: PROJECT, series, segment: "monthly-2026" };
      return (await answerOf(ask("getFacilityRangeData", range))).slots[0]?.value;
    };
    strictEqual(await january(), null);
    await write(askApp, token, `gaz,serial=77 value=1010 ${noon(2)}`);
    strictEqual(await january(), 10);
    await write(askApp, token, `gaz,serial=77 value=1030 ${noon(3)}`);
    strictEqual(await january(), 30);
  }));

Deno.test("invalid lines are named by number, and the valid ones are stored", () =>
  withFedApp(async ({ askApp, built, ask, token }) => {
    const future = Math.floor(built.clock.now() / 1_000) + 3_600;
    const lines = [
      `gaz,serial=77 value=1 ${noon(1)}`,
      "this is no line",
      `gaz,serial=77 value=2 ${noon(2)}`,
      `gaz,serial=77 value=3 ${future}`,
      `gaz,serial=77 value=abc ${noon(3)}`,
    ];
    const answer = await write(askApp, token, lines.join("\n"));
    strictEqual(answer.status, 400);
    const { code, message } = await answer.json();
    strictEqual(code, "invalid");
    match(message, /^partial write: 3 not kept: line 2: .*; line 4: .* future; line 5: /);
    const unknown = await answerOf(ask("listUnknownSources", { projectId: PROJECT }));
    strictEqual(unknown[0]?.readingCount, 2);
  }));

Deno.test("beyond twenty, invalid lines are counted", () =>
  withFedApp(async ({ askApp, token }) => {
    const messageOf = async (lineCount: number) => {
      const lines = Array<string>(lineCount).fill("this is no line").join("\n");
      return (await (await write(askApp, token, lines)).json()).message;
    };
    match(await messageOf(20), /^partial write: 20 not kept: .*; line 20: [^;]*$/);
    match(await messageOf(21), /^partial write: 21 not kept: .*; line 20: [^;]*; and 1 more$/);
  }));

Deno.test("a write is refused without a project token, or with another kind of token", () =>
  withFedApp(async ({ askApp, built, token }) => {
    const account = await signedIn(built);
    const line = `gaz,serial=77 value=1 ${noon(1)}`;
    const none = await askApp("/api/v2/write", { method: "POST", body: line });
    const other = await write(askApp, account.token, line);
    deepStrictEqual([none.status, other.status], [401, 401]);
    strictEqual((await other.json()).code, "unauthorized");
    const bearer = await askApp("/api/v2/write?precision=s", {
      method: "POST",
      body: line,
      headers: { authorization: `Bearer ${token}` },
    });
    strictEqual(bearer.status, 204);
    // A collector's token opens no call of the catalogue.
    const headers = { "X-AuthToken": token };
    strictEqual((await askApp(`/api/collect/projects/${PROJECT}`, { headers })).status, 403);
    strictEqual((await askApp("/api/collect/projects/other", { headers })).status, 404);
  }));

Deno.test("a revoked token is refused at once", () =>
  withFedApp(async ({ askApp, ask, token }) => {
    const tokens = await answerOf(ask("listIngestTokens", { projectId: PROJECT }));
    const tokenId = tokens[0]?.id ?? "";
    ok((await ask("revokeIngestToken", { projectId: PROJECT, tokenId })).ok);
    strictEqual((await write(askApp, token, `x value=1 ${noon(1)}`)).status, 401);
  }));

// @spec collectors.protocols
Deno.test("an empty precision is that of no precision, and a gzip body needs no header", () =>
  withFedApp(async ({ askApp, built, ask, series, token }) => {
    const body = { source: "serial=77", houseId: null };
    await ask("attachSource", { projectId: PROJECT, series, body });
    const sent = async (precision: string, body: BodyInit) => {
      const headers = { authorization: `Token ${token}` };
      const path = `/api/v2/write?org=o&precision=${precision}`;
      return (await askApp(path, { method: "POST", body, headers })).status;
    };
    const v1 = `/write?db=o&rp=&precision=&p=${token}`;
    const line = (day: number) => `gaz,serial=77 value=${day} ${noon(day)}`;
    strictEqual(await sent("", `${line(1)}000000000`), 204);
    strictEqual(await sent("s", await gzip(line(2))), 204);
    const answer = await askApp(v1, { method: "POST", body: `${line(3)}000000000` });
    strictEqual(answer.status, 204);
    strictEqual(await sent("s", new Uint8Array([0x1f, 0x8b, 8])), 400);
    const points = await new StoredSeries(built.store, PROJECT, built.clock.now)
      .points(series, ALWAYS);
    deepStrictEqual(
      points.map(({ epochS, value }) => [epochS, value]),
      [1, 2, 3].map((day) => [noon(day), day]),
    );
  }));

Deno.test("an empty body is accepted, an invalid precision and a broken gzip are 400, too much is 413", () =>
  withFedApp(async ({ askApp, token }) => {
    strictEqual((await write(askApp, token, "")).status, 204);
    const precision = await askApp("/api/v2/write?precision=day", {
      method: "POST",
      body: "x value=1",
      headers: { authorization: `Token ${token}` },
    });
    strictEqual(precision.status, 400);
    const gzipped = { headers: { "content-encoding": "gzip" } };
    strictEqual((await write(askApp, token, "no gzip", gzipped)).status, 400);
    strictEqual((await write(askApp, token, "x".repeat(9_000_000))).status, 413);
    // 40 MB of blanks in 40 KB.
    const bomb = await gzip(" ".repeat(40_000_000));
    strictEqual((await write(askApp, token, bomb, gzipped)).status, 413);
  }));

// @spec collectors.overload
Deno.test("when the store cannot be written the sender is asked to retry", () =>
  withFedApp(async ({ askApp, built, token }) => {
    built.platform.collectorOf = () => Promise.reject(new TypeError("disk I/O error"));
    const answer = await write(askApp, token, `x value=1 ${noon(1)}`);
    deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "5"]);
    strictEqual(built.faults.splice(0).length, 1);
  }));

Deno.test("the same batch sent five times by eight senders at once counts once", () =>
  withFedApp(async ({ askApp, built, ask, series, token }) => {
    const body = { source: "serial=77", houseId: null };
    await ask("attachSource", { projectId: PROJECT, series, body });
    const days = Array.from({ length: 10 }, (_, at) => at + 1);
    const batch = days.map((day) => `gaz,serial=77 value=${1000 + day * 12} ${noon(day)}`);
    const senders = Array.from({ length: 8 }, async () => {
      const statuses: number[] = [];
      for (let time = 0; time < 5; time++) {
        statuses.push((await write(askApp, token, batch.join("\n"))).status);
      }
      return statuses;
    });
    deepStrictEqual(new Set((await Promise.all(senders)).flat()), new Set([204]));
    const stored = new StoredSeries(built.store, PROJECT, built.clock.now);
    strictEqual((await stored.points(series, ALWAYS)).length, 10);
    // 1012 on the 1st, 1120 on the 10th.
    strictEqual((await stored.months(series, 2026))[0]?.sum, 108);
  }));

Deno.test("sender whose clock is set back corrects its own readings, and nothing else", () =>
  withFedApp(async ({ askApp, built, ask, token }) => {
    const series = await aSeries(ask, "TEMP");
    const body = { source: "serial=78", houseId: null };
    await ask("attachSource", { projectId: PROJECT, series, body });
    const hours = [[0, 20], [1, 21], [2, 22], [1, 25], [2, 26]] as const;
    for (const [hour, celsius] of hours) {
      const line = `air,serial=78 value=${celsius} ${noon(3) + 3_600 * hour}`;
      strictEqual((await write(askApp, token, line)).status, 204);
    }
    const stored = new StoredSeries(built.store, PROJECT, built.clock.now);
    deepStrictEqual(await stored.points(series, ALWAYS), [
      { epochS: noon(3), value: 20 },
      { epochS: noon(3) + 3_600, value: 25 },
      { epochS: noon(3) + 7_200, value: 26 },
    ]);
    const [, , third] = await stored.days(series, wholeYear(2026));
    deepStrictEqual([third?.count, third?.min, third?.max], [3, 20, 26]);
  }));

const MIB = 1_024 * 1_024;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const GZIP = { "content-encoding": "gzip" };

/** An endless body that counts how many parts are read; the front reads one part ahead. */
function endless(): { body: ReadableStream<Uint8Array<ArrayBuffer>>; pulled: () => number } {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(65_536).fill(97));
    },
  }, { highWaterMark: 0 });
  return { body, pulled: () => pulled };
}

/** The unknown sources, with the number of their readings. */
async function waitingOf({ ask }: Awaited<ReturnType<typeof aResidence>>) {
  const unknown = await answerOf(ask("listUnknownSources", { projectId: PROJECT }));
  return unknown.map(({ source, readingCount }) => [source, readingCount]);
}

async function statusOf(answer: Promise<Response>): Promise<number> {
  return (await answer).status;
}

const ENDPOINTS = [
  "/api/v2/write",
  "/write",
  "/input/post",
  "/input/bulk?cb=1",
  "/chirpstack?event=up",
  "/gateway/reports",
];

Deno.test("no collectors' endpoint reads a body with a missing or unknown token", () =>
  withApp(async (askApp) => {
    for (const path of ENDPOINTS) {
      const headers = { authorization: "Token nobody" };
      const { body, pulled } = endless();
      strictEqual(await statusOf(askApp(path, { method: "POST", body, headers })), 401, path);
      ok(pulled() <= 1, path);
    }
    for (const path of ENDPOINTS.filter((path) => path !== "/input/post")) {
      const { body, pulled } = endless();
      strictEqual(await statusOf(askApp(path, { method: "POST", body })), 401, path);
      ok(pulled() <= 1, path);
    }
  }));

Deno.test("few kilobytes of two million form fields are refused for any caller", () =>
  withApp(async (askApp) => {
    const body = await gzip("a&".repeat(2_097_152));
    ok(body.length < 20_000);
    const headers = { ...FORM, ...GZIP };
    const post = (path: string, sent: BodyInit, over = {}) =>
      statusOf(askApp(path, { method: "POST", body: sent, headers: { ...headers, ...over } }));
    strictEqual(await post("/input/post", body), 413);
    strictEqual(await post("/input/bulk", body), 413);
    strictEqual(await post("/query", body), 413);
    strictEqual(await post("/api/oauth/token", body), 413);
    // The same fields, uncompressed, as many as a form without a token may contain.
    const plain = { "content-encoding": "identity" };
    strictEqual(await post("/input/post", "a&".repeat(30_000), plain), 400);
    strictEqual(await post("/api/oauth/token", "a&".repeat(30_000), plain), 413);
  }));

Deno.test("decompression bombs, deep or wide bodies are refused with a token too", () =>
  withApp(async (askApp, built) => {
    const residence = await aResidence(built);
    const send = (path: string, body: BodyInit, over: Record<string, string> = {}) =>
      statusOf(askApp(path, {
        method: "POST",
        body,
        headers: { authorization: `Bearer ${residence.token}`, ...over },
      }));
    const bomb = await gzip("a".repeat(40 * MIB));
    const fields = await gzip("a&".repeat(1_000_000));
    strictEqual(await send("/api/v2/write", bomb, GZIP), 413);
    strictEqual(await send("/input/post", fields, { ...FORM, ...GZIP }), 413);
    strictEqual(await send("/input/post", "a&".repeat(100), FORM), 400);
    for (const body of ["[".repeat(500_000), "[" + "0,".repeat(500_000) + "0]", "{"]) {
      strictEqual(await send("/chirpstack?event=up", body), 400);
    }
    const deep = new URLSearchParams({ data: "[".repeat(900_000) });
    strictEqual(await send("/input/bulk", deep), 200);
    const wide = new URLSearchParams({ csv: ",".repeat(900_000) });
    strictEqual(await send("/input/post", wide), 200);
    deepStrictEqual(await waitingOf(residence), []);
  }));

Deno.test("an address that sends many invalid tokens is limited, a valid token of the same address is not", () =>
  withFedApp(async ({ askApp, token }) => {
    const write = (authorization: string) =>
      askApp("/api/v2/write", { method: "POST", body: "", headers: { authorization } });
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) statuses.push((await write("Token bad")).status);
    deepStrictEqual(statuses, [401, 401, 429, 429]);
    const refused = await write("Token bad");
    ok(Number(refused.headers.get("retry-after")) > 0);
    // Its forms are not read at all.
    const { body, pulled } = endless();
    strictEqual(await statusOf(askApp("/input/post", { method: "POST", body })), 429);
    ok(pulled() <= 1);
    strictEqual((await write(`Token ${token}`)).status, 204);
  }, { rates: { requestsPerAddressAndMinute: 2 } }));

Deno.test("/api/v2/write reads the token after the colon of `Token user:token`", () =>
  withFedApp(async ({ askApp, token }) => {
    const headers = { authorization: `Token nodered:${token}` };
    const answer = askApp("/api/v2/write", { method: "POST", body: "", headers });
    strictEqual(await statusOf(answer), 204);
  }));

Deno.test("body in another encoding than UTF-8 is refused by name, its other lines are stored", () =>
  withApp(async (askApp, built: TestPlatform) => {
    const residence = await aResidence(built);
    const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
    const post = (path: string, body: BodyInit, askedOf: AskApp = askApp) =>
      askedOf(path, {
        method: "POST",
        body,
        headers: { authorization: `Bearer ${residence.token}`, ...FORM },
      });
    const lines = await post("/api/v2/write", latin1("gaz value=1\ntemp\xe9 value=2\neau value=3"));
    strictEqual(lines.status, 400);
    match((await lines.json()).message, /^partial write: 1 not kept: line 2: not UTF-8 text/);
    const forms = [
      await post("/input/post", latin1('fulljson={"temp\xe9":1}')),
      await post("/input/post", 'fulljson={"temp%E9":1}'),
      await post("/input/post?node=caf%E9", "csv=1"),
      await post("/chirpstack?event=up", latin1('{"deduplicationId":"\xe9"}')),
    ];
    for (const answer of forms) {
      strictEqual(answer.status, 400);
      strictEqual((await answer.json()).message, "The body is not UTF-8 text");
    }
    deepStrictEqual(await waitingOf(residence), [["eau value", 1], ["gaz value", 1]]);
  }));

Deno.test("backlog of several windows is stored whole; nothing of one that is too large is", () =>
  withApp(async (askApp, built) => {
    const residence = await aResidence(built);
    const nowS = Math.floor(built.clock.now() / 1_000);
    const write = (body: BodyInit, encoding = "gzip") =>
      statusOf(askApp("/api/v2/write?precision=s", {
        method: "POST",
        body,
        headers: { authorization: `Token ${residence.token}`, "content-encoding": encoding },
      }));
    const line = (at: number) =>
      `gaz,residence=R1,serial=${at % 30} value=${(at * 7_919) % 10_007} ${nowS - at}`;
    const backlog = Array.from({ length: 30_000 }, (_, at) => line(at)).join("\n");
    ok(backlog.length > MIB);
    strictEqual(await write(await gzip(`${backlog}\n${"#".repeat(33 * MIB)}`)), 413);
    deepStrictEqual(await waitingOf(residence), []);
    strictEqual(await write(await gzip(backlog), "x-gzip"), 204);
    const counts = (await waitingOf(residence)).map(([, count]) => count);
    deepStrictEqual(counts.reduce<number>((sum, count) => sum + Number(count), 0), 30_000);
  }));
