import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays, type IsoDate, type IsoMonth, monthsOfYear } from "@/lib/base/civil_dates.ts";
import {
  monthsToSplit,
  readMeteredMonths,
  withDaysOf,
} from "@/lib/energy_balance/metered_months.ts";
import {
  amountOver,
  coveredDays,
  dayRuns,
  type MonthReadings,
} from "@/lib/energy_balance/month_reading.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";
import { aBoilerRoom, aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, withStore } from "@/tests/helpers/fixtures.ts";
import { read } from "./builders.ts";

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

const RUNNING = { count: 4, isRunning: true };
const OVER = { count: 4, isRunning: false };
const DAILY = read(9, { days: [2, 3, null, 4], completeness: 0.75 });

Deno.test("coveredDays() are those known to every reading", () => {
  deepStrictEqual(coveredDays([read(10), DAILY], RUNNING), [true, true, false, true]);
  const late = read(5, { days: [null, 5, 0, 0] });
  deepStrictEqual(coveredDays([late, DAILY], OVER), [false, true, false, true]);
  deepStrictEqual(coveredDays([read(10), read(20)], RUNNING), [true, true, true, true]);
});

Deno.test("coveredDays() ignore series without any reading, and are empty on the first", () => {
  deepStrictEqual(coveredDays([read(null), read(10)], RUNNING), [true, true, true, true]);
  deepStrictEqual(coveredDays([read(10)], { count: 0, isRunning: true }), []);
});

Deno.test("coveredDays() of readings known only for the whole month are all of them or none", () => {
  const typed = read(370, { wholeMonth: true });
  const all = [true, true, true, true];
  const none = [false, false, false, false];
  deepStrictEqual(coveredDays([typed, read(10)], RUNNING), none);
  deepStrictEqual(coveredDays([typed, read(10)], OVER), all);
  deepStrictEqual(coveredDays([typed, DAILY], OVER), none);
  // A meter that lacks a few minutes of the month was read for all of it.
  deepStrictEqual(coveredDays([typed, { ...DAILY, completeness: 0.995 }], OVER), all);
});

Deno.test("amountOver() adds the counted days, and is null where days are not separate", () => {
  strictEqual(amountOver(DAILY, [true, true, false, true]), 9);
  strictEqual(amountOver(DAILY, [false, true, false, true]), 7);
  strictEqual(amountOver(DAILY, [false, false, false, false]), null);
  strictEqual(amountOver(read(10), [true, true, true, true]), 10);
  strictEqual(amountOver(read(10), [true, true, false, true]), null);
  strictEqual(amountOver(read(null), [true]), null);
  strictEqual(amountOver(read(10), []), null);
});

Deno.test("dayRuns() group consecutive days", () => {
  deepStrictEqual(dayRuns([true, true, false, true, false]), [
    { from: 1, to: 2 },
    { from: 4, to: 4 },
  ]);
  deepStrictEqual(dayRuns([]), []);
});

Deno.test("monthsToSplit() finds the months for which any series lacks a day", () => {
  const split = monthsToSplit({
    gas: {
      "2023-01": read(31, { days: [31, null] }),
      "2023-02": read(28, { days: [14, 14] }),
      "2023-03": read(31),
    },
    dju: { "2023-04": read(30, { days: [null, 30] }) },
  });
  deepStrictEqual([...split], ["2023-01", "2023-04"]);
});

Deno.test("monthsToSplit() leaves whole a month that was not read, and one known only as a whole", () => {
  const split = monthsToSplit({
    gas: { "2023-01": read(null, { days: [null, null] }) },
    dju: { "2023-02": read(400, { days: [null], wholeMonth: true }) },
  });
  deepStrictEqual([...split], []);
});

Deno.test("withDaysOf() keeps the daily values of the months to split only", () => {
  const january = read(31, { days: [15, 16] });
  const february = read(28, { days: [14, 14] });
  const march = read(31);
  deepStrictEqual(
    withDaysOf(
      { gas: { "2023-01": january, "2023-02": february, "2023-03": march } },
      new Set(["2023-01", "2023-03"]),
    ),
    { gas: { "2023-01": january, "2023-02": read(28), "2023-03": march } },
  );
});

const HOUR_S = 3_600;
/** Midnight of 1 January 2025 in Paris, seconds. */
const START_S = Date.parse("2024-12-31T23:00:00Z") / 1_000;

// @spec balance.whole-days
Deno.test("getBalanceReadings() gives the days of a month whose DJU lack some, and of the meters read in it", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask, stored }) => {
    const [gas, outdoor] = [await aSeries(ask, "GAZV"), await aSeries(ask, "TEXT")];
    // A register read each midnight from January to March, and 6 °C each hour but in late January.
    const readings = Array.from({ length: 91 }, (_, day) => (
      { epochS: START_S + day * 24 * HOUR_S, value: 1_000 + 10 * day }
    ));
    const hours = Array.from({ length: 59 * 24 }, (_, hour) => (
      { epochS: START_S + hour * HOUR_S, value: 6 }
    )).filter((_, hour) => hour < 20 * 24 || hour >= 31 * 24);
    await stored.append([
      { seriesId: gas, kind: "index", readings },
      { seriesId: outdoor, kind: "instant", readings: hours },
    ]);
    const source = { name: "Sonde", method: "mean" as const, seriesId: outdoor, station: "" };
    ok((await ask("createOutdoorSource", { projectId: PROJECT, body: source })).ok);
    const place = { projectId: PROJECT, boilerRoomId: await aBoilerRoom(ask) };
    const body = sourcesDraft({ sourceType: gas });
    ok((await ask("putEfficiencySources", { ...place, body })).ok);
    const read = await answerOf(ask("getBalanceReadings", { ...place, segment: "monthly-2025" }));
    const days = ["2025-01", "2025-02"].map((month) => {
      const reading = read.series[gas]?.[month];
      return [reading?.value, Object.keys(reading?.days ?? {}).length];
    });
    // 310 m³ over the 31 days of January; February is whole.
    deepStrictEqual(days, [[310, 31], [280, 0]]);
  }, { now: "2025-04-10T11:00:00Z" }));
