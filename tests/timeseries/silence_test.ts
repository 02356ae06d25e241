import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isSilent, type SeriesActivity, silenceOf } from "@/lib/timeseries/rhythm.ts";

/** 2026-01-05T12:00:00Z. */
const NOW_S = 1_767_614_400;
const DAY_S = 24 * 3_600;

/** Series without a known rhythm. */
function activity(newest: readonly (number | null)[]): SeriesActivity[] {
  return newest.map((newestS) => ({ newestS, every: null }));
}

Deno.test("silenceOf() counts series silent for more than 24 hours, and returns the newest reading", () => {
  const newest = [NOW_S - 60, NOW_S - DAY_S, NOW_S - DAY_S - 1, null];
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
  strictEqual(isSilent(silenceOf(activity([NOW_S, NOW_S - 2 * DAY_S]), NOW_S)), true);
  strictEqual(isSilent(silenceOf(activity([null]), NOW_S)), true);
});

Deno.test("silenceOf() waits one and a half times the rhythm of a series: a monthly one is not silent after a day", () => {
  const last = (days: number) => NOW_S - days * DAY_S;
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
