import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { wholeYear } from "@/lib/base/civil_dates.ts";
import { correctedReader, tempOffsetC, tempOffsets } from "@/lib/housing/temperature_offset.ts";
import type { RollupSlot } from "@/lib/timeseries/aggregates.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { ProjectSeries } from "@/lib/timeseries/series_schema.ts";
import { aSeries } from "@/tests/helpers/some_series.ts";

const POINT: Point = { epochS: 1_700_000_000, value: 20.1 };
const SLOT: RollupSlot = {
  at: "2026-01",
  sum: null,
  mean: 20.5,
  min: 18,
  max: null,
  last: 20.1,
  count: 3,
  coveredS: 10,
  lengthS: 20,
  estimated: false,
};

/** A reader with the same values for every series. */
const READER: SeriesReader = {
  months: () => Promise.resolve([SLOT]),
  days: () => Promise.resolve([SLOT]),
  shortSlots: () => Promise.resolve([SLOT]),
  hoursOfDays: () => Promise.resolve([[SLOT]]),
  monthsOfMany: (ids) => Promise.resolve(new Map(ids.map((id) => [id, [SLOT]]))),
  points: () => Promise.resolve([POINT]),
  last: (id) => Promise.resolve(id.startsWith("none") ? null : POINT),
  lastOfMany: (ids) => Promise.resolve(new Map(ids.map((id) => [id, POINT]))),
  endedBefore: (ids) => Promise.resolve(new Set(ids)),
  eventsOfMany: () => Promise.resolve(new Map()),
  jumpsOfMany: () => Promise.resolve(new Map()),
  judged: () => Promise.resolve({ readings: [], intervals: [], marks: [] }),
  registersOfMany: () => Promise.resolve(new Map()),
  stateOf: (ids) => Promise.resolve(ids.join()),
};

function series(id: string, dataUnitId: "TEMP" | "HUM"): ProjectSeries {
  return aSeries(id, dataUnitId, { scope: "housing" });
}

const CORRECTED = {
  features: { tempOffset: true },
  series: [series("t", "TEMP"), series("none", "TEMP"), series("h", "HUM")],
  houses: [
    { id: "a", config: { tempOffset: "0.3" } },
    { id: "b", config: {} },
    { id: "c", config: { tempOffset: "tiède" } },
  ],
};

Deno.test("tempOffsetC() reads the offset of a module, with a point or a comma; an invalid one counts as none", () => {
  strictEqual(tempOffsetC({ tempOffset: "-1.5" }), -1.5);
  strictEqual(tempOffsetC({ tempOffset: "0,5" }), 0.5);
  strictEqual(tempOffsetC({}), 0);
  strictEqual(tempOffsetC({ tempOffset: "beaucoup" }), 0);
  strictEqual(tempOffsetC({ tempOffset: "10" }), 10);
  strictEqual(tempOffsetC({ tempOffset: "10.1" }), 0);
});

// @spec housing.temperature-offset
Deno.test("correctedReader() subtracts a dwelling's offset from every kind of temperature read", async () => {
  const reader = correctedReader(READER, CORRECTED);
  // 20.5 − 0.3 = 20.2; 18 − 0.3 = 17.7; 20.1 − 0.3 = 19.8, and not 19.800000000000001.
  const lowered = { ...SLOT, mean: 20.2, min: 17.7, last: 19.8 };
  const point = { ...POINT, value: 19.8 };
  deepStrictEqual(await reader.months("t@a", 2026), [lowered]);
  deepStrictEqual(await reader.days("t@a", wholeYear(2026)), [lowered]);
  deepStrictEqual(await reader.shortSlots("t@a", [], 450), [lowered]);
  deepStrictEqual(await reader.hoursOfDays("t@a", wholeYear(2026)), [[lowered]]);
  deepStrictEqual(await reader.points("t@a", { fromS: 0, toS: 1 }), [point]);
  deepStrictEqual(await reader.last("t@a"), point);
  strictEqual(await reader.last("none@a"), null);
  const ids = ["t@a", "t@b"];
  deepStrictEqual([...await reader.monthsOfMany(ids, 2026)], [["t@a", [lowered]], ["t@b", [SLOT]]]);
  deepStrictEqual([...await reader.lastOfMany(ids)], [["t@a", point], ["t@b", POINT]]);
});

Deno.test("correctedReader() does not correct humidity, dwellings without an offset and residences without the feature", async () => {
  const reader = correctedReader(READER, CORRECTED);
  for (const id of ["h@a", "t@b", "t@c"]) deepStrictEqual(await reader.last(id), POINT);
  strictEqual(correctedReader(READER, { ...CORRECTED, features: { tempOffset: false } }), READER);
});

// @spec housing.temperature-offset
Deno.test("tempOffsets() has the temperatures of the dwellings with an offset, of one degree too", () => {
  const houses = ["1", "0", "-0,1"].map((tempOffset, rank) => ({
    id: `h${rank}`,
    config: { tempOffset },
  }));
  deepStrictEqual([
    ...tempOffsets({ ...CORRECTED, series: [series("t", "TEMP"), series("h", "HUM")], houses }),
  ], [["t@h0", 1], ["t@h2", -0.1]]);
});
