import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { registerIntervals } from "@/lib/domain/series/register.ts";
import { changedFalls, FALLS_KEPT, registerFalls } from "@/lib/domain/series/register_falls.ts";
import type { MeterEvent, Point, RegisterFall } from "@/lib/domain/series/types.ts";

/** Registers an hour apart. */
function registers(...values: number[]): Point[] {
  return values.map((value, hour) => ({ epochS: hour * 3_600, value }));
}

function event(epochS: number): MeterEvent {
  return { epochS, what: "replacement", finalIndex: null, firstIndex: 0, comment: "" };
}

function aFall(epochS: number): RegisterFall {
  return { epochS, value: 1, beforeS: epochS - 1, before: 9, cause: "replacement" };
}

Deno.test("registerFalls() finds nothing in a register that increases or stays constant", () => {
  deepStrictEqual(registerFalls(registers(1, 1, 2, 5742.8)), []);
  deepStrictEqual(registerFalls([]), []);
});

Deno.test("registerFalls() reports a register that restarts as a replaced meter", () => {
  deepStrictEqual(registerFalls(registers(5740, 5742.8, 5, 6)), [
    { epochS: 7_200, value: 5, beforeS: 3_600, before: 5742.8, cause: "replacement" },
  ]);
});

// @spec series.register-falls
Deno.test("registerFalls() reports a small fall as an error", () => {
  deepStrictEqual(registerFalls(registers(15.5, 12)), [
    { epochS: 3_600, value: 12, beforeS: 0, before: 15.5, cause: "mistake" },
  ]);
});

Deno.test("registerFalls() reports a single reading above its neighbours as an error", () => {
  deepStrictEqual(registerFalls(registers(5740, 57410, 5742)).map(({ cause }) => cause), [
    "mistake",
  ]);
});

Deno.test("registerFalls() leaves out falls explained by an event, and a single reading below its neighbours", () => {
  const points = registers(5740, 5742.8, 5, 6);
  // An event at the second of either reading applies, since the reading may be of either register.
  // An event before both does not.
  deepStrictEqual(registerFalls(points, [event(7_200)]), []);
  deepStrictEqual(registerFalls(points, [event(3_600)]), []);
  strictEqual(registerFalls(points, [event(3_599)]).length, 1);
  deepStrictEqual(registerFalls(registers(10, 0, 11)), []);
});

Deno.test("registerFalls() finds none when a restart reads 0 in two slots, and counts its readings once", () => {
  // 100, 101 and 0 in one slot, 0 and 102 in the next: a register stored at both ends of each.
  const points = [[-300, 100], [10, 101], [290, 0], [300, 0], [590, 102]].map((
    [epochS = 0, value = 0],
  ) => ({ epochS, value }));
  deepStrictEqual(registerFalls(points), []);
  deepStrictEqual(registerIntervals(points).map(({ toS, millionths }) => [toS, millionths]), [
    [10, 1e6],
    [590, 1e6],
  ]);
});

Deno.test("registerIntervals() split at the first register of a slot, unless it is not between its neighbours", () => {
  const counted = (...values: number[]) =>
    registerIntervals(values.map((value, at) => ({ epochS: [0, 300, 360, 600][at] ?? 0, value })))
      .map(({ fromS, millionths }) => [fromS, millionths / 1e6]);
  deepStrictEqual(counted(10, 12, 13, 20), [[0, 2], [300, 1], [360, 7]]);
  deepStrictEqual(counted(10, 14, 13, 20), [[0, 3], [360, 7]]);
  deepStrictEqual(counted(10, 9, 13, 20), [[0, 3], [360, 7]]);
});

Deno.test("changedFalls() computes those of the changed part again, and keeps the others", () => {
  const known = [aFall(10), aFall(20), aFall(30)];
  const part = { fromS: 15, toS: 25 };
  deepStrictEqual(changedFalls({ known, found: [] }, part), [aFall(10), aFall(30)]);
  deepStrictEqual(changedFalls({ known, found: [aFall(18), aFall(40)] }, part), [
    aFall(10),
    aFall(18),
    aFall(30),
  ]);
  strictEqual(changedFalls({ known, found: [] }, { fromS: 11, toS: 20 }), known);
});

Deno.test("changedFalls() keeps the newest", () => {
  const many = Array.from({ length: FALLS_KEPT + 5 }, (_, at) => aFall(at));
  const kept = changedFalls({ known: [], found: many }, { fromS: 0, toS: 100 });
  deepStrictEqual([kept.length, kept[0]?.epochS], [FALLS_KEPT, 5]);
});
