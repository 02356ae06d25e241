import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { CONTENT_TYPES, hostileEndpoints } from "./hostile_bodies.ts";
import { hostileCases, withHostileSite } from "./hostile_cases.ts";
import { hostileRound } from "./hostile_round.ts";

/**
 * Tests every collectors' endpoint, one for each way of reading a body, and one in this many of the
 * others.
 */
const EVERY = 60;

Deno.test("hostile bodies to the endpoints, small: the right status, the server alive, its memory bounded", async () => {
  const all = await hostileEndpoints();
  const firstReading = new Set(Map.groupBy(all, ({ reads }) => reads).values().map(([one]) => one));
  const endpoints = all.filter((endpoint, at) =>
    endpoint.family === "collector" || firstReading.has(endpoint) || at % EVERY === 0
  );
  deepStrictEqual(new Set(endpoints.map(({ family }) => family)).size, 3);
  await withHostileSite(async ({ ended, faults, ...site }) => {
    const [form, , json, plain] = CONTENT_TYPES;
    // Without the slow ones: they are refused after half a minute.
    const unended = ["announced too long", "cut", "cut in a chunk", "no chunk"] as const;
    const round = { ...site, endpoints, types: [form, json, plain], unended, atOnce: 4 };
    deepStrictEqual(await hostileCases(site), []);
    const { faults: wrong, peakMiB } = await hostileRound(round);
    deepStrictEqual(wrong, []);
    deepStrictEqual(faults, []);
    ok(peakMiB <= 400, `${peakMiB} MiB`);
    strictEqual(await Promise.race([ended, Promise.resolve("alive")]), "alive");
  });
});
