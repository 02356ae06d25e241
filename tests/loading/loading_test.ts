import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { fc } from "@/tests/npm/fast_check.ts";
import { serve } from "@/tests/tools/loopback.ts";
import { ecoindex } from "@/tests/tools/page_measures.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { AnswerReader, load } from "./load.ts";
import { slowLink } from "./slow_link.ts";

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
