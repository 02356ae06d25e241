import assert from "node:assert/strict";
import { groupBySlot } from "@/lib/base/slots.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const WEEKS = [{ from: "2026-06-29", to: "2026-07-06" }, { from: "2026-07-06", to: "2026-07-13" }];

Deno.test("groupBySlot() puts a day in the week it begins in, first day included and last excluded", () => {
  const days = ["2026-06-28", "2026-06-29", "2026-07-05", "2026-07-06", "2026-07-13"];
  const weeks = groupBySlot(WEEKS, days.map((from) => ({ from })));
  assert.deepEqual(weeks.map(({ parts }) => parts.map(({ from }) => from)), [
    ["2026-06-29", "2026-07-05"],
    ["2026-07-06"],
  ]);
});

Deno.test("groupBySlot() leaves a slot empty when nothing begins in it", () => {
  assert.deepEqual(groupBySlot(WEEKS, []).map(({ parts }) => parts), [[], []]);
});

Deno.test("groupBySlot() equals checking every part for every slot", () => {
  const moments = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
    .map((all) => all.sort((one, other) => one - other));
  fc.assert(
    fc.property(moments, moments, (bounds, starts) => {
      const slots = bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? 0, to }));
      const parts = starts.map((from) => ({ from }));
      const expected = slots.map((slot) => ({
        slot,
        parts: parts.filter(({ from }) => from >= slot.from && from < slot.to),
      }));
      assert.deepEqual(groupBySlot(slots, parts), expected);
    }),
    { seed: 20260101 },
  );
});
