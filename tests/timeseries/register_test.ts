import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { countedAround } from "@/lib/ingest/meter_rules.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import { NO_LIMITS } from "@/lib/timeseries/register_rules.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const EVENT_S = 43_200;

function replacement(finalIndex: number | null, firstIndex = 0): MeterEvent {
  return { epochS: EVENT_S, what: "replacement", finalIndex, firstIndex, comment: "" };
}

function judged(points: readonly Point[], ...events: MeterEvent[]) {
  return judgeRegister(points, { ...NO_LIMITS, events, verdicts: [] });
}

function total(points: readonly Point[], event: MeterEvent): number {
  return judged(points, event).intervals.reduce((sum, { millionths }) => sum + millionths, 0);
}

/** Increasing readings of a register from `startS`, a quarter of an hour apart. */
function growing(startS: number) {
  return ({ start, steps }: { start: number; steps: readonly number[] }): Point[] => {
    let value = start;
    return steps.map((step, rank) => ({ epochS: startS + rank * 900, value: value += step }));
  };
}

const steps = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 5 });
const old = fc.record({ start: fc.integer({ min: 10_000, max: 20_000 }), steps })
  .map(growing(EVENT_S - 10 * 900));
const fresh = fc.record({ start: fc.integer({ min: 0, max: 20 }), steps })
  .map(growing(EVENT_S + 900));

const last = (points: readonly Point[]) => points.at(-1)?.value ?? 0;

// @spec series.meter-events
Deno.test("judgeRegister() counts the same with and without a reading at the second of an event", () => {
  const isOld = fc.boolean();
  const moved = fc.integer({ min: 0, max: 20 });
  fc.assert(fc.property(old, fresh, isOld, moved, (before, after, isOld, moved) => {
    const event = replacement(last(before) + 10, after[0]?.value ?? 0);
    // A person reads the register a little before or after the event; a module sends it at that second.
    const value = isOld ? last(before) + moved : event.firstIndex + moved;
    const at = { epochS: EVENT_S, value };
    const without = total([...before, ...after], event);
    strictEqual(total([...before, at, ...after], event), without);
    // The old register up to its final index, the new one from its first index.
    const counted = last(before) + 10 - (before[0]?.value ?? 0) + last(after) - event.firstIndex;
    strictEqual(without, counted * 1e6);
    deepStrictEqual(judged([...before, at, ...after], event).jumps, []);
  }));
});

Deno.test("judgeRegister() uses a reading at the second of an event as the final index if none was typed", () => {
  fc.assert(fc.property(old, fresh, fc.integer({ min: 0, max: 20 }), (before, after, moved) => {
    const event = replacement(null, after[0]?.value ?? 0);
    const without = total([...before, ...after], event);
    const end = { epochS: EVENT_S, value: last(before) + moved };
    strictEqual(total([...before, end, ...after], event), without + moved * 1e6);
    const start = { epochS: EVENT_S, value: event.firstIndex };
    strictEqual(total([...before, start, ...after], event), without);
    for (const at of [end, start]) {
      deepStrictEqual(judged([...before, at, ...after], event).jumps, []);
    }
  }));
});

Deno.test("countedAround() counts each side of an event once, for either register read at its second", () => {
  const [before, after] = [{ epochS: 0, value: 1_000 }, { epochS: 86_400, value: 12 }];
  const rule = { ...NO_LIMITS, events: [replacement(1_004)], verdicts: [] };
  for (const value of [1_004, 0, 1_003.5, 0.5]) {
    const at = { epochS: EVENT_S, value };
    // 1 004 − 1 000 on the old meter, 12 − 0 on the new one.
    strictEqual(countedAround({ before, at, after }, rule), 16);
  }
  strictEqual(countedAround({ before, at: null, after }, rule), 16);
  strictEqual(countedAround({ before, at: null, after: null }, rule), null);
  // Without the event, the fall to the new register counts nothing.
  const without = { ...rule, events: [] };
  strictEqual(countedAround({ before, at: { epochS: EVENT_S, value: 1_004 }, after }, without), 4);
  strictEqual(countedAround({ before, at: { epochS: EVENT_S, value: 0 }, after }, without), null);
});
