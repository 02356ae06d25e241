import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { amountOver, coveredDays, dayRuns } from "@/lib/energy_balance/month_reading.ts";
import { read } from "./builders.ts";

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
