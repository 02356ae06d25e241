import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { serve } from "@/tests/tools/loopback.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { ecoindex } from "./ecoindex.ts";
import { Lane, LINKS, SEGMENT, slowLink, SlowStart } from "./slow_link.ts";

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
