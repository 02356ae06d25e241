import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { hostileRound } from "../../tools/loading/hostile.ts";
import { CONTENT_TYPES, hostileBodies } from "../../tools/loading/hostile_bodies.ts";
import { hostileDoors } from "../../tools/loading/hostile_doors.ts";
import { brokenBodies } from "../../tools/loading/hostile_senders.ts";
import { withHostileSite } from "../../tools/loading/hostile_site.ts";

/** Every collectors' door, and one in so many of the others. */
const EVERY = 40;

Deno.test("hostile bodies at the doors, small: no fault, the server alive, its memory bounded", async () => {
  const all = await hostileDoors();
  const doors = all.filter(({ family }, at) => family === "collector" || at % EVERY === 0);
  deepStrictEqual(new Set(doors.map(({ family }) => family)).size, 3);
  await withHostileSite(async (site) => {
    const [form, , json] = CONTENT_TYPES;
    const bodies = hostileBodies(16_384);
    const types = [form, json];
    const result = await hostileRound({ ...site, doors, bodies, types, atOnce: 4 });
    deepStrictEqual(result.faults, []);
    deepStrictEqual((await brokenBodies(site.url, doors, site.keys)).faults, []);
    deepStrictEqual(site.faults, []);
    ok(result.peakMiB <= 400, `${result.peakMiB} MiB`);
    strictEqual(await Promise.race([site.ended, Promise.resolve("alive")]), "alive");
  });
});
