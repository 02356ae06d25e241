import { deepStrictEqual, ok } from "node:assert/strict";
import { addDays } from "@/lib/base/civil_dates.ts";
import { reportSource } from "@/lib/consumption_reports/items.ts";
import {
  runningDays,
  seriesMonth,
  type SeriesSlots,
  spanOfMonth,
} from "@/lib/consumption_reports/series_month.ts";
import type { CountedSlot } from "@/lib/series/schema.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";

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

const JANUARY = { month: "2026-01", days: spanOfMonth("2026-01"), today: "2026-02-10" };
const UNREAD = { value: null, completeness: 0 };

// @spec reports.analysis
Deno.test("seriesMonth() of a finished month is its total in m³, with the same month a year before", () => {
  const water = slots("EFSV", "L", {
    months: [slot("2026-01", 5_000, 0.9), slot("2026-02", 700)],
    monthsBefore: [slot("2024-12", 1), slot("2025-01", 4_000, 0.8), slot("2025-02", 2)],
  });
  deepStrictEqual(seriesMonth(water, JANUARY), {
    month: { value: 5, completeness: 0.9 },
    projected: null,
    yearBefore: { value: 4, completeness: 0.8 },
    yearToDate: 5,
  });
  deepStrictEqual(seriesMonth(slots("EFSV", "L", {}), JANUARY), {
    month: UNREAD,
    projected: null,
    yearBefore: UNREAD,
    yearToDate: null,
  });
});

// @spec reports.one-occupancy
Deno.test("seriesMonth() of a part of a month is complete when its own days were read", () => {
  // From the 10th to the 31st: 22 of 31 days.
  const part = { ...JANUARY, days: { from: "2026-01-10", to: "2026-01-31" } };
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
  const running = { ...JANUARY, today: "2026-01-15" };
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
  deepStrictEqual(seriesMonth(temperatures, { ...JANUARY, today: "2026-01-04" }), {
    month: { value: 21.5, completeness: 0.5 },
    projected: null,
    yearBefore: UNREAD,
    yearToDate: null,
  });
  const unread = slots("TEMP", "°C", { days: days("2026-01-01", [null, null]) });
  deepStrictEqual(seriesMonth(unread, { ...JANUARY, today: "2026-01-03" }).month, UNREAD);
});

// @spec reports.running-month
Deno.test("runningDays() are those of the month until yesterday, and at least the last seven", () => {
  deepStrictEqual(runningDays("2026-01-15"), { from: "2026-01-01", to: "2026-01-15" });
  deepStrictEqual(runningDays("2026-01-08"), { from: "2026-01-01", to: "2026-01-08" });
  deepStrictEqual(runningDays("2026-01-03"), { from: "2025-12-27", to: "2026-01-03" });
});

Deno.test("spanOfMonth() is the first and the last day of a month, 29 February included", () => {
  deepStrictEqual(spanOfMonth("2024-02"), { from: "2024-02-01", to: "2024-02-29" });
  deepStrictEqual(spanOfMonth("2026-12"), { from: "2026-12-01", to: "2026-12-31" });
});
