import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays, daysBetween } from "@/lib/base/civil_dates.ts";
import { type Baseline, findDrift } from "@/lib/energy_signature/drift.ts";
import { fitSignature, type SignatureDay } from "@/lib/energy_signature/signature.ts";
import { aSeason, FIRST_DAY } from "./seasons.ts";

const SEASONS = 40;
const CHANGED_AT = 80;

function baselineOf(seed: number, noise = 0.03): Baseline {
  const days = aSeason(seed, { noise });
  const { signature } = fitSignature(days);
  ok(signature !== null);
  return { signature, days };
}

const changed = (seed: number) => aSeason(seed, { change: 0.08, changeAt: CHANGED_AT });

// @spec signature.drift
Deno.test("findDrift() finds 8 % within 21 days, dates it, and says nothing of clean seasons", () => {
  let [found, dated] = [0, 0];
  for (let seed = 1; seed <= SEASONS; seed++) {
    const baseline = baselineOf(seed);
    strictEqual(findDrift(baseline, aSeason(seed + 1_000, {})).drift, null, `season ${seed}`);
    const { drift } = findDrift(baseline, changed(seed + 2_000));
    if (drift === null) continue;
    const after = daysBetween(addDays(FIRST_DAY, CHANGED_AT), drift.alarmOn);
    if (after >= 0 && after <= 21) found++;
    const away = Math.abs(daysBetween(addDays(FIRST_DAY, CHANGED_AT), drift.since));
    if (away <= 4) dated++;
    strictEqual(drift.verdict, "drift");
    ok(drift.percent > 5 && drift.percent < 11, String(drift.percent));
  }
  ok(found >= 0.95 * SEASONS, `found ${found}`);
  ok(dated >= 0.85 * SEASONS, `dated ${dated}`);
});

// @spec signature.drift
Deno.test("the beginning of a drift stays, and its verdict, as the season goes on", () => {
  const baseline = baselineOf(4);
  const days = changed(2_004);
  const since = new Set<string>();
  let isFound = false;
  for (let count = CHANGED_AT; count <= days.length; count++) {
    const { drift } = findDrift(baseline, days.slice(0, count));
    ok(!isFound || drift !== null, `verdict of day ${count}`);
    if (drift === null) continue;
    isFound = true;
    since.add(drift.since);
  }
  strictEqual(since.size, 1);
});

// @spec signature.drift
Deno.test("a fall is a drop, and the days without reading are estimated apart", () => {
  const baseline = baselineOf(9);
  const days = aSeason(2_009, { change: -0.1, changeAt: CHANGED_AT });
  const isUnread = (_: SignatureDay, at: number) => at >= 200 && at < 210;
  const read = days.filter((day, at) => !isUnread(day, at));
  const { drift } = findDrift(baseline, read, days.filter(isUnread));
  strictEqual(drift?.verdict, "drop");
  ok(drift.percent < -5 && drift.lostKwh < 0 && drift.unjudgedKwh < 0, String(drift.percent));
  ok(Math.abs(findDrift(baseline, read).drift?.unjudgedKwh ?? 0) < Math.abs(drift.unjudgedKwh));
});

// @spec signature.drift
Deno.test("the sums start again after more than 31 days without a judged day", () => {
  const baseline = baselineOf(12);
  const days = changed(2_012);
  const { drift } = findDrift(baseline, days);
  ok(drift !== null);
  const alarmAt = daysBetween(FIRST_DAY, drift.alarmOn);
  const cut = days.filter((_, at) => at < alarmAt - 1 || at >= alarmAt + 31);
  const [before, after] = [
    findDrift(baseline, cut.slice(0, alarmAt - 1)),
    findDrift(baseline, cut),
  ];
  strictEqual(before.drift, null);
  const resumed = after.days.find(({ date }) => date >= addDays(drift.alarmOn, 31));
  ok(resumed !== undefined && resumed.up < Math.max(0, resumed.gap));
});

// @spec signature.hint
Deno.test("the hint tells a base load, a slope and a balance temperature apart, and waits for thirty days", () => {
  const baseline = baselineOf(2, 0.001);
  const { signature } = baseline;
  ok(signature.baseIdentified);
  const extra: Record<string, (day: SignatureDay) => number> = {
    base: () => 150,
    slope: ({ outdoorC }) => 25 * Math.max(0, signature.balanceC - outdoorC),
    balance: ({ outdoorC }) =>
      signature.slopeKwhPerK *
      (Math.max(0, signature.balanceC + 2 - outdoorC) - Math.max(0, signature.balanceC - outdoorC)),
  };
  const hints = Object.values(extra).map((more) => {
    const days = aSeason(2_015, { noise: 0.001 })
      .map((day) => ({ ...day, energyKwh: day.energyKwh + more(day) }));
    return findDrift(baseline, days).drift?.hint;
  });
  deepStrictEqual(hints, Object.keys(extra));
  const short = aSeason(2_015, { change: 0.3, dayCount: 20 });
  strictEqual(findDrift(baseline, short).drift?.hint, null);
});
