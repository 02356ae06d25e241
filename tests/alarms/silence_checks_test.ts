import { deepStrictEqual, ok } from "node:assert/strict";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { anotherWatcher, stored } from "./watched_circuit.ts";

const HOUSES = 4;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

interface Dwellings {
  readonly built: TestPlatform;
  /** Sends readings of some dwellings, dated `agoS` seconds before now. */
  send(houses: readonly number[], agoS?: number): Promise<void>;
}

/** A residence whose dwellings send through one collector. */
function withDwellings(test: (place: Dwellings) => Promise<void>): Promise<void> {
  return withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const at = { projectId: PROJECT };
    for (let rank = 0; rank < HOUSES; rank++) {
      const houseId = await aHouse(ask, { name: `A${rank}` });
      const body = { source: `serial=${rank}`, houseId };
      ok((await ask("attachSource", { ...at, series, body })).ok);
    }
    const token = await aCollector(ask);
    const send: Dwellings["send"] = async (houses, agoS = 0) => {
      const epochS = Math.floor(built.clock.now() / 1_000) - agoS;
      const lines = houses.map((rank) => `m,serial=${rank} value=${epochS / HOUR_S} ${epochS}`);
      if (lines.length === 0) return;
      ok((await sendLines(built.platform, token, lines.join("\n"))).kind === "stored");
    };
    await test({ built, send });
  }, { residence: { features: { houseMode: 1 } } });
}

interface Step {
  readonly afterS: number;
  readonly houses: readonly number[];
  readonly agoS: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  afterS: fc.constantFrom(
    ...[11 * MINUTE_S, 3 * HOUR_S, 3 * HOUR_S, 12 * HOUR_S, 12 * HOUR_S],
    ...[25 * HOUR_S, 2 * DAY_S, 8 * DAY_S, 20 * DAY_S],
  ),
  houses: fc.uniqueArray(fc.nat(HOUSES - 1)),
  agoS: fc.constantFrom(0, 0, 0, 0, 26 * HOUR_S, 9 * DAY_S),
});

/** The alarms after each step, with one watcher for all steps or a new one for each. */
async function alarmsOf(steps: readonly Step[], remembers: boolean): Promise<unknown[]> {
  const found: unknown[] = [];
  await withDwellings(async ({ built, send }) => {
    const { store, clock, platform: { watcher } } = built;
    for (const { afterS, houses, agoS } of steps) {
      clock.advance(afterS * 1_000);
      await send(houses, agoS);
      const own = remembers ? watcher : anotherWatcher(built);
      await own.watch(PROJECT);
      if (!remembers) await own.close();
      const alarms = [...await stored(store, "open"), ...await stored(store, "closed")];
      found.push(
        alarms.map(({ record: { message, start, end, parentId } }) =>
          JSON.stringify({ message, start, end, isUnder: parentId !== null })
        ).sort(),
      );
    }
  });
  return found;
}

// @spec alarms.evaluation
Deno.test("watcher that checks silences when due finds the same as one that always checks them", async () => {
  const histories = fc.sample(fc.array(anyStep, { minLength: 40, maxLength: 60 }), {
    numRuns: 6,
    seed: 20261123,
  });
  for (const steps of histories) {
    const own = await alarmsOf(steps, true);
    ok(own.flat().length > 20);
    deepStrictEqual(own, await alarmsOf(steps, false));
  }
});
