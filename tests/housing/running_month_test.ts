import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { addDays, datesOfMonth } from "@/lib/base/civil_dates.ts";
import { wholePercent } from "@/lib/base/rounding.ts";
import { civilDateOf, dayBounds } from "@/lib/base/time_zones.ts";
import {
  consumptionStatus,
  type DayTaken,
  percentOf,
  progressStatus,
  runningMonth,
  surestStatus,
} from "@/lib/housing/running_month.ts";
import { monthReadNote } from "@/lib/housing/text.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withWriter } from "@/tests/helpers/a_site.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** Days with the given consumption, from a date on. */
function days(from: string, values: readonly (number | null)[]): DayTaken[] {
  return values.map((value, rank) => ({
    date: addDays(from, rank),
    value,
    completeness: value === null ? 0 : 1,
  }));
}

/** A completely read month; none for null. */
function whole(value: number | null) {
  return { value, completeness: value === null ? 0 : 1 };
}

Deno.test("consumptionStatus() is bad beyond 5 % more than the year before, good at exactly 5 %", () => {
  strictEqual(consumptionStatus(104.9, 100), "good");
  strictEqual(consumptionStatus(105, 100), "good");
  // In binary 1.1 × 1.05 is 1.1550000000000002, and 33 × 0.035 is 1.1550000000000002 too, or 1.155.
  strictEqual(consumptionStatus(1.155, 1.1), "good");
  strictEqual(consumptionStatus(3 * 0.385, 1.1), "good");
  strictEqual(consumptionStatus(105.01, 100), "bad");
  strictEqual(consumptionStatus(0, 0), "good");
  strictEqual(consumptionStatus(0.1, 0), "bad");
});

// @spec reports.progress-bar
Deno.test("progressStatus() is good below 80 %, bad from exactly 80 and very bad from exactly 100, like the text beside it", () => {
  deepStrictEqual([0, 79.99].map(progressStatus), ["good", "good"]);
  deepStrictEqual([99.99, 250].map(progressStatus), ["bad", "very-bad"]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (steps) => {
      // 4/5 of multiples of five hundredths: 1.16 of 1.45 is 80 %, but 79.99999999999999 % in binary.
      const [value, whole] = [4 * steps / 100, 5 * steps / 100];
      const [most, all] = [
        percentOf({ value, whole }) ?? 0,
        percentOf({ value, whole: value }) ?? 0,
      ];
      deepStrictEqual([most, all].map(wholePercent), [80, 100]);
      deepStrictEqual([most, all].map(progressStatus), ["bad", "very-bad"]);
    }),
    { seed: 20260101, examples: [[29]] },
  );
});

Deno.test("percentOf() is null without a reference", () => {
  deepStrictEqual([
    percentOf({ value: 3, whole: 4 }),
    percentOf({ value: 0, whole: 4 }),
    percentOf({ value: 3, whole: 0 }),
    percentOf({ value: null, whole: 4 }),
  ], [75, 0, null, null]);
  strictEqual(percentOf({ value: 3, whole: null }), null);
});

// @spec reports.running-month
Deno.test("runningMonth() adds the mean of the last seven days for each remaining day", () => {
  // April has 30 days. From the 1st to the 10th: 2 a day, then 4 a day until the 14th.
  const taken = days("2026-04-01", [...Array(10).fill(2), 4, 4, 4, 4, 1]);
  const month = runningMonth({ days: taken, today: "2026-04-15", yearBefore: whole(90) });
  // 10 × 2 + 4 × 4 = 36 to date; the last seven are 2, 2, 2, 4, 4, 4, 4: 22 / 7 a day for 16 days.
  deepStrictEqual(month, {
    toDate: 36,
    // 36 + 16 × 22 / 7, to the millionth as every figure.
    projected: 86.285714,
    yearBefore: whole(90),
    percent: 40,
    status: "good",
    completeness: 1,
  });
});

Deno.test("runningMonth() in the first days uses the end of the previous month", () => {
  const march = days("2026-03-20", Array(12).fill(3));
  const first = runningMonth({ days: march, today: "2026-04-01", yearBefore: whole(60) });
  // Nothing yet, and 3 a day for 30 days: 90, beyond 60 × 1.05.
  deepStrictEqual(
    [first.toDate, first.projected, first.percent, first.status, first.completeness],
    [null, 90, null, "bad", null],
  );
  const third = [...march, ...days("2026-04-01", [10, 10])];
  // 20, then the mean of five days of 3 and two of 10, 35 / 7 = 5, for 28 days.
  strictEqual(
    runningMonth({ days: third, today: "2026-04-03", yearBefore: whole(60) }).projected,
    160,
  );
});

Deno.test("runningMonth() counts a day without reading as nothing, and lowers the completeness", () => {
  const taken = days("2026-04-01", [5, null, 5, null]);
  const month = runningMonth({ days: taken, today: "2026-04-05", yearBefore: whole(null) });
  // 10 to date, 5 a day read, for 26 days.
  deepStrictEqual([month.toDate, month.projected, month.completeness, month.status], [
    10,
    140,
    0.5,
    null,
  ]);
});

Deno.test("runningMonth() without any reading of the last seven days has no projection", () => {
  const month = runningMonth({
    days: days("2026-04-01", [5, 5]),
    today: "2026-04-20",
    yearBefore: whole(8),
  });
  deepStrictEqual([month.toDate, month.projected, month.status], [10, null, null]);
  strictEqual(month.percent, 125);
});

Deno.test("runningMonth() of even days projects the whole month exactly, from any day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 31 }), (each, day) => {
      const march = datesOfMonth("2026-03").map((date) => ({ date, value: each, completeness: 1 }));
      const february = days("2026-02-15", Array(14).fill(each));
      const today = addDays("2026-03-01", day - 1);
      const month = runningMonth({ days: [...february, ...march], today, yearBefore: whole(null) });
      strictEqual(month.projected, 31 * each);
    }),
    { seed: 20260101 },
  );
});

// @spec reports.running-month
Deno.test("runningMonth() is not compared with a month that was partly occupied or partly read", () => {
  const taken = days("2026-04-01", Array(14).fill(2));
  const comparedAt = (completeness: number) => {
    const yearBefore = { value: 30, completeness };
    const month = runningMonth({ days: taken, today: "2026-04-15", yearBefore });
    return [month.yearBefore, month.percent, month.status, month.projected];
  };
  // 14 × 2 to date, 60 for the whole month; an occupant arrived on the 16th a year before.
  deepStrictEqual(comparedAt(0.5), [{ value: 30, completeness: 0.5 }, null, null, 60]);
  deepStrictEqual(comparedAt(0.949).slice(1), [null, null, 60]);
  deepStrictEqual(comparedAt(0.95).slice(1), [100 * 28 / 30, "bad", 60]);
});

Deno.test("surestStatus() is not good for a month with missing days, and stays bad for an increase", () => {
  deepStrictEqual([surestStatus("good", 1), surestStatus("good", 0.95)], ["good", "good"]);
  deepStrictEqual([surestStatus("good", 0.9), surestStatus(null, 1)], [null, null]);
  strictEqual(surestStatus("bad", 0.1), "bad");
});

/** Litres a day from two years to a year ago, and in the last months. */
interface Habit {
  before: number;
  now: number;
}

interface Place {
  visitor: Visitor;
  /** Address of the month of all the dwellings. */
  month: string;
  /** Address of a dwelling that shows its detail. */
  house: string;
}

/**
 * A residence of one dwelling whose water meter was read each midnight, including that of today, 10
 * February 2026.
 */
function withWater(
  habit: Habit,
  test: (place: Place) => Promise<void>,
  roles: Role[] = ["collect:read"],
): Promise<void> {
  return withWriter({ roles }, async ({ site, ask: writer, visitor }) => {
    const series = await aHousingSeries(writer, "EFSV");
    const id = await aHouse(writer, { name: "A1", collectMode: 1 });
    const today = civilDateOf(site.clock.now());
    await writeRegisters(site, storedSeriesId(series, id), { today, habit });
    const houses = `/collect/${PROJECT}/houses`;
    await test({ visitor, month: `${houses}/month`, house: `${houses}/${id}` });
  }, { residence: { features: { houseMode: 1, houseHourly: 0 } } });
}

async function writeRegisters(
  site: Site,
  seriesId: string,
  { today, habit }: { today: string; habit: Habit },
): Promise<void> {
  const readings = [];
  let value = 100;
  for (let date = addDays(today, -420); date <= today; date = addDays(date, 1)) {
    readings.push({ epochS: dayBounds(date).from / 1_000, value });
    value += (date < addDays(today, -200) ? habit.before : habit.now) / 1_000;
  }
  await storedSeries(site).append([{ seriesId, kind: "index", readings }]);
}

Deno.test("the running month of all dwellings, and of one, is shown with the same month a year before", () =>
  withWater({ before: 200, now: 200 }, async ({ visitor, month, house }) => {
    for (const path of [month, house]) {
      const { status, text } = await visitor.get(path);
      strictEqual(status, 200);
      match(text, /Eau froide .*Maîtrisée/);
      match(text, /Jusqu’à hier, à côté du même mois un an avant/);
    }
    const file = await visitor.get(`${month}?csv=semicolon`);
    const [head = "", line = ""] = file.html.split("\r\n");
    match(head, /^\uFEFFConsommation;Jusqu’à hier;.* \d{4};Avancement;Projection;État;Complétude;/);
    const cells = line.split(";");
    // 200 litres on each of the 28 days of February.
    strictEqual(cells[4], "5,6");
    strictEqual(cells[5], "Maîtrisée");
  }));

Deno.test("month projected at more than 5 % above the year before is marked as an increase, also in words", () =>
  withWater({ before: 200, now: 230 }, async ({ visitor, month }) => {
    match((await visitor.get(month)).text, /Eau froide .*En hausse/);
    const { html } = await visitor.get(month);
    ok(!html.includes("style="), "colours are the stylesheet's");
  }));

Deno.test("the bar of a month that has reached the year before is full, with a notice", () =>
  withWater({ before: 1, now: 900 }, async ({ visitor, month }) => {
    const { html, text } = await visitor.get(month);
    match(html, /<progress class="bar-very-bad" max="100" value="100" aria-label="Eau froide, /);
    match(text, /Dépassé/);
  }));

Deno.test("monthReadNote() gives the share of a month that was read, and says that it is not compared", () => {
  const note = (completeness: number, value: number | null = 12) =>
    monthReadNote({ value, completeness }).replaceAll(/[\u00A0\u202F]/g, " ");
  deepStrictEqual([note(1), note(0.995), note(0, null)], ["", "", ""]);
  deepStrictEqual([note(0.994), note(0.95)], ["relevé à 99 %", "relevé à 95 %"]);
  deepStrictEqual([note(0.949), note(0.5)], [
    "relevé à 94 %, non comparé",
    "relevé à 50 %, non comparé",
  ]);
  // 28.999999999999996 % in binary.
  deepStrictEqual(note(0.29), "relevé à 29 %, non comparé");
});
