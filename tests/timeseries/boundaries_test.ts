import { deepStrictEqual, ok } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import type { Point, Reading } from "@/lib/timeseries/readings.ts";
import { partOf } from "@/lib/timeseries/store/chunk_parts.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { naivePoints } from "@/tests/helpers/made_series.ts";
import { second } from "@/tests/helpers/stores.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const clock = () => 1_800_000_000_000;
/** Midnights in Paris around the night of 25 hours. */
const MIDNIGHTS = [
  "2026-10-23T22:00:00Z",
  "2026-10-24T22:00:00Z",
  "2026-10-25T23:00:00Z",
  "2026-10-26T23:00:00Z",
  "2026-10-27T23:00:00Z",
].map(second);
const DAYS = { from: "2026-10-24", to: "2026-10-28" };

/**
 * Readings of a meter minutes before or after each midnight, and its consumption since the previous
 * one.
 */
const aMeter = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 200, maxLength: 200 })
  .chain((used) => {
    const minutes = fc.subarray([-4, -3, -2, -1, 1, 2, 3, 4]);
    return fc.tuple(...MIDNIGHTS.map(() => minutes)).map((around) => {
      let [value, rank] = [0, 0];
      return MIDNIGHTS.flatMap((midnightS, day) =>
        [0, ...around[day] ?? []].sort((a, b) => a - b).map((minute): Point => {
          value += used[rank++ % used.length] ?? 0;
          return { epochS: midnightS + 60 * minute, value };
        })
      );
    });
  });

Deno.test("register read at midnight splits its days there, for any readings in the minutes around it, in any order", () =>
  fc.assert(
    fc.asyncProperty(
      aMeter.chain((points) =>
        fc.tuple(fc.constant(points), fc.shuffledSubarray(points, { minLength: points.length }))
      ),
      fc.integer({ min: 1, max: 9 }),
      ([points, came], perBody) =>
        withStore(async (store) => {
          const series = new StoredSeries(store, "p", clock);
          for (let from = 0; from < came.length; from += perBody) {
            const readings = came.slice(from, from + perBody);
            await series.append([{ seriesId: "gas", kind: "index", readings }]);
            if (from % 2 === 0) await compact(store, "p", clock);
          }
          const at = MIDNIGHTS.map((midnightS) =>
            points.find(({ epochS }) => epochS === midnightS)?.value ?? 0
          );
          const days = (await series.days("gas", DAYS)).map(({ sum }) => sum);
          deepStrictEqual(days, at.slice(1).map((value, day) => value - (at[day] ?? 0)));
        }),
    ),
    { seed: 20260101, numRuns: 60 },
  ));

Deno.test("points() of a register read at 00:00 and at 00:01 returns both, and its figures count one slot", () =>
  withStore(async (store) => {
    const series = new StoredSeries(store, "p", clock);
    const midnightS = second("2026-11-01T23:00:00Z");
    const readings = [
      { epochS: midnightS - 86_400, value: 1_000 },
      { epochS: midnightS, value: 1_024 },
      { epochS: midnightS + 60, value: 1_026 },
    ];
    for (const one of readings) {
      await series.append([{ seriesId: "gas", kind: "index", readings: [one] }]);
      await compact(store, "p", clock);
    }
    deepStrictEqual(await series.points("gas", { fromS: 0, toS: 2 ** 32 }), readings);
    const days = await series.days("gas", { from: "2026-11-01", to: "2026-11-03" });
    deepStrictEqual(days.map(({ sum, count, last }) => ({ sum, count, last })), [
      { sum: 24, count: 1, last: 1_000 },
      { sum: 2, count: 1, last: 1_026 },
    ]);
  }));

Deno.test("removal empties a slot whose two registers are in two parts", () =>
  withStore(async (store) => {
    const series = new StoredSeries(store, "p", clock);
    const startS = second("2026-11-01T00:00:00Z");
    const came: Reading[] = Array.from({ length: 900 }, (_, n) => ({
      // Irregular, so that a part contains few of them.
      epochS: startS + 150 * n + Math.imul(n, 7_919) % 149,
      value: n * 1_000_003 + Math.imul(n, n) % 999_983,
    }));
    const send = async (readings: readonly Reading[]) => {
      await series.append([{ seriesId: "gas", kind: "index", readings }]);
      await compact(store, "p", clock);
    };
    await send(came);
    const parts = await Array.fromAsync(
      store.list({ prefix: keys.points.under("p", "gas") }),
      partOf,
    );
    const starts = new Set(parts.map((part) => part.startS));
    const cut = came.filter(({ epochS }, n) => n % 2 === 1 && starts.has(epochS));
    ok(cut.length > 0);
    for (const { epochS } of cut) {
      const removal = { epochS, removed: true } as const;
      came.push(removal);
      await send([removal]);
    }
    deepStrictEqual(
      await series.points("gas", { fromS: 0, toS: 2 ** 32 }),
      naivePoints(came, "index"),
    );
  }));
