import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { dateParts, datesOfMonth, isoMonth } from "@/lib/base/civil_dates.ts";
import { instantSegment, readInstantSegment } from "@/lib/base/period_instants.ts";
import { durationText, slotLabel } from "@/lib/base/text_periods.ts";
import { zonedSlots } from "@/lib/base/time_zones.ts";
import { rowStateLabel, slotAxis } from "@/lib/series/text.ts";
import { hoursInDay } from "@/tests/helpers/laws_of_periods.ts";

Deno.test("slotAxis() writes labels that fit under a chart, without what the neighbouring ones say", () => {
  const labels = (...slots: string[]) => slotAxis(slots).categories;
  deepStrictEqual(labels("2024-02", "2024-12"), ["févr.", "déc."]);
  deepStrictEqual(labels("2024-W01", "2024-W02", "2024-W05"), ["S1", "", "S5"]);
  deepStrictEqual(labels("2024-07-01", "2024-07-31"), ["1", "31"]);
  deepStrictEqual(labels("2024-07-01T00", "2024-07-01T01"), ["0\u00A0h", ""]);
  deepStrictEqual(labels("2024-07-01T08:00", "2024-07-01T08:05"), ["8\u00A0h", ""]);
  deepStrictEqual(labels("2026-10-25T02+02:00", "2026-10-25T02+01:00"), ["2\u00A0h", ""]);
});

// @spec periods.repeated-hours
Deno.test("slotAxis() gives every slot of every clock change from 2000 to 2040 a distinct name", () => {
  for (let year = 2000; year <= 2040; year++) {
    const days = changesOfHour(year);
    deepStrictEqual(days.map(({ hours }) => hours), [23, 25], `${year}`);
    for (const { month, day, hours } of days) {
      for (const [type, perHour] of [["hourly", 1], ["fivemin", 12]] as const) {
        const slots = zonedSlots({ type, year, month, day }).map(({ segment }) => segment);
        strictEqual(
          new Set(slotAxis(slots).titles).size,
          hours * perHour,
          `${type} ${year}-${month}`,
        );
        for (const slot of slots) {
          const instant = readInstantSegment(slot);
          strictEqual(instant && instantSegment(instant), slot);
        }
      }
    }
  }
});

/** The days of a year that do not have 24 hours. */
function changesOfHour(year: number) {
  return Array.from({ length: 12 }, (_, index) => datesOfMonth(isoMonth(year, index + 1))).flat()
    .map((date) => ({ ...dateParts(date), hours: hoursInDay(date) }))
    .filter(({ hours }) => hours !== 24);
}

Deno.test("slotLabel() distinguishes the two equal times in the night summer time ends", () => {
  deepStrictEqual(
    zonedSlots({ type: "hourly", year: 2026, month: 10, day: 25 }).slice(1, 5)
      .map(({ segment }) => slotLabel(segment)),
    ["01:00", "02:00 (heure d’été)", "02:00 (heure d’hiver)", "03:00"],
  );
  const halves = zonedSlots({ type: "fivemin", year: 2026, month: 10, day: 25 })
    .map(({ segment }) => slotLabel(segment));
  deepStrictEqual(halves.slice(35, 37), ["02:55 (heure d’été)", "02:00 (heure d’hiver)"]);
  strictEqual(slotLabel("2026-11-01T01-03:00"), "01:00 (UTC-03:00)");
});

Deno.test("durationText() uses the two largest units", () => {
  deepStrictEqual([0, 90, 3_600, 3_900, 86_400, 180_000].map(durationText), [
    "0\u00A0min",
    "2\u00A0min",
    "1\u00A0h",
    "1\u00A0h\u00A005",
    "1\u00A0j",
    "2\u00A0j\u00A02\u00A0h",
  ]);
});

Deno.test("rowStateLabel() has a word for each state", () => {
  strictEqual(rowStateLabel("partial"), "Incomplet");
  strictEqual(rowStateLabel("autre"), "autre");
});
