/** Writes a computed series in words, and offers its parts. @module */

import type { Project } from "@/lib/residences/schema.ts";
import { seriesChoices, seriesNameAmongAll } from "@/lib/series/series_names.ts";
import { DATA_UNITS } from "@/lib/timeseries/units.ts";
import type { ComputedSeries } from "./computed_series_schema.ts";
import { partsOf } from "./computed_slots.ts";

/** The series that may be parts: those of the facilities whose days add up. */
export function computedChoices({ facilitiesDataseries }: Pick<Project, "facilitiesDataseries">) {
  const offered = seriesChoices(facilitiesDataseries.filter(({ unit }) => unit.sum));
  return { plus: offered, minus: offered };
}

/** « Général + Solaire − Chauffage » */
export function computedText(
  { dataUnitId, ...parts }: Pick<ComputedSeries, "dataUnitId" | "plus" | "minus">,
  { facilitiesDataseries }: Pick<Project, "facilitiesDataseries">,
): string {
  const names = new Map(facilitiesDataseries.map((one) => [one.id, seriesNameAmongAll(one)]));
  const text = partsOf(parts).map(({ id, sign }, position) => {
    const mark = sign < 0 ? "− " : position === 0 ? "" : "+ ";
    return `${mark}${names.get(id) ?? ""}`;
  }).join(" ");
  return `${text} (${DATA_UNITS[dataUnitId].unit})`;
}
