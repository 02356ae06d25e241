import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { RegisterVerdict } from "@/lib/timeseries/meter_event.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import { rateTooLow } from "@/lib/timeseries/register_path.ts";
import { type RegisterRule, START } from "@/lib/timeseries/register_rules.ts";
import { aggregatesOf } from "@/lib/timeseries/rollups.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const HOUR_S = 3_600;
const RULE: RegisterRule = { maxRatePerHour: 3.2, resolution: 1, events: [], verdicts: [] };

/** Readings from "hour:value", hours from midnight. */
function readings(text: string): Point[] {
  return text.split(" ").map((one) => {
    const [hour = 0, value = 0] = one.split(":").map(Number);
    return { epochS: hour * HOUR_S, value };
  });
}

/** The figures of the days up to the last reading: "–" when unknown and marked, "e" after an estimate, "?" when marked. */
function days(text: string, rule: Partial<RegisterRule> = {}): string {
  const points = readings(text);
  const register = judgeRegister(points, { ...RULE, ...rule });
  const count = Math.floor((points.at(-1)?.epochS ?? 0) / (24 * HOUR_S));
  const spans = Array.from({ length: count }, (_, day) => {
    return { fromS: day * 24 * HOUR_S, toS: (day + 1) * 24 * HOUR_S };
  });
  return aggregatesOf({ kind: "index", points, register }, spans).map((figures) => {
    if (figures === null) return "unmarked";
    const mark = figures.isDoubtful ? "?" : "";
    if (figures.coveredS === 0) return mark === "?" ? "–" : "unmarked";
    const estimated = figures.drawnAtStart || figures.drawnAtEnd ? "e" : "";
    return `${figures.millionths / 1e6}${estimated}${mark}`;
  }).join(" ");
}

function verdicts(text: string, rule: Partial<RegisterRule> = {}): string {
  return judgeRegister(readings(text), { ...RULE, ...rule }).verdicts
    .map((verdict) => verdict[0]).join("");
}

function jumps(text: string, rule: Partial<RegisterRule> = {}) {
  return judgeRegister(readings(text), { ...RULE, ...rule }).jumps
    .map(({ epochS, cause }) => `${epochS / HOUR_S} ${cause}`);
}

// The worked cases of the rule, by their number. @spec series.registers
Deno.test("judgeRegister() leaves out a peak, and a run of different errors: cases 1, 2 and 3", () => {
  strictEqual(days("0:100 24:101 25:4294967.295 48:102 72:103"), "1 1? 1");
  strictEqual(verdicts("0:100 24:101 25:4294967.295 48:102 72:103"), "ccicc");
  strictEqual(days("0:100 24:101 30:4294967.295 31:9999999 36:0 48:102 72:103"), "1 1? 1");
  strictEqual(days("0:100 24:101 25:0 48:102 72:103", { maxRatePerHour: 400 }), "1 1? 1");
});

// @spec series.registers
Deno.test("judgeRegister() spreads over zeros of days, and over a shifted decimal: cases 4 and 5", () => {
  const zeros = "0:14000 24:14001 30:0 54:0 78:0 102:0 120:14006 144:14007";
  strictEqual(days(zeros), "1 1.25e? 1.25e? 1.25e? 1.25e? 1");
  strictEqual(
    days("0:35548 24:35549.2 48:355549.2 72:35550.3 96:35551.5"),
    "1.2 0.55e? 0.55e? 1.2",
  );
});

// @spec series.registers
Deno.test("judgeRegister() suspends a last reading beyond the rate until the next one: case 6", () => {
  strictEqual(days("0:100 24:101 48:9999999"), "1 –");
  strictEqual(verdicts("0:100 24:101 48:9999999"), "cct");
  strictEqual(days("0:100 24:101 48:9999999 72:103"), "1 1e? 1e?");
  strictEqual(verdicts("0:100 24:101 48:9999999 72:103"), "ccic");
});

// @spec series.registers, series.register-falls
Deno.test("judgeRegister() finds a replaced meter and a reset one once they last: cases 7 and 8", () => {
  strictEqual(days("0:480 24:481 48:12 72:13"), "1 – –");
  const replaced = "0:480 24:481 48:12 72:13 96:14.2 120:15.2";
  strictEqual(days(replaced), "1 – 1 1.2 1");
  deepStrictEqual(jumps(replaced), ["48 replacement"]);
  const reset = "0:14000 24:14001 48:0 72:0 96:0.4 120:1.1";
  strictEqual(days(reset), "1 – 0 0.4 0.7");
  deepStrictEqual(jumps(reset), ["48 reset"]);
});

// @spec series.registers
Deno.test("judgeRegister() counts through a register that starts again from 0: case 9", () => {
  const wrapped = "0:99997 24:99999 48:2 72:4";
  strictEqual(days(wrapped, { rollsOverAt: 100_000 }), "2 3 2");
  strictEqual(days(`${wrapped} 96:6`), "2 – 2 2");
  deepStrictEqual(jumps(`${wrapped} 96:6`), ["48 wrap"]);
});

// @spec series.registers
Deno.test("judgeRegister() counts a leak, and leaves out a wrong first reading: cases 10 and 11", () => {
  strictEqual(days("0:100 24:100.3 48:148.3 72:208.3 96:208.6"), "0.3 48 60 0.3");
  for (const first of [4294967.295, 0]) {
    strictEqual(days(`0:${first} 24:101 48:102 72:103`), "– 1 1");
    strictEqual(verdicts(`0:${first} 24:101 48:102 72:103`), "iccc");
  }
  // A first reading stays when an error follows it.
  strictEqual(verdicts("0:100 24:0 25:0 48:102 72:103", { maxRatePerHour: 400 }), "ciicc");
});

// @spec series.registers
Deno.test("judgeRegister() spreads a gap, and leaves out a peak within the rate: case 12", () => {
  strictEqual(days("0:100 240:110 264:111"), `${Array(10).fill("1e").join(" ")} 1`);
  const peak = "0:1200 24:12000 48:1201 72:1202";
  strictEqual(days(peak, { maxRatePerHour: 1_000 }), "0.5e? 0.5e? 1");
  strictEqual(verdicts(peak, { maxRatePerHour: 1_000 }), "cicc");
});

// R (8). @spec series.registers
Deno.test("judgeRegister() resumes the path before a shifted decimal of a week", () => {
  const shifted = "0:35548 24:35549.2 48:355549 72:355550 96:355551 192:355556 216:35557";
  deepStrictEqual(jumps(shifted), ["48 mistake"]);
  strictEqual(verdicts(shifted), "cccccct");
  // 35 557 − 35 549,2 = 7,8 over eight days.
  strictEqual(days(`${shifted} 240:35558`).split(" ").slice(0, 2).join(" "), "1.2 0.975e?");
  strictEqual(verdicts(`${shifted} 240:35558`), "cciiiicc");
  deepStrictEqual(jumps(`${shifted} 240:35558`), []);
});

// R (2). @spec series.registers
Deno.test("judgeRegister() follows what persons said, while the value is the same", () => {
  const said = (isReal: boolean, value: number): RegisterVerdict[] => [
    { epochS: 48 * HOUR_S, value, isReal, by: "", atMs: 0 },
  ];
  const text = "0:100 24:101 48:201 72:202 96:203";
  strictEqual(verdicts("0:100 24:101 48:201"), "cct");
  strictEqual(days(text, { verdicts: said(true, 201) }), "1 100 1 1");
  strictEqual(verdicts(text, { verdicts: said(false, 201) }), "ccicc");
  strictEqual(verdicts("0:100 24:101 48:102 72:103", { verdicts: said(false, 102) }), "ccic");
  // Void: the value was corrected.
  strictEqual(verdicts("0:100 24:101 48:102 72:103", { verdicts: said(false, 999) }), "cccc");
});

// @spec series.registers
Deno.test("rateTooLow() names the rate of three readings beyond it in a row", () => {
  const text = "0:100 24:220 48:340 72:460";
  const excess = (points: Point[]) => judgeRegister(points, RULE).state.excess;
  // (120 − 1) / 24 = 4,96 an hour.
  deepStrictEqual(rateTooLow(excess(readings(text))), {
    fromS: 24 * HOUR_S,
    ratePerHour: 119 / 24,
  });
  strictEqual(rateTooLow(excess(readings("0:100 24:220 48:340"))), null);
  strictEqual(rateTooLow(excess(readings("0:100 24:220 48:340 72:341"))), null);
});

/** Registers read every six hours: what each counts. */
const steps = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 6, maxLength: 40 });
const anError = fc.oneof(
  fc.constant(0),
  fc.constant(4294967.295),
  fc.constant(9_999_999),
  fc.integer({ min: 100, max: 900 }).map((n) => n * 100_000),
);

function registers(counts: readonly number[], start = 14_000): Point[] {
  let value = start;
  return counts.map((count, at) => ({ epochS: at * 6 * HOUR_S, value: value += count }));
}

const total = (points: readonly Point[], rule = RULE) =>
  judgeRegister(points, rule).intervals.reduce((sum, { millionths }) => sum + millionths, 0);

// @spec series.registers
Deno.test("judgeRegister() counts the same with runs of errors planted between the readings", () => {
  const places = fc.array(
    fc.record({ at: fc.nat(38), error: anError, length: fc.integer({ min: 1, max: 9 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  fc.assert(fc.property(steps, places, (counts, planted) => {
    const points = registers(counts);
    const errors = new Map(planted.flatMap(({ at, error, length }) => {
      // Between a reading after the first one and the last: what follows shows the errors.
      const place = 1 + at % (points.length - 2);
      return Array.from({ length }, (_, rank) => {
        const epochS = place * 6 * HOUR_S + (rank + 1) * 60;
        return [epochS, { epochS, value: error }] as const;
      });
    }));
    const all = [...points, ...errors.values()].sort((a, b) => a.epochS - b.epochS);
    const judged = judgeRegister(all, RULE);
    const wrong = all.filter((_, at) => judged.verdicts[at] === "index-error");
    deepStrictEqual(wrong, all.filter(({ epochS }) => errors.has(epochS)));
    strictEqual(total(all), total(points));
  }));
});

// @spec series.registers, series.register-falls
Deno.test("judgeRegister() finds one jump where a meter was replaced, and the sum of both parts", () => {
  const part = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 6, maxLength: 30 });
  fc.assert(fc.property(part, part, (old, fresh) => {
    const before = registers(old);
    const after = registers(fresh, 3).map(({ epochS, value }) => {
      return { epochS: epochS + before.length * 6 * HOUR_S, value };
    });
    const all = [...before, ...after];
    strictEqual(total(all), total(before) + total(after));
    deepStrictEqual(judgeRegister(all, RULE).jumps.map(({ value }) => value), [after[0]?.value]);
  }));
});

// @spec series.registers
Deno.test("judgeRegister() goes on from its state after any reading as from the first one", () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 60 }), anError);
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 40 }), fc.nat(), (values, cut) => {
      const points = values.map((value, at) => ({ epochS: at * 6 * HOUR_S, value }));
      const at = cut % points.length;
      const first = judgeRegister(points.slice(0, at), RULE);
      const rest = judgeRegister(points.slice(at), RULE, first.state);
      const whole = judgeRegister(points, RULE);
      deepStrictEqual(rest.state, whole.state);
      const laterS = points[at]?.epochS ?? 0;
      const isSame = rest.reaches.every(({ fromS }) => fromS >= laterS);
      if (isSame) deepStrictEqual(rest.verdicts, whole.verdicts.slice(at));
    }),
    { numRuns: 500 },
  );
  strictEqual(judgeRegister([], RULE).state.atS, START.atS);
});

// @spec series.registers
Deno.test("judgeRegister() passes any number of zeros", () => {
  // Three weeks of zeros each quarter of an hour, between 14 001 and 14 006.
  const zeros = Array.from(
    { length: 2_016 },
    (_, at) => ({ epochS: 25 * HOUR_S + at * 900, value: 0 }),
  );
  const ends = [{ epochS: 0, value: 14_000 }, { epochS: 24 * HOUR_S, value: 14_001 }];
  const points = [...ends, ...zeros, { epochS: 600 * HOUR_S, value: 14_006 }];
  const { verdicts, jumps } = judgeRegister(points, RULE);
  ok(verdicts.slice(2, -1).every((verdict) => verdict === "index-error"));
  deepStrictEqual([total(points), jumps], [6e6, []]);
});
