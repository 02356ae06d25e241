import { ok, strictEqual } from "node:assert/strict";
import { daysBetween } from "@/lib/base/civil_dates.ts";
import { nextPeriod } from "@/lib/base/period_steps.ts";
import { startDate } from "@/lib/base/periods.ts";
import { civilBounds, slotsOf } from "@/lib/base/slots.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { anyRange } from "./arbitraries.ts";
import { law } from "./laws.ts";

export const SLOT_LAWS = [
  law(
    "slotsOf() tiles its range: each slot starts where the one before ends",
    fc.property(anyRange, (range) => {
      const slots = slotsOf(range);
      const { from, to } = civilBounds(range);
      const clock = range.day === undefined ? "" : "T00:00";
      strictEqual(slots[0]?.from, from + clock);
      strictEqual(slots.at(-1)?.to, to + clock);
      for (const [index, slot] of slots.entries()) {
        ok(slot.from < slot.to);
        if (index > 0) strictEqual(slot.from, slots[index - 1]?.to);
      }
      strictEqual(new Set(slots.map((slot) => slot.segment)).size, slots.length);
    }),
  ),
  law(
    "civilBounds() holds the start date, and ends where the range two steps later starts",
    fc.property(anyRange, (range) => {
      const { from, to } = civilBounds(range);
      ok(from <= startDate(range) && startDate(range) < to);
      if (range.month !== undefined) return;
      const shifted = nextPeriod(range, "year");
      const later = shifted === null ? null : nextPeriod(shifted, "year");
      if (later !== null) strictEqual(civilBounds(later).from, to);
      const days = daysBetween(from, to);
      ok(
        range.type.startsWith("weekly")
          ? days === 364 || days === 371
          : days === 365 || days === 366,
      );
    }),
  ),
];
