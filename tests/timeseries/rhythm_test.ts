import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { datesOfMonth } from "@/lib/base/civil_dates.ts";
import type { ComingPurge } from "@/lib/organisations/schema.ts";
import { nextPurgeText } from "@/lib/organisations/text.ts";
import { correctedDay, movedDay, withGained } from "@/lib/timeseries/changes.ts";
import {
  DEFAULT_RETENTION,
  mayBePurged,
  nextPurge,
  NOTHING_PURGED,
  retentionStart,
} from "@/lib/timeseries/retention.ts";
import {
  coveredByRhythm,
  finishedMonths,
  isSilent,
  monthByRhythm,
  type Rhythm,
  RHYTHMS,
  rhythmsOf,
  type SeriesActivity,
  silenceOf,
  silentAfterS,
} from "@/lib/timeseries/rhythm.ts";
import type { Aggregates, RollupSlot } from "@/lib/timeseries/rollups.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const DAY_S = 86_400;
const SPELL_S = 3 * 3600;

/** A day in UTC with the given number of readings, 3 hours apart or more. */
function day(at: string, count: number, kind: DataKind = "consumption"): RollupSlot {
  const coveredS = kind === "consumption" ? DAY_S : SPELL_S * Math.min(8, count);
  return slot(at, { count, coveredS: count === 0 ? 0 : coveredS, lengthS: DAY_S });
}

function slot(at: string, over: Partial<RollupSlot>): RollupSlot {
  const nothing = { sum: null, mean: null, min: null, max: null, last: null, estimated: false };
  return { at, ...nothing, count: 0, coveredS: 0, lengthS: 0, ...over };
}

/** A month computed from its days. */
function month(at: string, days: readonly RollupSlot[]): RollupSlot {
  const own = days.filter((one) => one.at.startsWith(at));
  const sum = (figure: (one: RollupSlot) => number) =>
    own.reduce((all, one) => all + figure(one), 0);
  return slot(at, {
    count: sum(({ count }) => count),
    coveredS: sum(({ coveredS }) => coveredS),
    lengthS: sum(({ lengthS }) => lengthS),
  });
}

/** Months of a year with the given numbers of readings, one a day. */
function monthsOf(counts: readonly number[], kind: DataKind = "consumption"): RollupSlot[] {
  return counts.map((count, rank) => {
    const at = `2025-${String(rank + 1).padStart(2, "0")}`;
    return month(at, datesOfMonth(at).map((date, day_) => day(date, day_ < count ? 1 : 0, kind)));
  });
}

function learnt(counts: readonly number[], kind?: DataKind): (Rhythm | null)[] {
  const months = monthsOf(counts, kind);
  const rhythmOf = rhythmsOf(kind ?? "consumption", null, months);
  return months.map(({ at }) => rhythmOf(at));
}

// @spec series.rhythm
Deno.test("rhythmsOf() finds one a month, a week or a day from the usual number of readings in a month", () => {
  deepStrictEqual(new Set(learnt([1, 1, 1, 2, 1, 1, 1, 1, 0, 1, 1, 1])), new Set(["month"]));
  deepStrictEqual(new Set(learnt([4, 4, 5, 4, 3, 4])), new Set(["week"]));
  deepStrictEqual(new Set(learnt([31, 28, 12, 30])), new Set(["day"]));
  const often = monthsOf([1, 1]).map((one) => ({ ...one, count: 8_000 }));
  strictEqual(rhythmsOf("instant", null, often)("2025-01"), "several-a-day");
});

Deno.test("rhythmsOf() keeps the past rhythm when a meter is read more often, and when a sensor fails", () => {
  deepStrictEqual(learnt([1, 1, 1, 31, 30]), ["month", "month", "month", "day", "day"]);
  // A daily amount of which four arrived: it is not weekly.
  deepStrictEqual(learnt([31, 28, 31, 4, 4, 30]), Array(6).fill("day"));
});

Deno.test("rhythmsOf() treats the first and the last month as partial", () => {
  // A sensor that began on the 29th, and one with no other month.
  deepStrictEqual(learnt([2, 28, 31]), ["day", "day", "day"]);
  deepStrictEqual(learnt([2], "instant"), [null]);
  // An amount covers a period of its own: a first delivery is monthly until more is known.
  deepStrictEqual(learnt([1]), ["month"]);
});

Deno.test("rhythmsOf() counts three deliveries of a day as one reading, and gives precedence to a configured rhythm", () => {
  const lorries = monthsOf([1, 1, 1]).map((one) => ({ ...one, count: 3 }));
  strictEqual(rhythmsOf("consumption", null, lorries)("2025-02"), "month");
  strictEqual(rhythmsOf("consumption", "week", lorries)("2025-02"), "week");
});

/** The rhythm known on a day for its month, from the number of readings on each day. */
function known(
  today: string,
  read: Readonly<Record<string, number>>,
  kind: DataKind = "instant",
): Rhythm | null {
  const months = ["2025-01", "2025-02", "2025-03", "2025-04"];
  const days = months.flatMap(datesOfMonth).map((at) => day(at, read[at] ?? 0, kind));
  const over = days.filter(({ at }) => at.startsWith(today.slice(0, 7)) && at < today);
  const finished = finishedMonths(months.map((at) => month(at, days)), today, over);
  return rhythmsOf(kind, null, finished)(today.slice(0, 7));
}

Deno.test("finishedMonths() ignores today and future dates: a series that began today has no rhythm yet", () => {
  const began = { "2025-03-10": 288 };
  deepStrictEqual([known("2025-03-10", began), known("2025-03-11", began)], [
    null,
    "several-a-day",
  ]);
  const delivery = { "2025-03-10": 1 };
  const onItsDay = known("2025-03-10", delivery, "consumption");
  deepStrictEqual([onItsDay, known("2025-03-11", delivery, "consumption")], [null, "month"]);
  // The 15th day of a daily series, and one dated a month ahead.
  const fifteen = Object.fromEntries(datesOfMonth("2025-03").slice(0, 15).map((at) => [at, 1]));
  deepStrictEqual([known("2025-03-15", fifteen), known("2025-03-16", fifteen)], [null, "day"]);
  deepStrictEqual(known("2025-03-15", { "2025-04-02": 288 }), null);
});

// @spec series.rhythm
Deno.test("finishedMonths() gives the same rhythm all day, and on the first of a month that of the months before", () => {
  const someReadings = fc.dictionary(
    fc.constantFrom(...["2025-01", "2025-02", "2025-03"].flatMap(datesOfMonth)),
    fc.integer({ min: 1, max: 60 }),
    { maxKeys: 90 },
  );
  const today = fc.constantFrom("2025-03-01", "2025-03-15", "2025-03-30", "2025-03-31");
  const kinds = fc.constantFrom<DataKind>("consumption", "instant", "index", "state");
  fc.assert(
    fc.property(someReadings, someReadings, today, kinds, (read, later, at, kind) => {
      const before = Object.fromEntries(Object.entries(read).filter(([date]) => date < at));
      const after = Object.fromEntries(Object.entries(later).filter(([date]) => date >= at));
      strictEqual(known(at, { ...before, ...after }, kind), known(at, before, kind));
    }),
    { numRuns: 100, seed: 109 },
  );
});

// @spec series.silence
Deno.test("silentAfterS() is a day for a sensor, and one and a half times a slower rhythm", () => {
  const days = [null, ...RHYTHMS].map((every) => silentAfterS(every) / DAY_S);
  deepStrictEqual(days, [1, 1, 1.5, 10.5, 46]);
});

/** Days from 2025-01-01 on with a reading, by rank. */
const someDays = fc.array(fc.boolean(), { minLength: 120, maxLength: 120 });
const START_MS = Date.UTC(2025, 0, 1);

/** First rank of the period of a day: 1 January 2025 was a Wednesday. */
function startOf(rank: number, every: Rhythm): number {
  const date = new Date(START_MS + rank * DAY_S * 1_000);
  if (every === "month") return rank - (date.getUTCDate() - 1);
  return every === "week" ? rank - (rank + 2) % 7 : rank;
}

Deno.test("coveredByRhythm() covers the days whose week or month was read, as an independent count does", () => {
  const kinds = fc.constantFrom<DataKind>("consumption", "instant", "state");
  fc.assert(
    fc.property(someDays, kinds, fc.constantFrom(...RHYTHMS), (read, kind, every) => {
      const days = read.map((isRead, rank) => {
        const date = new Date(START_MS + rank * DAY_S * 1_000).toISOString().slice(0, 10);
        return day(date, isRead ? 1 : 0, kind);
      });
      const rhythmOf = rhythmsOf(kind, every, []);
      const covered = coveredByRhythm(kind, days, rhythmOf);
      const isOften = every === "several-a-day";
      const expected = read.map((_, rank) => {
        if (isOften || (every === "day" && kind === "consumption")) return days[rank]?.coveredS;
        const isCovered = read.some((other, at) =>
          other && startOf(at, every) === startOf(rank, every)
        );
        return isCovered ? DAY_S : 0;
      });
      deepStrictEqual(covered.map(({ coveredS }) => coveredS), expected);
      for (const at of ["2025-01", "2025-02", "2025-03", "2025-04"]) {
        const own = covered.filter((one) => one.at.startsWith(at));
        const whole = monthByRhythm(kind, month(at, days), { rhythmOf, days: own });
        strictEqual(whole.coveredS, own.reduce((sum, one) => sum + one.coveredS, 0), at);
      }
    }),
    { numRuns: 60, seed: 98 },
  );
});

/** 2026-01-05T12:00:00Z. */
const NOW_S = 1_767_614_400;
const SECONDS_A_DAY = 24 * 3_600;

/** Series without a known rhythm. */
function activity(newest: readonly (number | null)[]): SeriesActivity[] {
  return newest.map((newestS) => ({ newestS, every: null }));
}

Deno.test("silenceOf() counts series silent for more than 24 hours, and returns the newest reading", () => {
  const newest = [NOW_S - 60, NOW_S - SECONDS_A_DAY, NOW_S - SECONDS_A_DAY - 1, null];
  deepStrictEqual(silenceOf(activity(newest), NOW_S), {
    expectedCount: 4,
    silentCount: 1,
    silentRhythms: ["several-a-day"],
    lastAt: "2026-01-05T11:59:00Z",
  });
});

Deno.test("silenceOf() has no last reading for series that never sent, which do not count as silent", () => {
  deepStrictEqual(silenceOf(activity([null, null]), NOW_S), {
    expectedCount: 2,
    silentCount: 0,
    silentRhythms: [],
    lastAt: null,
  });
  deepStrictEqual(silenceOf(activity([]), NOW_S), {
    expectedCount: 0,
    silentCount: 0,
    silentRhythms: [],
    lastAt: null,
  });
});

Deno.test("isSilent() is true for readings that stopped and for those that never came", () => {
  strictEqual(isSilent(silenceOf(activity([NOW_S]), NOW_S)), false);
  strictEqual(isSilent(silenceOf(activity([NOW_S, null]), NOW_S)), false);
  strictEqual(isSilent(silenceOf(activity([NOW_S, NOW_S - 2 * SECONDS_A_DAY]), NOW_S)), true);
  strictEqual(isSilent(silenceOf(activity([null]), NOW_S)), true);
});

Deno.test("silenceOf() waits one and a half times the rhythm of a series: a monthly one is not silent after a day", () => {
  const last = (days: number) => NOW_S - days * SECONDS_A_DAY;
  const series: SeriesActivity[] = [
    { newestS: last(1.4), every: "day" },
    { newestS: last(1.6), every: "day" },
    { newestS: last(10), every: "week" },
    { newestS: last(11), every: "week" },
    { newestS: last(45), every: "month" },
    { newestS: last(47), every: "month" },
    { newestS: last(1.4), every: "several-a-day" },
  ];
  deepStrictEqual(series.map((one) => silenceOf([one], NOW_S).silentCount), [0, 1, 0, 1, 0, 1, 1]);
  const { silentRhythms } = silenceOf(series, NOW_S);
  deepStrictEqual(silentRhythms, ["several-a-day", "day", "week", "month"]);
});

function figuresOf(over: Partial<Aggregates>): Aggregates {
  return {
    millionths: 0,
    min: 0,
    max: 0,
    last: null,
    count: 1,
    coveredS: 86_400,
    drawnAtStart: false,
    drawnAtEnd: false,
    ...over,
  };
}

// @spec series.retention
Deno.test("retentionStart() retains whole months of readings and days, whole years of months", () => {
  deepStrictEqual(retentionStart(DEFAULT_RETENTION, "2026-11-21"), {
    points: "2024-11-01",
    days: "2023-11-01",
    months: "2019-01-01",
  });
  deepStrictEqual(
    retentionStart({ infraDailyYears: 1, dailyYears: 2, monthlyYears: 3 }, "2028-02-29"),
    { points: "2027-02-01", days: "2026-02-01", months: "2025-01-01" },
  );
});

Deno.test("correctedDay() adds a register's gain to its day, and subtracts it from the next", () => {
  const known = figuresOf({ millionths: 5_000_000, last: 120 });
  const came = figuresOf({ last: 121.5, coveredS: 0 });
  deepStrictEqual(correctedDay("index", known, came), {
    aggregates: { ...known, millionths: 6_500_000, last: 121.5 },
    nextDayMillionths: -1_500_000,
  });
  // The same again changes nothing.
  deepStrictEqual(correctedDay("index", { ...known, last: 121.5 }, came)?.nextDayMillionths, 0);
  // Six less than 5 counted: the day would be negative.
  strictEqual(correctedDay("index", known, figuresOf({ last: 114 })), null);
});

// @spec series.late-readings
Deno.test("correctedDay() does not correct a day from fewer readings than it had", () => {
  const known = figuresOf({ millionths: 288_000_000, last: 1, count: 288, min: 1, max: 1 });
  strictEqual(
    correctedDay("instant", known, figuresOf({ millionths: 19_000_000, last: 19 })),
    null,
  );
  const whole = figuresOf({ millionths: 576_000_000, last: 2, count: 288, min: 2, max: 2 });
  deepStrictEqual(correctedDay("instant", known, whole), {
    aggregates: whole,
    nextDayMillionths: 0,
  });
});

Deno.test("withGained() and movedDay() change a total, never below zero", () => {
  const known = figuresOf({ millionths: 5_000_000, last: 120 });
  strictEqual(withGained(known, -5_000_000)?.millionths, 0);
  strictEqual(withGained(known, -5_000_001), null);
  // The known part goes from 1 to 3: the day goes from 5 to 7.
  const moved = movedDay(known, {
    before: figuresOf({ millionths: 1_000_000 }),
    after: figuresOf({ millionths: 3_000_000 }),
  });
  deepStrictEqual([moved?.millionths, moved?.last], [7_000_000, 120]);
  strictEqual(movedDay(null, { before: null, after: null }), null);
});

// @spec series.retention
Deno.test("mayBePurged() is true of a range that ended before the shortest retention of its data", () => {
  const today = "2026-02-10";
  const ranges = {
    // Readings from 2025-02-01, days from 2024-02-01, months from 2023-01-01.
    old: [
      { type: "fivemin", year: 2025, month: 1, day: 31 },
      { type: "hourly", year: 2025, month: 1, day: 31 },
      { type: "daily", year: 2024, month: 1 },
      { type: "weekly", year: 2023 },
      { type: "monthly", year: 2022 },
    ],
    recent: [
      { type: "hourly", year: 2025, month: 2, day: 1 },
      { type: "daily", year: 2024, month: 2 },
      { type: "weekly-shifted", year: 2023 },
      { type: "monthly-shifted", year: 2022 },
      { type: "monthly", year: 2023 },
    ],
  } as const;
  for (const range of ranges.old) strictEqual(mayBePurged(range, today), true, range.type);
  for (const range of ranges.recent) strictEqual(mayBePurged(range, today), false, range.type);
});

Deno.test("nextPurge() is that of the next night, by the durations valid that day", () => {
  // The last evening of November: the next night is in December, and one more month is deleted.
  deepStrictEqual(nextPurge(DEFAULT_RETENTION, Date.parse("2026-11-30T20:00:00Z")), {
    at: "2026-12-01T02:43:00.000Z",
    kept: { points: "2024-12-01", days: "2023-12-01", months: "2019-01-01" },
  });
  const longer = { infraDailyYears: 5, dailyYears: 20, monthlyYears: 30 };
  deepStrictEqual(nextPurge(longer, Date.parse("2026-11-30T01:00:00Z")), {
    at: "2026-11-30T02:43:00.000Z",
    kept: { points: "2021-11-01", days: "2006-11-01", months: "1996-01-01" },
  });
});

const COMING: ComingPurge = {
  at: "2026-12-01T02:43:00.000Z",
  kept: { points: "2024-12-01", days: "2023-12-01", months: "2019-01-01" },
  ...NOTHING_PURGED,
};

const plain = (text: string | null) => text?.replaceAll(/[\u00A0\u202F]/g, " ");

Deno.test("nextPurgeText() gives the date, the count of each kind, and the last days deleted", () => {
  strictEqual(
    plain(
      nextPurgeText({ ...COMING, pointCount: 12_345, dayCount: 0, monthCount: 1, projectCount: 2 }),
    ),
    "Prochaine suppression : le 01/12/2026 à 03:43, heure de Paris. Elle retirera, dans 2 résidences : 12 345 relevés d’avant le 01/12/2024, aucune valeur journalière d’avant le 01/12/2023 et 1 valeur mensuelle d’avant le 01/01/2019. Pour les garder, allongez les durées avant.",
  );
});
