import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { ComingPurge } from "@/lib/organisations/schema.ts";
import { nextPurgeText } from "@/lib/organisations/text_retention.ts";
import type { Aggregates } from "@/lib/timeseries/rollups.ts";
import { correctedDay, movedDay, withGained } from "@/lib/timeseries/changes.ts";
import {
  DEFAULT_RETENTION,
  isOrdered,
  mayBePurged,
  nextPurge,
  NOTHING_PURGED,
  retentionStart,
} from "@/lib/timeseries/retention.ts";

function day(over: Partial<Aggregates>): Aggregates {
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

Deno.test("isOrdered() is true while finer data are not retained longer", () => {
  strictEqual(isOrdered(DEFAULT_RETENTION), true);
  strictEqual(isOrdered({ infraDailyYears: 4, dailyYears: 3, monthlyYears: 7 }), false);
});

Deno.test("correctedDay() adds a register's gain to its day, and subtracts it from the next", () => {
  const known = day({ millionths: 5_000_000, last: 120 });
  const came = day({ last: 121.5, coveredS: 0 });
  deepStrictEqual(correctedDay("index", known, came), {
    aggregates: { ...known, millionths: 6_500_000, last: 121.5 },
    nextDayMillionths: -1_500_000,
  });
  // The same again changes nothing.
  deepStrictEqual(correctedDay("index", { ...known, last: 121.5 }, came)?.nextDayMillionths, 0);
  // Six less than 5 counted: the day would be negative.
  strictEqual(correctedDay("index", known, day({ last: 114 })), null);
});

// @spec series.late-readings
Deno.test("correctedDay() does not correct a day from fewer readings than it had", () => {
  const known = day({ millionths: 288_000_000, last: 1, count: 288, min: 1, max: 1 });
  strictEqual(correctedDay("instant", known, day({ millionths: 19_000_000, last: 19 })), null);
  const whole = day({ millionths: 576_000_000, last: 2, count: 288, min: 2, max: 2 });
  deepStrictEqual(correctedDay("instant", known, whole), {
    aggregates: whole,
    nextDayMillionths: 0,
  });
});

Deno.test("withGained() and movedDay() change a total, never below zero", () => {
  const known = day({ millionths: 5_000_000, last: 120 });
  strictEqual(withGained(known, -5_000_000)?.millionths, 0);
  strictEqual(withGained(known, -5_000_001), null);
  // The known part goes from 1 to 3: the day goes from 5 to 7.
  const moved = movedDay(known, {
    before: day({ millionths: 1_000_000 }),
    after: day({ millionths: 3_000_000 }),
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
