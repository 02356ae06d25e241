import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { fc } from "@/tests/npm/fast_check.ts";
import { serve } from "@/tests/tools/loopback.ts";
import { AnswerReader } from "./answer_reader.ts";
import { load, quantile } from "./load.ts";

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
