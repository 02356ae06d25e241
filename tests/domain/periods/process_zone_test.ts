import { deepStrictEqual, notStrictEqual } from "node:assert/strict";
import { addDays, isoWeekOf } from "../../../lib/domain/periods/civil_dates.ts";
import { slotsOf } from "../../../lib/domain/periods/slots.ts";
import { civilDateOf, dayBounds, zonedSlots } from "../../../lib/domain/periods/zoned_days.ts";
import { formatInstant, formatLongDay } from "../../../lib/text/dates.ts";

/** What dates, slots and their French give around a change of hour and a change of year. */
function everything(): unknown {
  return [
    addDays("2026-03-28", 2),
    isoWeekOf("2026-12-31"),
    slotsOf({ type: "weekly-shifted", year: 2026 }),
    zonedSlots({ type: "hourly", year: 2026, month: 10, day: 25 }),
    dayBounds("2026-03-29"),
    civilDateOf(Date.parse("2026-12-31T23:30:00Z")),
    formatInstant("2026-12-31T23:30:00Z"),
    formatLongDay("2026-03-29"),
  ];
}

for (const zone of ["Europe/Paris", "Pacific/Auckland"]) {
  Deno.test(`dates and slots do not depend on a process that runs in ${zone}`, () => {
    const before = Deno.env.get("TZ");
    try {
      Deno.env.set("TZ", "UTC");
      const [utc, utcHour] = [everything(), new Date(0).getHours()];
      Deno.env.set("TZ", zone);
      notStrictEqual(new Date(0).getHours(), utcHour);
      deepStrictEqual(everything(), utc);
    } finally {
      if (before === undefined) Deno.env.delete("TZ");
      else Deno.env.set("TZ", before);
    }
  });
}
