import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isSilent, silenceOf } from "../../../lib/domain/series/silence.ts";

/** 2026-01-05T12:00:00Z. */
const NOW_S = 1_767_614_400;
const DAY_S = 24 * 3_600;

Deno.test("silenceOf() counts what has been silent for more than 24 hours, and gives the newest reading", () => {
  const newest = [NOW_S - 60, NOW_S - DAY_S, NOW_S - DAY_S - 1, null];
  deepStrictEqual(silenceOf(newest, NOW_S), {
    expectedCount: 4,
    silentCount: 1,
    lastAt: "2026-01-05T11:59:00Z",
  });
});

Deno.test("silenceOf() has no last reading where nothing ever came, which is no silent series", () => {
  deepStrictEqual(silenceOf([null, null], NOW_S), {
    expectedCount: 2,
    silentCount: 0,
    lastAt: null,
  });
  deepStrictEqual(silenceOf([], NOW_S), { expectedCount: 0, silentCount: 0, lastAt: null });
});

Deno.test("isSilent() is true of readings that stopped and of those that never came", () => {
  strictEqual(isSilent(silenceOf([NOW_S], NOW_S)), false);
  strictEqual(isSilent(silenceOf([NOW_S, null], NOW_S)), false);
  strictEqual(isSilent(silenceOf([NOW_S, NOW_S - 2 * DAY_S], NOW_S)), true);
  strictEqual(isSilent(silenceOf([null], NOW_S)), true);
});
