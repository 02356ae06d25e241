import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { round } from "@/lib/base/rounding.ts";
import { reportSource } from "@/lib/consumption_reports/items.ts";
import { seriesMonth as readMonth } from "@/lib/consumption_reports/series_month.ts";
import { FEWEST_ANONYMOUS } from "@/lib/housing/anonymity.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { analysis, dwellingMonth, REFERENCES, seriesMonth } from "./reported.ts";

const INPUT = { month: "2026-01", until: "2026-01-31", isRunning: false, settings: REFERENCES };

/**
 * Meters of a dwelling, the price of their unit in {@link REFERENCES}, and whether the whole meter
 * also counts them.
 */
const METERS = [
  { id: "ELEC", use: null, kind: "electricity", price: 0.25, isPart: false },
  { id: "ELEC", use: "lights", kind: "lights", price: 0.25, isPart: true },
  { id: "ELEC", use: "cooking", kind: "cooking", price: 0.25, isPart: true },
  { id: "ELEC", use: "heating", kind: "heating", price: 0.1, isPart: true },
  { id: "GAZE", use: "plugs", kind: "plugs", price: null, isPart: false },
  { id: "GAZE", use: null, kind: "gas", price: null, isPart: false },
  { id: "EFSV", use: null, kind: "coldWater", price: 4, isPart: false },
  { id: "ECSV", use: null, kind: "hotWater", price: 4, isPart: false },
  { id: "ECSE", use: null, kind: "waterHeating", price: 0.12, isPart: false },
] as const;

const someMeters = fc.array(
  fc.record({
    meter: fc.constantFrom(...METERS),
    // Whole hundredths, or a meter without reading.
    hundredths: fc.option(fc.integer({ min: 0, max: 100_000 }), { freq: 6 }),
  }),
  { minLength: 1, maxLength: 8 },
);

const near = (left: number | null | undefined, right: number | null) =>
  left === null || left === undefined || right === null
    ? (left ?? null) === right
    : Math.abs(left - right) < 1e-6 * Math.max(1, Math.abs(right));

// @spec reports.uses, reports.costs
Deno.test("the uses of a report and their costs equal those counted meter by meter", () => {
  fc.assert(
    fc.property(someMeters, (meters) => {
      const dwelling = dwellingMonth(
        "h",
        meters.map(({ meter: { id, use }, hundredths }) =>
          seriesMonth(id, hundredths === null ? null : hundredths / 100, { use })
        ),
      );
      const [house] = analysis({ ...INPUT, dwellings: [dwelling] }).houses;
      ok(house);
      const hasWhole = meters.some(({ meter }) => meter.kind === "electricity");
      let total: number | null = null;
      for (const kind of new Set(meters.map(({ meter }) => meter.kind))) {
        const own = meters.filter(({ meter }) => meter.kind === kind);
        let sum: number | null = null;
        let cost: number | null = 0;
        for (const { meter: { price }, hundredths } of own) {
          if (hundredths !== null) sum = (sum ?? 0) + hundredths / 100;
          cost = cost === null || price === null || hundredths === null
            ? null
            : cost + price * hundredths / 100;
        }
        const item = house.items.find((one) => one.kind === kind);
        ok(near(item?.value, sum), `${kind}: ${item?.value} instead of ${sum}`);
        ok(near(item?.cost, cost), `${kind}: ${item?.cost} € instead of ${cost}`);
        const isCountedTwice = hasWhole && own.every(({ meter }) => meter.isPart);
        if (cost !== null && !isCountedTwice) total = (total ?? 0) + round(cost, 2);
      }
      ok(near(house.totalCost, total), `${house.totalCost} € in all instead of ${total}`);
    }),
    { numRuns: 300 },
  );
});

// @spec reports.analysis
Deno.test("the total of a year is the sum of its months so far", () => {
  const source = reportSource({ scope: "housing", dataUnitId: "EFSV", use: null });
  ok(source);
  const month = fc.option(fc.integer({ min: 0, max: 50_000 }), { freq: 5 });
  fc.assert(
    fc.property(
      fc.array(month, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 1, max: 12 }),
      (litres, count) => {
        const name = (rank: number) => `2025-${String(rank + 1).padStart(2, "0")}`;
        const months = litres.map((one, rank) =>
          aSlot(name(rank), one === null ? null : one / 1_000)
        );
        const read = (rank: number) =>
          readMonth(
            { source, unit: "m³", months, monthsBefore: [], days: [] },
            {
              month: name(rank),
              days: { from: `${name(rank)}-01`, to: `${name(rank)}-28` },
              today: "2026-02-10",
            },
          );
        const known = Array.from({ length: count }, (_, rank) => read(rank).month.value)
          .filter((value) => value !== null);
        const total = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
        ok(near(read(count - 1).yearToDate, total));
      },
    ),
    { numRuns: 200 },
  );
});

const someDwelling = fc.record({
  hundredths: fc.integer({ min: 0, max: 100_000 }),
  completeness: fc.constantFrom(1, 1, 1, 0.95, 0.94, 0.2),
  isShared: fc.constantFrom(false, false, false, true),
  isDetailed: fc.constantFrom(true, true, true, false),
});

// @spec reports.mean
Deno.test("mean is of at least eleven dwellings with whole months read from 95 % on, and of no smaller anonymous group", () => {
  let withMean = 0;
  fc.assert(
    fc.property(fc.array(someDwelling, { minLength: 1, maxLength: 60, size: "max" }), (some) => {
      const dwellings = some.map(({ hundredths, completeness, isShared, isDetailed }, rank) =>
        dwellingMonth(
          `h${rank}`,
          [seriesMonth("GAZE", 0, {
            month: { value: hundredths / 100, completeness },
            isDetailed,
          })],
          { isShared },
        )
      );
      const { houses, mean } = analysis({ ...INPUT, dwellings });
      const whole = some.filter((one) => !one.isShared && one.completeness >= 0.95);
      const anonymousCount = whole.filter((one) => !one.isDetailed).length;
      const counted = anonymousCount < FEWEST_ANONYMOUS
        ? whole.filter((one) => one.isDetailed)
        : whole;
      let sum = 0;
      for (const { hundredths } of counted) sum += hundredths / 100;
      const expected = counted.length < 11 ? null : sum / counted.length;
      if (expected !== null) withMean++;
      ok(near(mean[0]?.value, expected), `${mean[0]?.value} instead of ${expected}`);
      for (const { isShared, items: [item] } of houses) {
        const beside = isShared ? null : expected;
        ok(near(item?.mean?.value, beside));
        strictEqual(item?.mean?.houseCount, beside === null ? undefined : counted.length);
      }
      deepStrictEqual(houses.length, some.length);
    }),
    { numRuns: 200 },
  );
  ok(withMean > 10, `${withMean} residences with a mean`);
});
