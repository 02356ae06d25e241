import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { hostileEndpoints } from "@/tests/loading/hostile_bodies.ts";
import { withHostileSite } from "@/tests/loading/hostile_cases.ts";
import { probedRound, UNENDED_KINDS } from "@/tests/loading/hostile_round.ts";

/** Tests one endpoint in this many, for a shorter run; 1 tests all. */
const EVERY = Number(Deno.args[1] ?? 1);
const NAMED = 40;

/**
 * Issue 10 §2: every endpoint, every content type, every hostile body, without and with a key: the
 * one right status, `/health` within 200 ms of the server's own time, at most 400 MiB. `deno task
 * trial hostile_bodies [one endpoint in this many]`.
 */
export default async function hostileBodies(): Promise<void> {
  const all = await hostileEndpoints();
  const endpoints = all.filter(({ family }, at) => family === "collector" || at % EVERY === 0);
  await withHostileSite(async ({ ended, faults, ...site }) => {
    const result = await probedRound({ ...site, endpoints, unended: UNENDED_KINDS, atOnce: 8 });
    const { sentCount, laterCount, health, slowestBeside, peakMiB } = result;
    console.log(
      `${endpoints.length} of ${all.length} endpoints, ${sentCount} bodies, ${laterCount} sent again after a 503`,
    );
    console.log(
      `/health: ${health.ownMaxMs.toFixed(0)} ms at most, ${
        health.maxMs.toFixed(0)
      } with the waits for a processor ` +
        `(${health.waitMaxMs.toFixed(0)} of the server); processor time of one at most ` +
        `${health.cpuMaxMs.toFixed(0)} ms; ${health.probeCount} asked; memory at most ${
          peakMiB.toFixed(0)
        } MiB`,
    );
    for (const beside of slowestBeside) console.log(`  beside ${beside}`);
    for (const fault of result.faults.slice(0, NAMED)) console.log(`FAULT ${fault}`);
    for (const line of faults.slice(0, NAMED)) console.log(`REPORTED ${line.slice(0, 300)}`);
    strictEqual(await Promise.race([ended, Promise.resolve("alive")]), "alive");
    deepStrictEqual([result.faults.length, faults.length], [0, 0]);
    ok(health.ownMaxMs <= 200, "/health");
    ok(peakMiB <= 400, "memory");
  });
}
