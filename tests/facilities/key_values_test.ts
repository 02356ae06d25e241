import { deepStrictEqual } from "node:assert/strict";
import { keyValues } from "@/lib/facilities/current_values.ts";
import type { FacilityValue } from "@/lib/facilities/schema.ts";
import type { ProjectSeries } from "@/lib/timeseries/series_schema.ts";
import { aSeries } from "@/tests/helpers/some_series.ts";

function aValue(seriesId: string, value: number | null): FacilityValue {
  const at = "2026-01-05T08:00:00Z";
  return { seriesId, equipmentId: null, at, value, message: null };
}

const ROOM = new Set(["room", "circuit"]);

function shown(series: readonly ProjectSeries[], values: readonly FacilityValue[]): string[] {
  return keyValues(series, values, ROOM).map(({ series: { id } }) => id);
}

Deno.test("keyValues() shows flows and returns before air temperatures, of the place and its content", () => {
  const series = [
    aSeries("air", "TEMP", { equipmentId: "room" }),
    aSeries("back", "TRET", { equipmentId: "circuit" }),
    aSeries("out", "TDEP", { equipmentId: "room" }),
    aSeries("gas", "GAZV", { equipmentId: "room" }),
    aSeries("elsewhere", "TDEP", { equipmentId: "other" }),
    aSeries("nowhere", "TDEP", { equipmentId: null }),
  ];
  deepStrictEqual(shown(series, series.map(({ id }) => aValue(id, 20))), ["out", "back", "air"]);
});

Deno.test("keyValues() leaves out series without a recent value, and keeps 0", () => {
  const series = [
    aSeries("out", "TDEP", { equipmentId: "room" }),
    aSeries("back", "TRET", { equipmentId: "room" }),
  ];
  deepStrictEqual(shown(series, [aValue("out", null), aValue("back", 0)]), ["back"]);
});

Deno.test("keyValues() shows four at most", () => {
  const series = Array.from(
    { length: 6 },
    (_, at) => aSeries(`s${at}`, "TDEP", { equipmentId: "room" }),
  );
  deepStrictEqual(shown(series, series.map(({ id }) => aValue(id, 1))), ["s0", "s1", "s2", "s3"]);
});
