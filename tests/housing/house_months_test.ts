import { deepStrictEqual } from "node:assert/strict";
import { readRangeSegment } from "@/lib/base/period_paths.ts";
import { slotsOf } from "@/lib/base/slots.ts";
import { readRunningMonth } from "@/lib/housing/month_pages.ts";
import type { RangeData } from "@/lib/series/schema.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";

/** One a day or a month. */
function read(segment: string): Promise<RangeData> {
  const range = readRangeSegment(segment);
  if (range === null) throw new TypeError(segment);
  const slots = slotsOf(range).map(({ segment }) => aSlot(segment, 1));
  return Promise.resolve({ seriesId: "s", unit: "m³", slots, events: [] });
}

// @spec housing.one-occupancy
Deno.test("readRunningMonth() compares nothing when the occupant leaves before the last day of the month", async () => {
  const before = async (leavesOn: string | null) =>
    (await readRunningMonth(read, { today: "2026-01-20", leavesOn })).yearBefore.value;
  const days = [null, "2026-02-01", "2026-01-31", "2026-01-30", "2025-12-31"];
  deepStrictEqual(await Promise.all(days.map(before)), [1, 1, 1, null, null]);
});
