import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { curveStep, flowAt, heatCurve } from "@/lib/facilities/heat_curve.ts";

/** Slots of a day each, by their values. */
function slots(values: readonly (number | null)[]): { slot: string; value: number | null }[] {
  return values.map((value, rank) => ({ slot: `2026-01-0${rank + 1}`, value }));
}

Deno.test("heatCurve() pairs water and weather slot by slot, from the coldest to the mildest", () => {
  const curve = heatCurve(slots([50, 62, null, 44, 30]), slots([6, 0, 3, 9, null]));
  deepStrictEqual(curve.points, [
    { slot: "2026-01-02", outdoorC: 0, flowC: 62 },
    { slot: "2026-01-01", outdoorC: 6, flowC: 50 },
    { slot: "2026-01-04", outdoorC: 9, flowC: 44 },
  ]);
});

// @spec facilities.heat-curve
Deno.test("heatCurve() finds the line of the water temperature", () => {
  // 62 − 2 × outdoors, in each of the three.
  const { line } = heatCurve(slots([62, 50, 44]), slots([0, 6, 9]));
  deepStrictEqual(line, { slope: -2, atZeroC: 62 });
  strictEqual(line && flowAt(line, -5), 72);
});

Deno.test("heatCurve() fits only the slots that are colder than 18 °C", () => {
  const { points, line } = heatCurve(slots([62, 50, 44, 24, 24]), slots([0, 6, 9, 18, 25]));
  strictEqual(points.length, 5);
  deepStrictEqual(line, { slope: -2, atZeroC: 62 });
});

Deno.test("heatCurve() has no line through too few heated slots, or a single temperature", () => {
  strictEqual(heatCurve(slots([62, 50, 24]), slots([0, 6, 20])).line, null);
  strictEqual(heatCurve(slots([62, 50, 44]), slots([5, 5, 5])).line, null);
});

Deno.test("heatCurve() of fewer than three points: 'Not enough times'", () => {
  const error = new RangeError("Not enough times");
  throws(() => heatCurve(slots([62, 50]), slots([0, 6])), error);
  throws(() => heatCurve(slots([62, 50, 44]), slots([0, null, 9])), error);
  throws(() => heatCurve(slots([62, 50, 44]), slots([0])), error);
});

Deno.test("curveStep() of an unknown period: 'Not implemented'", () => {
  deepStrictEqual(["monthly", "weekly-shifted", "daily", "hourly"].map(curveStep), [
    "month",
    "week",
    "day",
    "hour",
  ]);
  for (const type of ["fivemin", "halfhourly", "yearly", "toString", ""]) {
    throws(() => curveStep(type), new RangeError("Not implemented"));
  }
});
