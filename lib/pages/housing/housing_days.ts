import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { annotatedRows } from "@/lib/domain/series/range_rows.ts";
import type { Annotation } from "@/lib/domain/series/types.ts";
import { readAnnotationsOf } from "@/lib/pages/series/annotations.ts";
import type { RangeReadings } from "@/lib/pages/series/range_file.ts";
import { intervalsOf } from "@/lib/pages/series/state_pages.ts";
import type { CLOSED_DATA } from "@/lib/text/housing/occupancies.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";
import { type HousingSeries, isState, readHousingYears, type ShownDays } from "./housing_series.ts";

/** Figures with those of a year before, the intervals of a state, or data finer than agreed to. */
type Readings =
  | RangeReadings
  | { readonly kind: "closed"; readonly what: keyof typeof CLOSED_DATA };

/** Data of the selected days, with annotations. */
export type HousingDays = Readings & { readonly annotations: readonly Annotation[] };

/** Reads a series of the dwellings over the selected days. @spec housing.states */
export async function readHousingDays(
  state: State,
  found: HousingSeries,
  days: ShownDays,
): Promise<HousingDays> {
  const at = { projectId: residenceOf(state).project.id, annotatedId: found.series.id };
  const [readings, annotations] = await Promise.all([
    isState(found.series) ? readIntervalsIn(state, found, days) : readFigures(state, found, days),
    readAnnotationsOf(state.api, at, days.range),
  ]);
  if (readings.kind !== "figures") return { ...readings, annotations };
  const rows = annotatedRows(readings.years.rows, annotations);
  return { kind: "figures", years: { ...readings.years, rows }, annotations };
}

async function readFigures(state: State, found: HousingSeries, days: ShownDays): Promise<Readings> {
  const years = await readHousingYears(state, found, days);
  if (years !== null) return { kind: "figures", years };
  return { kind: "closed", what: found.house === null ? "together" : "alone" };
}

async function readIntervalsIn(
  state: State,
  { series, house }: HousingSeries,
  { range, occupancyPeriod }: ShownDays,
): Promise<Readings> {
  const read = await state.api.readUnless("forbidden", "getHouseDetailedData", {
    projectId: residenceOf(state).project.id,
    series: series.id,
    houseId: house?.id ?? "",
    segment: rangeSegment(range),
    on: occupancyPeriod.from ?? occupancyPeriod.to ?? undefined,
  });
  // What the roles allow has been looked at: what is left is what the occupants of those days agreed to.
  if (read === null) return { kind: "closed", what: "state" };
  return { kind: "intervals", intervals: intervalsOf(read) };
}
