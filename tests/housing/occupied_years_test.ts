import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { slotsOf } from "@/lib/base/slots.ts";
import { readOccupiedYears } from "@/lib/housing/series_pages.ts";
import type { OccupancyPeriod } from "@/lib/series/day_spans.ts";
import type { RangeData } from "@/lib/series/schema.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";

/** The tenth of February 2026. */
const NOW = { now: "2026-02-10T11:00:00Z", home: null };

/** A year whose months consumed 1, 2, 3… and 100 more in 2025. */
function read({ year, type }: PeriodRange): Promise<RangeData> {
  const slots = slotsOf({ year, type }).map(({ segment }, rank) =>
    aSlot(segment, rank + 1 + (year === 2025 ? 100 : 0))
  );
  return Promise.resolve({ seriesId: "s", unit: "m³", slots, events: [] });
}

/** The months that have begun, with their comparison; and the year before in the chart. */
async function compared(occupancyPeriod: Partial<OccupancyPeriod>) {
  const whole: OccupancyPeriod = {
    from: null,
    to: null,
    kind: "occupied",
    fineFrom: null,
    ...occupancyPeriod,
  };
  const range = { type: "monthly", year: 2026 } as const;
  const years = await readOccupiedYears(NOW, { range, occupancyPeriod: whole }, read);
  return {
    rows: years?.rows.map(({ slot, before }) => [slot, before]),
    drawn: years?.drawn.before.slice(0, 4),
  };
}

// @spec series.compared-slots
Deno.test("readOccupiedYears() does not compare the running month with a whole one", async () => {
  deepStrictEqual(await compared({}), {
    rows: [["2026-01", 101], ["2026-02", null]],
    drawn: [101, null, 103, 104],
  });
});

Deno.test("readOccupiedYears() compares nothing with the month an occupant leaves in, nor with later ones", async () => {
  deepStrictEqual(await compared({ to: "2026-01-20" }), {
    rows: [["2026-01", null], ["2026-02", null]],
    drawn: [null, null, null, null],
  });
  deepStrictEqual((await compared({ to: "2026-03-20" })).drawn, [101, null, null, null]);
});

// @spec housing.one-occupancy
Deno.test("readOccupiedYears() compares nothing with the month of an arrival, nor a year later", async () => {
  deepStrictEqual((await compared({ from: "2025-01-10" })).rows, [["2026-01", null], [
    "2026-02",
    null,
  ]]);
  deepStrictEqual((await compared({ from: "2025-01-01" })).rows?.[0], ["2026-01", 101]);
  // A year before the current occupancy is not read.
  strictEqual((await compared({ from: "2026-01-10" })).rows?.[0]?.[1], null);
});
