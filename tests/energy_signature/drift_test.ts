import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { type Baseline, findDrift, gapCorrelation } from "@/lib/energy_signature/drift.ts";
import type { SignatureDay } from "@/lib/energy_signature/signature.ts";

/** 100 kWh of a day at 10 °C, 200 of one at 0 °C, 0 from 20 °C on. */
const SIGNATURE = {
  baseKwh: 0,
  slopeKwhPerK: 10,
  balanceC: 20,
  r2: 1,
  cvRmse: 0,
  residualKwh: 0,
  slopeError: 0,
  meanK: 10,
  squaresK2: 100,
  baseIdentified: true,
};
const FIRST: IsoDate = "2025-10-01";

/** Days in a row at 10 °C, each with its gap to the 100 kWh that are expected. */
function daysOf(gaps: readonly number[], first = FIRST): SignatureDay[] {
  return gaps.map((gap, at) => ({
    date: addDays(first, at),
    outdoorC: 10,
    energyKwh: 100 * (1 + gap),
  }));
}

function baselineOf(gaps: readonly number[], changes: Partial<Baseline> = {}): Baseline {
  return { signature: SIGNATURE, days: daysOf(gaps, "2024-10-01"), ...changes };
}

const times = (count: number, ...some: readonly number[]) => Array(count).fill(some).flat();

/** Gaps of 10 % that alternate: σ is √(0.12 / 9), k its half, h ten times it. */
const NOISY = baselineOf(times(6, 0.1, -0.1));
const DEVIATION = Math.sqrt(0.12 / 9);
/** A baseline without noise: k is 3.5 %, h is 0. */
const EXACT = baselineOf(times(12, 0));

function near(value: number | undefined, expected: number, what = "") {
  ok(Math.abs((value ?? NaN) - expected) < 1e-9, `${what} ${value} is not ${expected}`);
}

// @spec signature.drift
Deno.test("gapCorrelation() is that of calendar neighbours, between 0 and 0.6", () => {
  strictEqual(gapCorrelation(NOISY), 0);
  // Eleven products of 0.01 over twelve squares: 0.92.
  strictEqual(gapCorrelation(baselineOf(times(12, 0.1))), 0.6);
  // Six products above 0, five below.
  near(gapCorrelation(baselineOf(times(3, 0.1, 0.1, -0.1, -0.1))), 1 / 12);
  // Without the second day, its neighbours are none: four products above 0, one below.
  const gaps = [...times(6, 0.1), -0.1, -0.1];
  const days = baselineOf(gaps).days.filter((_, at) => at !== 1);
  near(gapCorrelation(baselineOf([], { days })), 3 / 7);
});

// @spec signature.drift
Deno.test("findDrift() sums the gaps beyond k, up to h: from the deviation of the baseline's gaps and their persistence", () => {
  const { days, limit } = findDrift(NOISY, daysOf([0.2, 0.2, -0.3, -0.2]));
  near(limit, 10 * DEVIATION);
  const k = 0.5 * DEVIATION;
  const ups = [0.2 - k, 0.4 - 2 * k, 0.1 - 3 * k, 0].map((sum) => Math.max(0, sum));
  const downs = [0, 0, 0.3 - k, 0.5 - 2 * k];
  for (const [at, { up, down }] of days.entries()) {
    near(up, ups[at] ?? NaN, `up ${at}`);
    near(down, downs[at] ?? NaN, `down ${at}`);
  }
  // Correlated by 0.6: σ is doubled.
  const persistent = findDrift(baselineOf(times(12, 0.1)), daysOf([0]));
  near(persistent.limit, 10 * DEVIATION * 2);
  near(findDrift(EXACT, daysOf([0.1])).days[0]?.up, 0.1 - 0.035);
});

// @spec signature.drift
Deno.test("the gap of a mild day is a share of half the baseline's mean, that of a cold one of what it expects", () => {
  const gapAt = (outdoorC: number, energyKwh: number) =>
    findDrift(NOISY, [{ date: FIRST, outdoorC, energyKwh }]).days[0]?.gap;
  near(gapAt(19, 20), (20 - 10) / 50);
  near(gapAt(15, 60), (60 - 50) / 50);
  near(gapAt(0, 240), 40 / 200);
});

// @spec signature.drift
Deno.test("without a known base load, days warmer than the tenth warmest of the baseline are not judged", () => {
  const days = daysOf(times(15, 0)).map((day, at) => ({ ...day, outdoorC: at }));
  const signature = { ...SIGNATURE, baseIdentified: false };
  const season = [5, 5.1, 14].map((outdoorC, at) => ({
    ...{ date: addDays(FIRST, at), outdoorC, energyKwh: 100 },
  }));
  const judged = (baseline: Baseline) =>
    findDrift(baseline, season).days.map(({ outdoorC }) => outdoorC);
  // 14 °C is the warmest, 5 °C the tenth.
  deepStrictEqual(judged({ signature, days }), [5]);
  deepStrictEqual(judged({ signature: SIGNATURE, days }), [5, 5.1, 14]);
});

// @spec signature.drift
Deno.test("the sums go on over 31 days without a judged day, and start again over 32", () => {
  const upAfter = (apart: number) =>
    findDrift(NOISY, [...daysOf([0.2]), ...daysOf([0.2], addDays(FIRST, apart))]).days[1]?.up;
  near(upAfter(31), 0.4 - DEVIATION);
  near(upAfter(32), 0.2 - DEVIATION / 2);
});

// @spec signature.drift
Deno.test("a drift began where its gaps stand out most: the earliest of equal days, sixty at most before the alarm", () => {
  // From the alarm alone 1² / 1, from the first day 2² / 4: the same.
  const { drift } = findDrift(NOISY, daysOf([0, 1, 0, 0, 1, 0]));
  deepStrictEqual([drift?.since, drift?.alarmOn], [addDays(FIRST, 1), addDays(FIRST, 4)]);
  // 7 % passes k by 1.2 % a day: the alarm comes on the 95th day.
  const slow = findDrift(NOISY, daysOf(times(120, 0.07))).drift;
  strictEqual(slow?.alarmOn, addDays(FIRST, 94));
  strictEqual(slow.since, addDays(slow.alarmOn, -60));
});

// @spec signature.drift
Deno.test("the effect of a drift is that of its judged days; the others are estimated by its percentage", () => {
  const read = daysOf([0, 0, 0.1, 0.2, 0.3]);
  const others = [-1, 7].map((at) => ({ date: addDays(FIRST, at), outdoorC: 0 }));
  const { drift } = findDrift(EXACT, read, others);
  strictEqual(drift?.since, addDays(FIRST, 2));
  near(drift.lostKwh, 60);
  near(drift.percent, 20);
  // One day at 0 °C since, of 200 kWh.
  near(drift.unjudgedKwh, 40);
});

// @spec signature.drift
Deno.test("a verdict of less than 4 % is to be watched", () => {
  const verdictOf = (gap: number) => findDrift(EXACT, daysOf(times(5, gap))).drift?.verdict;
  deepStrictEqual([0.034, 0.039, 0.041, -0.039, -0.041].map(verdictOf), [
    undefined,
    "watch",
    "drift",
    "watch",
    "drop",
  ]);
});

// @spec signature.hint
Deno.test("no cause is told where two explain as well, nor with fewer than thirty valid days", () => {
  const hintOf = (days: readonly SignatureDay[]) => findDrift(EXACT, days).drift?.hint;
  // At one temperature, 20 % more are a base load, a slope or a balance temperature.
  strictEqual(hintOf(daysOf(times(15, 0.19, 0.21))), "undetermined");
  const cold = (count: number) =>
    daysOf(times(count, 0)).map((day, at) => ({
      ...day,
      outdoorC: at % 15,
      energyKwh: 10 * (20 - at % 15) + 30,
    }));
  deepStrictEqual([hintOf(cold(29)), hintOf(cold(30))], [null, "base"]);
});
