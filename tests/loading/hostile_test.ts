import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { hostileEndpoints } from "./hostile_bodies.ts";
import { withHostileSite } from "./hostile_cases.ts";
import { hostileRound } from "./hostile_round.ts";

Deno.test("hostile bodies to the endpoints, small: the right status, the server alive, its memory bounded", async () => {
  // One endpoint for each way of reading a body.
  const endpoints = [...Map.groupBy(await hostileEndpoints(), ({ reads }) => reads).values()]
    .flatMap(([one]) => one ?? []);
  strictEqual(new Set(endpoints.map(({ family }) => family)).size, 3);
  await withHostileSite(async ({ ended, faults, ...site }) => {
    // Without the slow ones: they are refused after half a minute.
    const unended = ["announced too long", "cut", "cut in a chunk", "no chunk"] as const;
    const round = { ...site, endpoints, isAsRead: true, unended, atOnce: 4 };
    const { faults: wrong, peakMiB } = await hostileRound(round);
    deepStrictEqual(wrong, []);
    deepStrictEqual(faults, []);
    ok(peakMiB <= 400, `${peakMiB} MiB`);
    strictEqual(await Promise.race([ended, Promise.resolve("alive")]), "alive");
  });
});
