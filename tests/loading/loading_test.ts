import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { fc } from "@/tests/npm/fast_check.ts";
import { serve } from "@/tests/tools/loopback.ts";
import { ecoindex } from "@/tests/tools/page_measures.ts";
import { linesOf } from "@/tools/serving/server_process.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { AnswerReader, load, quantile } from "./load.ts";
import { loopDelayOf, withLoopDelay } from "./loop_delay.ts";
import { inspectorIn, liveMemory } from "./process_figures.ts";
import { Lane, LINKS, SEGMENT, slowLink, SlowStart } from "./slow_link.ts";

const encoder = new TextEncoder();

const ANSWERS: readonly [what: string, text: string, status: number][] = [
  ["a length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200],
  ["no body", "HTTP/1.1 304 Not Modified\r\n\r\n", 304],
  ["an empty body", "HTTP/1.1 303 See Other\r\ncontent-length: 0\r\n\r\n", 303],
  [
    "chunks",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\na\r\n0123456789\r\n0\r\n\r\n",
    200,
  ],
  ["chunks of nothing", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", 200],
];

for (const [what, text, status] of ANSWERS) {
  Deno.test(`AnswerReader finds the end of an answer with ${what}, wherever it is split`, () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: text.length - 1 })), (cuts) => {
        const ends = [...new Set(cuts)].sort((a, b) => a - b).concat(text.length);
        const reader = new AnswerReader();
        const whole = ends.map((end, at) =>
          reader.take(encoder.encode(text.slice(ends[at - 1] ?? 0, end)))
        );
        deepStrictEqual([whole.indexOf(true), reader.status], [ends.length - 1, status]);
      }),
      { seed: 20260101, numRuns: 100 },
    );
  });
}

Deno.test("load() sends the given number of requests and counts failures", async () => {
  let asked = 0;
  const server = serve(() => {
    asked += 1;
    return new Response("x".repeat(5000), { status: asked % 10 === 0 ? 500 : 200 });
  });
  const result = await load({ port: server.port, path: "/", connections: 4, requests: 100 });
  await server.close();
  deepStrictEqual([result.requests, result.errors, asked], [100, 10, 100]);
  ok(result.p50 <= result.p99 && result.p99 <= result.max);
  const { p50, p99, max } = result;
  deepStrictEqual(result.own, { p50, p99, max });
});

Deno.test("load() subtracts the server's wait for a processor from each request", async () => {
  const server = serve(() => new Response("x"));
  const plan = { port: server.port, path: "/", connections: 2, requests: 50 };
  // Each measure of the server finds that it has waited a millisecond more.
  let waitedMs = 0;
  const result = await load(plan, () => waitedMs += 1);
  await server.close();
  ok(result.waits.p50 >= 1, `${result.waits.p50}`);
  ok(result.own.p50 <= result.p50 && result.own.p99 <= result.p99);
});

Deno.test("quantile() is a value that a share of them does not exceed", () => {
  const values = Array.from({ length: 100 }, (_, index) => index + 1);
  strictEqual(quantile(values, 0.5), 51);
  strictEqual(quantile(values, 0.99), 100);
  strictEqual(quantile([], 0.5), 0);
});

// 1460 bytes and 54 of headers at 400 kbit/s, 50 bytes a ms: 30.28 ms; then half of 400 ms.
Deno.test("Lane sends one segment after the other, and each takes half a round trip more", () => {
  const link = new Lane(LINKS["slow 3G"]);
  const arrivals = [0, 0, 1000].map((nowMs) =>
    Math.round(link.arrivalMs(SEGMENT, nowMs) * 100) / 100
  );
  deepStrictEqual(arrivals, [230.28, 260.56, 1230.28]);
});

Deno.test("SlowStart sends ten segments, then two for each acknowledged one", () => {
  const start = new SlowStart();
  strictEqual(start.room, 10 * SEGMENT);
  for (let sent = 0; sent < 10; sent++) start.sent(SEGMENT);
  strictEqual(start.room, 0);
  start.acknowledged(SEGMENT);
  strictEqual(start.room, 2 * SEGMENT);
  for (let back = 1; back < 10; back++) start.acknowledged(SEGMENT);
  strictEqual(start.room, 20 * SEGMENT);
});

Deno.test("slowLink() forwards a request and a long answer whole, no sooner than the link allows", async () => {
  const text = "é".repeat(20_000);
  const server = serve(async (request) => new Response(await request.text() + text));
  const kind = { roundTripMs: 20, kbitPerS: 100_000 };
  const link = slowLink(server.port, kind);
  const startedAt = performance.now();
  const { bytes } = await new Visitor(link.url).ask("/", { method: "POST", body: "a=b&" });
  const tookMs = performance.now() - startedAt;
  strictEqual(new TextDecoder().decode(bytes), `a=b&${text}`);
  // The handshake, the request, and three windows (10, 20, 40 segments for 28): no machine is
  // faster.
  ok(tookMs >= 3 * kind.roundTripMs, `${tookMs} ms`);
  link.close();
  await server.close();
});

// Each at the first twentile: 100 − 5 × (3 + 2 + 1) / 6 = 95. Halfway between the first two: 100 −
// 5 × 1.5 = 92.5.
Deno.test("ecoindex() is 100 for an empty page, and decreases with elements, requests and bytes", () => {
  strictEqual(ecoindex({ elements: 0, requests: 0, bytes: 0 }), 100);
  strictEqual(ecoindex({ elements: 47, requests: 2, bytes: 1.37 * 1024 }), 95);
  strictEqual(
    Math.round(ecoindex({ elements: 61, requests: 8.5, bytes: 73.035 * 1024 }) * 100) / 100,
    92.5,
  );
  strictEqual(ecoindex({ elements: 1e9, requests: 1e9, bytes: 1e12 }), 0);
});

Deno.test("loopDelayOf() returns the p99 and the maximum of each figure", () => {
  const probes = Array.from(
    { length: 100 },
    (_, at) => ({ ms: at + 1, cpuMs: at, waitMs: 2 * at, askerWaitMs: 1, atMs: 1_000 * at }),
  );
  deepStrictEqual(loopDelayOf(probes), {
    probeCount: 100,
    p99Ms: 100,
    maxMs: 100,
    cpuP99Ms: 99,
    cpuMaxMs: 99,
    waitMaxMs: 198,
    // The first one: 1 ms, all of which the probe waited for a processor.
    ownMaxMs: 0,
    slowestAtMs: 1,
  });
});

Deno.test("withLoopDelay() detects that a server blocks its event loop", async () => {
  const probed = Promise.withResolvers<void>();
  const server = serve(() => {
    hold(60);
    probed.resolve();
    return new Response("ok");
  });
  const target = { port: server.port, pid: Deno.pid };
  const { delay } = await withLoopDelay(target, () => probed.promise);
  await server.close();
  // The blocked probe took at least that long, however busy the machine is.
  ok(delay.probeCount > 0 && delay.maxMs >= 60 && delay.p99Ms <= delay.maxMs);
});

function hold(ms: number): void {
  const startedAt = performance.now();
  while (performance.now() - startedAt < ms);
}

const HELD_MIB = 24;
/** A process that holds some buffers, has dropped as many, and waits. */
const HOLDER = `
  globalThis.held = new Uint8Array(${HELD_MIB} << 20).fill(1);
  new Uint8Array(${HELD_MIB} << 20).fill(1);
  setInterval(() => {}, 1_000);
`;

Deno.test("liveMemory() counts the objects that a process still holds, and no dead ones", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--inspect=127.0.0.1:0", `data:text/javascript,${HOLDER}`],
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lines = linesOf(child.stderr);
  let inspector: string | null = null;
  while (inspector === null) {
    const { value, done } = await lines.next();
    if (done) throw new Error("The process ended before its inspector listened.");
    inspector = inspectorIn(value);
  }

  const { heap, resident } = await liveMemory(inspector, child.pid);
  child.kill("SIGKILL");
  for await (const _ of lines);
  await child.status;

  ok(heap >= HELD_MIB && heap < 2 * HELD_MIB, `${heap} MiB`);
  ok(resident > heap);
});

Deno.test("inspectorIn() returns nothing for a line of another kind", () => {
  strictEqual(inspectorIn("deno serve: Listening on http://127.0.0.1:8000/"), null);
});
