import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { readInstantSegment } from "@/lib/base/period_instants.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { rangeAround } from "@/lib/base/period_selector.ts";
import { zonedSlots } from "@/lib/base/time_zones.ts";

const AROUND: Readonly<Record<string, string>> = {
  "2024-02": "monthly-2024",
  "2020-W53": "weekly-2020",
  "2024-02-29": "daily-2024-02",
  "2024-02-29T23": "hourly-2024-02-29",
  "2024-02-29T23:55": "fivemin-2024-02-29",
};

Deno.test("rangeAround() is the range of the same type that contains the instant as a slot", () => {
  for (const [segment, range] of Object.entries(AROUND)) {
    const instant = readInstantSegment(segment);
    ok(instant !== null);
    deepStrictEqual(rangeSegment(rangeAround(instant)), range);
    const slots = zonedSlots(rangeAround(instant)).filter((slot) => slot.segment === segment);
    strictEqual(slots.length, 1, segment);
  }
});
