import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays, datesOfMonth, type IsoDate } from "@/lib/base/civil_dates.ts";
import { round } from "@/lib/base/rounding.ts";
import { reportSource } from "@/lib/consumption_reports/items.ts";
import { readReportDju } from "@/lib/consumption_reports/month_readings.ts";
import {
  seriesMonth,
  seriesMonth as readMonth,
  type SeriesSlots,
  spanOfMonth,
} from "@/lib/consumption_reports/series_month.ts";
import { FEWEST_ANONYMOUS } from "@/lib/housing/anonymity.ts";
import type { CountedSlot } from "@/lib/series/schema.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { anOutdoorSource, aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import {
  analysis,
  dwellingMonth,
  REFERENCES,
  seriesMonth as seriesMonthReported,
} from "./reported.ts";

function slot(name: string, value: number | null, completeness = value === null ? 0 : 1) {
  return { slot: name, value, min: null, max: null, completeness, estimated: false };
}

/** Slots of consecutive days from a date on. */
function days(from: string, values: readonly (number | null)[]): CountedSlot[] {
  return values.map((value, rank) => ({
    ...slot(addDays(from, rank), value),
    count: value === null ? 0 : 1,
  }));
}

function slots(dataUnitId: DataUnitId, unit: string, over: Partial<SeriesSlots>): SeriesSlots {
  const source = reportSource({ scope: "housing", dataUnitId, use: null });
  ok(source);
  return { source, unit, months: [], monthsBefore: [], days: [], ...over };
}

const JANUARY_DAYS = { month: "2026-01", days: spanOfMonth("2026-01"), today: "2026-02-10" };
const UNREAD = { value: null, completeness: 0 };

// @spec reports.analysis
Deno.test("seriesMonth() of a finished month is its total in m³, with the same month a year before", () => {
  const water = slots("EFSV", "L", {
    months: [slot("2026-01", 5_000, 0.9), slot("2026-02", 700)],
    monthsBefore: [slot("2024-12", 1), slot("2025-01", 4_000, 0.8), slot("2025-02", 2)],
  });
  deepStrictEqual(seriesMonth(water, JANUARY_DAYS), {
    month: { value: 5, completeness: 0.9 },
    projected: null,
    yearBefore: { value: 4, completeness: 0.8 },
    yearToDate: 5,
  });
  deepStrictEqual(seriesMonth(slots("EFSV", "L", {}), JANUARY_DAYS), {
    month: UNREAD,
    projected: null,
    yearBefore: UNREAD,
    yearToDate: null,
  });
});

// @spec reports.one-occupancy
Deno.test("seriesMonth() of a part of a month is complete when its own days were read", () => {
  // From the 10th to the 31st: 22 of 31 days.
  const part = { ...JANUARY_DAYS, days: { from: "2026-01-10", to: "2026-01-31" } };
  const completeness = (share: number) =>
    seriesMonth(slots("EFSV", "m³", { months: [slot("2026-01", 3, share)] }), part).month
      .completeness;
  deepStrictEqual([22 / 31, 11 / 31, 1].map(completeness), [1, 0.5, 1]);
});

// @spec reports.analysis
Deno.test("seriesMonth() adds the months of the year up to its own", () => {
  const march = { month: "2026-03", days: spanOfMonth("2026-03"), today: "2026-06-01" };
  const months = [
    slot("2026-01", 1),
    slot("2026-02", null),
    slot("2026-03", 4),
    slot("2026-04", 8),
  ];
  deepStrictEqual(seriesMonth(slots("EFSV", "m³", { months }), march).yearToDate, 5);
  deepStrictEqual(seriesMonth(slots("TEMP", "°C", { months }), march).yearToDate, null);
});

// @spec reports.running-month
Deno.test("seriesMonth() of a running month is its finished days, and a projection while the occupant stays", () => {
  const running = { ...JANUARY_DAYS, today: "2026-01-15" };
  // 2 a day until the 14th; today is not over.
  const water = slots("EFSV", "m³", {
    months: [slot("2026-01", 99)],
    days: days("2026-01-01", [...Array(14).fill(2), 50]),
  });
  // 14 × 2 to date, and 2 a day for the 17 days left.
  deepStrictEqual(seriesMonth(water, running), {
    month: { value: 28, completeness: 1 },
    projected: 62,
    yearBefore: UNREAD,
    yearToDate: 28,
  });
  const leaving = { ...running, days: { from: "2026-01-01", to: "2026-01-30" } };
  deepStrictEqual(seriesMonth(water, leaving).projected, null);
});

// @spec reports.one-occupancy
Deno.test("seriesMonth() of a running month counts as missing only its own finished days", () => {
  const came = {
    month: "2026-01",
    days: { from: "2026-01-12", to: "2026-01-31" },
    today: "2026-01-15",
  };
  const completeness = (values: (number | null)[], today = came.today) =>
    seriesMonth(slots("EFSV", "m³", { days: days("2026-01-10", values) }), { ...came, today })
      .month.completeness;
  // The 10th and the 11th are of another occupancy; the 15th is not over.
  deepStrictEqual(completeness([null, null, 2, 2, 2, null]), 1);
  deepStrictEqual(completeness([2, 2, 2, null, null, 2]), 1 / 3);
  // Before a day is over nothing is missing.
  deepStrictEqual(completeness([2, 2, 2], "2026-01-12"), 1);
});

// @spec reports.analysis
Deno.test("seriesMonth() of a running month of temperatures is their mean, in which each reading counts once", () => {
  const read = [
    { ...slot("2026-01-01", 20, 1), count: 2 },
    { ...slot("2026-01-02", 22, 0.5), count: 6 },
    { ...slot("2026-01-03", null), count: 0 },
    { ...slot("2026-01-04", 40), count: 2 },
  ];
  const temperatures = slots("TEMP", "°C", { days: read });
  // (20 × 2 + 22 × 6) / 8; (1 + 0.5 + 0) / 3.
  deepStrictEqual(seriesMonth(temperatures, { ...JANUARY_DAYS, today: "2026-01-04" }), {
    month: { value: 21.5, completeness: 0.5 },
    projected: null,
    yearBefore: UNREAD,
    yearToDate: null,
  });
  const unread = slots("TEMP", "°C", { days: days("2026-01-01", [null, null]) });
  deepStrictEqual(seriesMonth(unread, { ...JANUARY_DAYS, today: "2026-01-03" }).month, UNREAD);
});

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
          seriesMonthReported(id, hundredths === null ? null : hundredths / 100, { use })
        ),
      );
      const [house] = analysis({ ...INPUT, dwellings: [dwelling] }).houses;
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
        const item = house?.items.find((one) => one.kind === kind);
        ok(near(item?.value, sum), `${kind}: ${item?.value} instead of ${sum}`);
        ok(near(item?.cost, cost), `${kind}: ${item?.cost} € instead of ${cost}`);
        const isCountedTwice = hasWhole && own.every(({ meter }) => meter.isPart);
        if (cost !== null && !isCountedTwice) total = (total ?? 0) + round(cost, 2);
      }
      ok(near(house?.totalCost, total), `${house?.totalCost} € in all instead of ${total}`);
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
          [seriesMonthReported("GAZE", 0, {
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

const JANUARY = datesOfMonth("2026-01");
const WHOLE = { from: "2026-01-01", to: "2026-01-31" };

// @spec reports.analysis
Deno.test("readReportDju() gives the DJU typed for a month and for the same one a year before", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const outdoorSourceId = await anOutdoorSource(ask);
    const months = [{ month: "2025-01", dju: 300 }, { month: "2026-01", dju: 250.5 }];
    ok((await ask("putMonthlyDju", { projectId: PROJECT, outdoorSourceId, body: { months } })).ok);
    const { services } = built.platform.own;
    const read = async (djuSource: string | null) => {
      const asked = { projectId: PROJECT, djuSource, month: "2026-01" };
      const { of, yearBefore } = await readReportDju(services, asked);
      return [of(WHOLE), yearBefore];
    };
    deepStrictEqual(await read(outdoorSourceId), [250.5, 300]);
    deepStrictEqual(await read(null), [null, null]);
    deepStrictEqual(await read("gone"), [null, null]);
  }));

Deno.test("readReportDju() adds the days of an occupancy, when at most one in twenty lacks", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
    // 4 DJU each day, but on the 31st, and until yesterday, 9 February.
    const seriesId = await aSeries(ask, "DJU");
    const dates = [...JANUARY.slice(0, 30), ...datesOfMonth("2026-02").slice(0, 9)];
    const readings = dates.map((date) => (
      { epochS: Date.parse(`${date}T12:00:00Z`) / 1_000, value: 4 }
    ));
    await stored.append([{ seriesId, kind: "consumption", readings }]);
    const body = { name: "Station", method: "mean" as const, seriesId, station: "" };
    const created = await answerOf(ask("createOutdoorSource", { projectId: PROJECT, body }));
    const djuOf = async (from: IsoDate, to: IsoDate) => {
      const asked = { projectId: PROJECT, djuSource: created.id, month: from.slice(0, 7) };
      return (await readReportDju(built.platform.own.services, asked)).of({ from, to });
    };
    deepStrictEqual(await djuOf("2026-01-11", "2026-01-20"), 40);
    // 30 days of 31; 19 of 20; 18 of 19.
    deepStrictEqual(await djuOf("2026-01-01", "2026-01-31"), 120);
    deepStrictEqual(await djuOf("2026-01-12", "2026-01-31"), 76);
    deepStrictEqual(await djuOf("2026-01-13", "2026-01-31"), null);
    // The running month is not over.
    deepStrictEqual(await djuOf("2026-02-01", "2026-02-28"), null);
  }));
