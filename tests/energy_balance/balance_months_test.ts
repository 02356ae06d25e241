import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { addDays, type IsoDate, type IsoMonth, monthsOfYear } from "@/lib/base/civil_dates.ts";
import { readMeteredMonths } from "@/lib/energy_balance/metered_months.ts";
import type { MonthReadings } from "@/lib/energy_balance/month_reading.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const TODAY = "2026-04-20";

interface Sent {
  readonly unit: DataUnitId;
  /** Days on which the meter sends, at noon UTC. */
  readonly dates: readonly IsoDate[];
  valueAt?(rank: number): number;
}

/** The months of 2026 of a meter, read on 20 April at noon. */
async function monthsOf({ unit, dates, valueAt = (rank) => 10 * rank }: Sent) {
  let read: MonthReadings = {};
  await withStore(async (store) => {
    const { kind } = dataUnit(unit);
    const reader = new StoredSeries(store, PROJECT, () => Date.parse(`${TODAY}T12:00:00Z`));
    const readings = dates.map((date, rank) => (
      { epochS: Date.parse(`${date}T12:00:00Z`) / 1_000, value: valueAt(rank) }
    ));
    await reader.append([{ seriesId: "s", kind, readings }]);
    const { label, dailyPrecision, sum, unit: symbol } = dataUnit(unit);
    const shown = { id: unit, label, unit: symbol, kind, dailyPrecision, sum };
    const asked = { months: monthsOfYear(2026), today: TODAY, splits: new Set<string>() };
    const series = [{ id: "s", unit: shown, rhythm: null }];
    read = (await readMeteredMonths({ ...asked, reader, series })).s ?? {};
  });
  return read;
}

/** Every day from one to another. */
function each(from: IsoDate, to: IsoDate): IsoDate[] {
  const dates: IsoDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** The same day of each month of 2025 and of 2026 up to a month. */
function monthly(day: string, last: IsoMonth): IsoDate[] {
  return [2025, 2026].flatMap(monthsOfYear).filter((month) => month <= last)
    .map((month) => `${month}-${day}`);
}

Deno.test("readMeteredMonths() gives the finished days of the running month, and of a month that lacks some", async () => {
  // Readings dated after today, and the months after this one, do not count.
  const { "2026-01": january, "2026-02": february, "2026-04": april, ...others } = await monthsOf({
    unit: "GAZV",
    dates: each("2026-01-05", "2026-05-02"),
  });
  deepStrictEqual(january?.days, [...Array(5).fill(null), ...Array(26).fill(10)]);
  deepStrictEqual(february, { value: 280, completeness: 1, estimated: false });
  const days = Array(19).fill(10);
  deepStrictEqual(april, { value: 190, completeness: 1, estimated: false, days });
  deepStrictEqual(Object.keys(others), ["2026-03"]);
});

Deno.test("readMeteredMonths() awaits the rest of the running month of a register read once a month, not of one read each day", async () => {
  const late = { unit: "GAZV", dates: each("2026-01-01", "2026-04-10") } as const;
  const { "2026-04": daily } = await monthsOf(late);
  // Until 14:00 of the 10th in Paris, of 19 days.
  strictEqual(daily?.completeness, (9 * 24 + 14) / (19 * 24));
  strictEqual(daily?.awaited, undefined);
  const { "2026-03": march, "2026-04": april } = await monthsOf({
    unit: "GAZV",
    dates: monthly("02", "2026-04"),
  });
  deepStrictEqual([march?.wholeMonth, march?.awaited], [undefined, undefined]);
  deepStrictEqual([april?.wholeMonth, april?.awaited], [undefined, true]);
});

Deno.test("readMeteredMonths() gives the days of amounts sent each day", async () => {
  const { "2026-03": march } = await monthsOf({
    unit: "BOIM",
    dates: each("2026-01-01", "2026-03-20"),
    valueAt: () => 5,
  });
  const days = [...Array(20).fill(5), ...Array(11).fill(null)];
  // March has an hour less.
  const completeness = (20 * 24) / (31 * 24 - 1);
  deepStrictEqual(march, { value: 100, completeness, estimated: false, days });
  const { "2026-04": april } = await monthsOf({ unit: "BOIM", dates: [] });
  const none = { value: null, completeness: 0, estimated: false };
  deepStrictEqual(april, { ...none, days: Array(19).fill(null) });
});

Deno.test("readMeteredMonths() gives amounts sent once a week or a month for the whole month, awaited while it is running", async () => {
  const whole = { completeness: 1, estimated: false, wholeMonth: true } as const;
  const awaited = { ...whole, awaited: true } as const;
  const amounts = { unit: "BOIM", valueAt: () => 500 } as const;
  const delivered = monthly("09", "2026-03").filter((date) => date !== "2026-02-09");
  const once = await monthsOf({ ...amounts, dates: delivered });
  deepStrictEqual(once["2026-02"], { ...whole, value: null, completeness: 0 });
  deepStrictEqual(once["2026-03"], { ...whole, value: 500 });
  deepStrictEqual(once["2026-04"], { ...awaited, value: null, completeness: 0 });
  const come = await monthsOf({ ...amounts, dates: monthly("09", "2026-04") });
  deepStrictEqual(come["2026-04"], { ...whole, value: 500 });
  // Wednesdays, until 8 April: of the 19 finished days, those up to Sunday the 12th are covered.
  const wednesdays = each("2025-10-01", "2026-04-08").filter((_, rank) => rank % 7 === 0);
  const weekly = await monthsOf({ ...amounts, dates: wednesdays });
  deepStrictEqual(weekly["2026-03"], { ...whole, value: 2_000 });
  deepStrictEqual(weekly["2026-04"], { ...awaited, value: 1_000, completeness: 12 / 19 });
});
