import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { fc } from "@/tests/npm/fast_check.ts";
import { RequestStream } from "@/tools/guard/request_stream.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The forwarded bytes, and the status that refuses the rest, for a sequence of pieces. */
function taken(pieces: readonly Uint8Array[]): { passed: string; status: number | null } {
  const stream = new RequestStream("192.0.2.7");
  let passed = "";
  for (const piece of pieces) {
    for (const step of stream.take(piece)) {
      if (step.kind === "refuse") return { passed, status: step.status };
      passed += decoder.decode(step.bytes);
    }
  }
  return { passed, status: null };
}

function takenWhole(text: string): { passed: string; status: number | null } {
  return taken([encoder.encode(text)]);
}

const TWO_REQUESTS = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello" +
  "PUT /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n10\r\n0123456789abcdef\r\n0\r\nT: v\r\n\r\n" +
  "GET /c HTTP/1.1\r\nHost: x\r\n\r\n";

const PASSED =
  "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nx-forwarded-for: 192.0.2.7\r\n\r\nhello" +
  "PUT /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nx-forwarded-for: 192.0.2.7\r\n\r\n" +
  "3;a=b\r\nabc\r\n10\r\n0123456789abcdef\r\n0\r\nT: v\r\n\r\n" +
  "GET /c HTTP/1.1\r\nHost: x\r\nx-forwarded-for: 192.0.2.7\r\n\r\n";

Deno.test("RequestStream forwards requests, one after the other, with the client's address", () => {
  deepStrictEqual(takenWhole(TWO_REQUESTS), { passed: PASSED, status: null });
});

Deno.test("RequestStream forwards the same bytes for any split", () => {
  const bytes = encoder.encode(TWO_REQUESTS);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
      const pieces = ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
      strictEqual(taken(pieces).passed, PASSED);
    }),
    { seed: 20260101, numRuns: 200 },
  );
});

Deno.test("RequestStream removes a client's forwarded address, and refuses to change the protocol", () => {
  const said =
    "X-Forwarded-For: 10.0.0.1\r\nForwarded: for=10.0.0.1\r\nX-Real-IP: 10.0.0.1\r\nUpgrade: h2c\r\n";
  strictEqual(
    takenWhole(`GET / HTTP/1.1\r\nHost: x\r\n${said}\r\n`).passed,
    "GET / HTTP/1.1\r\nHost: x\r\nx-forwarded-for: 192.0.2.7\r\n\r\n",
  );
});

const REFUSED: readonly [what: string, head: string, status: number][] = [
  ["no HTTP at all", "hello", 400],
  ["HTTP/2 without asking", "PRI * HTTP/2.0", 400],
  ["a tunnel", "CONNECT x:443 HTTP/1.1", 400],
  ["a trace", "TRACE / HTTP/1.1", 405],
  ["two lengths", "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1", 400],
  ["a length that is no number", "POST / HTTP/1.1\r\nContent-Length: +1", 400],
  [
    "a length and chunks",
    "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
    400,
  ],
  ["an unknown coding", "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked", 400],
  ["chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked", 400],
  ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b", 400],
  ["a folded line", "GET / HTTP/1.1\r\nA: b\r\n c", 400],
  ["a space before the colon", "GET / HTTP/1.1\r\nContent-Length : 3", 400],
  ["a bare line feed", "GET / HTTP/1.1\r\nA: b\nC: d", 400],
  ["a zero byte", "GET / HTTP/1.1\r\nA: b\0", 400],
  ["a line without a name", "GET / HTTP/1.1\r\n: b", 400],
  ["too many lines", "GET / HTTP/1.1" + "\r\nA: b".repeat(101), 431],
];

for (const [what, head, status] of REFUSED) {
  Deno.test(`RequestStream refuses ${what}`, () => {
    deepStrictEqual(takenWhole(`${head}\r\n\r\n`), { passed: "", status });
  });
}

Deno.test("RequestStream refuses a head that does not end", () => {
  strictEqual(takenWhole("GET / HTTP/1.1\r\nA: " + "b".repeat(40_000)).status, 431);
});

Deno.test("RequestStream refuses chunks of a wrong length", () => {
  const head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (
    const body of [
      "x\r\n",
      "-1\r\n",
      "3\r\nabcd\r\n",
      "123456789\r\n",
      "3\nabc",
      `0;${"a".repeat(300)}\r\n`,
    ]
  ) {
    strictEqual(takenWhole(head + body).status, 400, JSON.stringify(body));
  }
});
