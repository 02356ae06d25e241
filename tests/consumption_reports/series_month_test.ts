import { deepStrictEqual, ok } from "node:assert/strict";
import { addDays, datesOfMonth, type IsoDate } from "@/lib/base/civil_dates.ts";
import { reportSource } from "@/lib/consumption_reports/items.ts";
import { readReportDju } from "@/lib/consumption_reports/month_readings.ts";
import {
  seriesMonth,
  type SeriesSlots,
  spanOfMonth,
} from "@/lib/consumption_reports/series_month.ts";
import type { CountedSlot } from "@/lib/series/schema.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { anOutdoorSource, aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

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
