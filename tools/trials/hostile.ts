import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { hostileRound } from "../loading/hostile.ts";
import { hostileBodies } from "../loading/hostile_bodies.ts";
import { hostileDoors } from "../loading/hostile_doors.ts";
import { brokenBodies } from "../loading/hostile_senders.ts";
import { withHostileSite } from "../loading/hostile_site.ts";

const MIB = 1_024 * 1_024;
/** Every so manyth door, for a shorter run; 1 takes all. */
const EVERY = Number(Deno.args[1] ?? 1);
const NAMED = 40;

/**
 * Issue 10 §2: every door, every content type, every hostile body, without and with a key: no fault, `/health` within
 * 200 ms, at most 400 MiB. `deno task trial hostile [every so manyth door]`.
 */
export default async function hostile(): Promise<void> {
  const all = await hostileDoors();
  const doors = all.filter(({ family }, at) => family === "collector" || at % EVERY === 0);
  await withHostileSite(async ({ url, pid, ended, keys, faults }) => {
    const bodies = hostileBodies(2 * MIB);
    const result = await hostileRound({ url, pid, doors, bodies, keys, atOnce: 8 });
    const broken = await brokenBodies(url, doors, keys);
    console.log(`${doors.length} of ${all.length} doors × ${bodies.length} bodies`);
    for (const [name, count] of [...result.statuses].sort()) console.log(`  ${name} × ${count}`);
    console.log(`cut or slow bodies: ${broken.sent} sent, ${broken.faults.length} faults`);
    console.log(
      `/health: slowest ${result.slowestHealthMs.toFixed(0)} ms, ` +
        `${result.slowestAskedMs.toFixed(0)} with the wait for a processor; ` +
        `memory at most ${result.peakMiB.toFixed(0)} MiB`,
    );
    for (const beside of result.slowestBeside) console.log(`  beside ${beside}`);
    for (const { door, kind, type, hasKey, what } of result.faults.slice(0, NAMED)) {
      console.log(`FAULT ${door.method} ${door.path} ${kind} ${type} key ${hasKey}: ${what}`);
    }
    for (const line of faults.slice(0, NAMED)) console.log(`REPORTED ${line.slice(0, 300)}`);
    strictEqual(await Promise.race([ended, Promise.resolve("alive")]), "alive");
    deepStrictEqual([result.faults.length, broken.faults, faults.length], [0, [], 0]);
    ok(result.slowestHealthMs <= 200, "/health");
    ok(result.peakMiB <= 400, "memory");
  });
}
