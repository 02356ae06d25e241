import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { datesOfMonth } from "@/lib/base/civil_dates.ts";
import type { MonthInput } from "@/lib/energy_balance/balance_report.ts";
import { aboveThreshold, recentGap, recentMonths } from "@/lib/energy_balance/comparison.ts";
import type { MonthReading } from "@/lib/energy_balance/month_reading.ts";
import type { EfficiencySettings } from "@/lib/facilities/energy_settings_schema.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import { aBoilerRoom, aYear, someSettings } from "./builders.ts";

interface Site {
  readonly now: string;
  /** Gas of a day, m³ of 11 kWh; null when not read. */
  readonly gas: (date: string) => number | null;
  readonly dju?: (date: string) => number | null;
  readonly seasons?: readonly HeatingSeason[];
  readonly settings?: EfficiencySettings[];
}

/** A boiler room without hot water, whose N'B is 40 Wh × 1,000 m² × 10 DJU = 400 kWh a day. */
function site({ now, gas, dju = () => 10, seasons = [], settings }: Site): MonthInput {
  const byMonth = (of: (date: string) => number | null) =>
    Object.fromEntries(
      recentMonths(now).map((month) => {
        const days = datesOfMonth(month).filter((date) => date < now).map(of);
        const known = days.flatMap((value) => value ?? []);
        const value = known.length === 0 ? null : known.reduce((total, one) => total + one, 0);
        const reading: MonthReading = {
          value,
          days,
          completeness: known.length / days.length,
          estimated: false,
        };
        return [month, reading];
      }),
    );
  const boilerRoom = aBoilerRoom({
    hotWaterTypes: [],
    settings: settings ?? [someSettings()],
  });
  const series = { source: byMonth(gas) };
  return aYear({ boilerRoom, now, seasons, series, dju: { station: byMonth(dju) } });
}

function percentOf(given: Site): number | undefined {
  const gap = recentGap(site(given));
  return gap === null ? undefined : Math.round(10 * (gap.percent ?? NaN)) / 10;
}

Deno.test("recentMonths() are the months of the last thirty finished days", () => {
  deepStrictEqual(recentMonths("2026-11-19"), ["2026-10", "2026-11"]);
  deepStrictEqual(recentMonths("2026-03-02"), ["2026-01", "2026-02", "2026-03"]);
  deepStrictEqual(recentMonths("2026-01-01"), ["2025-12"]);
  deepStrictEqual(recentMonths("2026-12-01"), ["2026-11"]);
});

// @spec balance.recent-gap
Deno.test("recentGap() is the gap of the last thirty days: a drift of this month counts, an earlier one does not", () => {
  // From 20 October to 18 November: 40 m³ × 11 = 440 kWh a day against 400 kWh: +10 %; 36 × 11 = 396: −1 %.
  const drifting = (date: string) => date >= "2026-10-20" ? 40 : 10;
  const cured = (date: string) => date >= "2026-10-20" ? 36 : 80;
  deepStrictEqual(recentGap(site({ now: "2026-11-19", gas: drifting })), {
    dayCount: 30,
    percent: 10,
    threshold: 5,
    status: "very-bad",
  });
  deepStrictEqual(recentGap(site({ now: "2026-11-19", gas: cured })), {
    dayCount: 30,
    percent: -1,
    threshold: 5,
    status: "good",
  });
});

// @spec balance.recent-gap
Deno.test("recentGap() compares only days read by every meter, with DJU above 0; fifteen are enough", () => {
  const now = "2026-11-19";
  const readFrom = (first: string) => (date: string) => date >= first ? 40 : null;
  strictEqual(recentGap(site({ now, gas: readFrom("2026-11-04") }))?.dayCount, 15);
  strictEqual(recentGap(site({ now, gas: readFrom("2026-11-05") })), null);
  // 18 days of 5 DJU from 1 November: 40 × 11 = 440 kWh against 200 kWh: +120 %; the mild days of October are left out.
  const mild = (date: string) => date < "2026-11-01" ? 0 : 5;
  strictEqual(percentOf({ now, gas: () => 40, dju: mild }), 120);
  // Unknown DJU on 16 of the 30 days.
  const unread = (date: string) => date < "2026-11-05" ? null : 10;
  strictEqual(percentOf({ now, gas: () => 40, dju: unread }), undefined);
});

// @spec balance.recent-gap
Deno.test("recentGap() counts the days inside the season: none in summer, those since it began in autumn", () => {
  const gas = (date: string) => date < "2026-10-12" ? 80 : 40;
  const season = { yearStart: 2026, dateStart: "2026-10-12", dateStop: null };
  // From 12 October to 6 November: 26 days at +10 %; before, 80 × 11 = 880 kWh a day are left out.
  const given = { now: "2026-11-07", gas, seasons: [season] };
  strictEqual(percentOf(given), 10);
  strictEqual(recentGap(site(given))?.dayCount, 26);
  // 14 days of the season.
  strictEqual(percentOf({ ...given, now: "2026-10-26" }), undefined);
  strictEqual(percentOf({ now: "2026-08-15", gas: () => 80 }), undefined);
  // Without a season, it ends on 31 May: 16 days of the thirty before 15 June, 14 of those before 17 June.
  strictEqual(recentGap(site({ now: "2026-06-15", gas: () => 80 }))?.dayCount, 16);
  strictEqual(percentOf({ now: "2026-06-17", gas: () => 80 }), undefined);
});

// @spec balance.recent-gap, balance.settings
Deno.test("recentGap() scales each month's target by its own settings, and takes the threshold of the last", () => {
  const changed = someSettings({ fromDate: "2026-11-01", target: 20, threshold: 60 });
  const settings = [someSettings(), changed];
  // 12 days of October × 400 + 18 of November × 200 = 8,400 kWh; 30 × 440 = 13,200 kWh: +57.1 %.
  const given = { now: "2026-11-19", gas: () => 40, settings };
  strictEqual(percentOf(given), 57.1);
  strictEqual(recentGap(site(given))?.status, "bad");
  // Before the first settings nothing is compared: 18 days of November remain, +120 %.
  strictEqual(percentOf({ ...given, settings: [changed] }), 120);
});

// @spec balance.recent-gap
Deno.test("recentGap() has no day in a month that is known only as a whole", () => {
  const given = site({ now: "2026-11-19", gas: () => 40 });
  const { days: _, ...whole } = given.series["source"]?.["2026-11"] ?? { days: [] };
  const november = {
    value: 720,
    completeness: 1,
    estimated: false,
    ...whole,
    wholeMonth: true,
  } as const;
  const source = { ...given.series["source"], "2026-11": november };
  // The 12 days of October are too few.
  strictEqual(recentGap({ ...given, series: { source } }), null);
});

// @spec balance.recent-gap
Deno.test("aboveThreshold() returns the boiler rooms above their threshold, worst first", () => {
  const line = (id: string, gas: number | null) => (
    { id, gap: recentGap(site({ now: "2026-11-19", gas: () => gas })) }
  );
  const lines = [line("none", null), line("bad", 40), line("good", 36), line("worse", 60)];
  deepStrictEqual(aboveThreshold(lines).map(({ id }) => id), ["worse", "bad"]);
});
