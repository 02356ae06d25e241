import { ok, strictEqual } from "node:assert/strict";
import { addDays } from "@/lib/base/civil_dates.ts";
import { civilDateOf, dayBounds, rangeBounds, zonedSlots } from "@/lib/base/time_zones.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { anyDate, anyRange, anyZone } from "./arbitraries.ts";
import { hoursInDay } from "./hours_in_day.ts";
import { law } from "./laws.ts";

export const ZONED_DAY_LAWS = [
  law(
    "dayBounds() of two days in a row touch, and civilDateOf() finds the day again",
    fc.property(anyDate, anyZone, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (
      date,
      zone,
      share,
    ) => {
      const { from, to } = dayBounds(date, zone);
      strictEqual(dayBounds(addDays(date, 1), zone).from, to);
      strictEqual(civilDateOf(from + Math.floor((to - from) * share), zone), date);
      strictEqual(civilDateOf(to, zone), addDays(date, 1));
      strictEqual(civilDateOf(from - 1, zone), addDays(date, -1));
    }),
  ),
  law(
    "dayBounds() are 23, 24 or 25 hours apart, as Temporal says",
    fc.property(anyDate, anyZone, (date, zone) => {
      const hours = hoursInDay(date, zone);
      ok([23, 24, 25].includes(hours), `${hours} h`);
      strictEqual(hours, Temporal.PlainDate.from(date).toZonedDateTime(zone).hoursInDay);
    }),
  ),
  law(
    "zonedSlots() tiles its range in real time",
    fc.property(anyRange, anyZone, (range, zone) => {
      const slots = zonedSlots(range, zone);
      const bounds = rangeBounds(range, zone);
      strictEqual(slots[0]?.from, bounds.from);
      strictEqual(slots.at(-1)?.to, bounds.to);
      for (const [index, slot] of slots.entries()) {
        ok(slot.from < slot.to);
        if (index > 0) strictEqual(slot.from, slots[index - 1]?.to);
      }
    }),
  ),
];
