import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { gzip } from "@/tests/helpers/file_bytes.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aResidence, withFedApp } from "./a_residence.ts";

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

Deno.test("/query refuses a body that it cannot read", () =>
  withApp(async (askApp) => {
    const query = (body: BodyInit, headers: HeadersInit = {}) =>
      statusOf(askApp("/query", { method: "POST", body, headers }));
    strictEqual(await query("no gzip", GZIP), 400);
    strictEqual(await query("no brotli", { "content-encoding": "br" }), 415);
    strictEqual(await query("q=" + "x".repeat(9 * MIB)), 413);
    strictEqual(await query(Uint8Array.of(0xe9)), 400);
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
