import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { chartScale } from "@/lib/ui/chart_scale.ts";
import { fc } from "@/tests/npm/fast_check.ts";

Deno.test("chartScale() steps by 1, 2 or 5 times a power of ten", () => {
  const steps = [30, 12, 0.5, 6000, 24].map((high) => chartScale(0, high, 5).step);
  // 30 / 5 = 6 steps, 12 / 2 = 6, 0.5 / 0.1 = 5, 6,000 / 1,000 = 6, 24 / 5 = 5
  deepStrictEqual(steps, [5, 2, 0.1, 1000, 5]);
});

Deno.test("chartScale() chooses the tighter of two axes equally near the requested count", () => {
  // ±15: six steps of 5, or four of 10 up to ±20
  strictEqual(chartScale(-15, 15, 5).max, 15);
  // ±5: two steps of 5, or six of 2 up to ±6
  strictEqual(chartScale(-5, 5, 4).max, 5);
});

Deno.test("chartScale() refuses values that no axis can show", () => {
  throws(() => chartScale(0, NaN, 5), RangeError);
  throws(() => chartScale(NaN, 1, 5), RangeError);
});

Deno.test("chartScale() rounds its bounds outwards to the step", () => {
  deepStrictEqual(chartScale(-3.2, 18.7, 5), {
    min: -5,
    max: 20,
    step: 5,
    ticks: [-5, 0, 5, 10, 15, 20],
  });
});

Deno.test("chartScale() keeps bounds that are already round", () => {
  deepStrictEqual(chartScale(-15, 15, 5), {
    min: -15,
    max: 15,
    step: 5,
    ticks: [-15, -10, -5, 0, 5, 10, 15],
  });
});

Deno.test("chartScale() has no binary rounding errors in its ticks", () => {
  deepStrictEqual(chartScale(0, 0.5, 5).ticks, [0, 0.1, 0.2, 0.3, 0.4, 0.5]);
});

Deno.test("chartScale() leaves space around a single value", () => {
  const { min, max } = chartScale(12, 12, 5);
  ok(min < 12 && max > 12);
  deepStrictEqual(chartScale(0, 0, 5).ticks, [-1, -0.5, 0, 0.5, 1]);
});

Deno.test("chartScale() includes both values, in three to seven even steps", () => {
  const value = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000);
  fc.assert(
    fc.property(value, value, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      const { min, max, step, ticks } = chartScale(low, high, 5);
      ok(min <= low && max >= high, `${min}…${max} does not hold ${low}…${high}`);
      ok(ticks.length >= 4 && ticks.length <= 8, `${ticks.length} ticks`);
      strictEqual(ticks[0], min);
      strictEqual(ticks.at(-1), max);
      for (const [index, tick] of ticks.entries()) {
        ok(Math.abs(tick - (min + index * step)) <= 1e-6);
      }
    }),
    { numRuns: 500, seed: 20260101 },
  );
});

Deno.test("chartScale() is finite for any numbers, however large, small or close", () => {
  const any = fc.oneof(
    fc.double({ noNaN: true }),
    fc.constantFrom(0, 5e-324, -5e-324, 1e308, -1e308, Number.MAX_VALUE, Infinity, -Infinity, 1e15),
  );
  fc.assert(
    fc.property(any, any, fc.integer({ min: 2, max: 10 }), (one, other, stepCount) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const { min, max, step, ticks } = chartScale(low, high, stepCount);
      ok(Number.isFinite(min) && Number.isFinite(max) && step > 0 && Number.isFinite(step));
      ok(ticks.length >= 2 && ticks.length <= 40, String(ticks.length));
      ok(ticks.every((tick, at) => at === 0 || tick > (ticks[at - 1] ?? tick)), ticks.join(" "));
      // Rounding may leave a value outside by 1e-6 of a step.
      if (Math.abs(low) < 1e300) ok(min <= low + step * 1e-6, `${min} ${low}`);
      if (Math.abs(high) < 1e300) ok(max >= high - step * 1e-6, `${max} ${high}`);
    }),
    { numRuns: 2_000, seed: 20261122 },
  );
});
