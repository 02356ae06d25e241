import { deepStrictEqual, ok } from "node:assert/strict";
import { type Seen, sendThroughFaults } from "./store_faults.ts";

const REQUESTS = 208;
const SEED = 20260101;
const NONE = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };

function countOf({ statuses }: Seen, ...wanted: number[]): number {
  return wanted.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
}

Deno.test("failing store gives complete French pages, writes nothing twice, and recovers", async () => {
  const seen = await sendThroughFaults({
    ...NONE,
    // Half of them while the store works: each of these succeeds, since failed ones leave no trace.
    requestCount: 2 * REQUESTS,
    rests: true,
    seed: SEED,
    errorRate: 0.03,
  });
  deepStrictEqual(seen.wrong, []);
  ok(seen.editCount > 0);
  ok(countOf(seen, 500, 503) > 0, JSON.stringify(seen.statuses));
  ok(countOf(seen, 200, 201, 409) > REQUESTS, JSON.stringify(seen.statuses));
});

Deno.test("store where every fifth write conflicts loses and repeats nothing", async () => {
  const seen = await sendThroughFaults({
    ...NONE,
    requestCount: REQUESTS,
    seed: SEED,
    conflictRate: 0.2,
  });
  deepStrictEqual(seen.wrong, []);
  ok(seen.editCount > 0);
  ok(countOf(seen, 409) > 0, JSON.stringify(seen.statuses));
  deepStrictEqual(countOf(seen, 500, 503), 0);
});

Deno.test("store that is slow at times still answers", async () => {
  const seen = await sendThroughFaults({
    ...NONE,
    requestCount: REQUESTS,
    seed: SEED,
    delayRate: 0.02,
    delayMs: 20,
  });
  deepStrictEqual(seen.wrong, []);
  ok(seen.editCount > 0);
  deepStrictEqual(countOf(seen, 200, 201, 409), REQUESTS);
});
