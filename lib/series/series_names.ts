/** Names of series, alone and among those of a residence, and the choices of series in forms. @module */

import type { ProjectSeries } from "@/lib/timeseries/series_schema.ts";
import type { NamedChoice } from "@/lib/ui/named_choices.ts";
import { isSuitable, type SeriesUser } from "./suitable_series.ts";

/** Name of a series: the landlord's, otherwise its quantity's. @spec series.editing */
export function seriesName({ renamed, unit }: Pick<ProjectSeries, "renamed" | "unit">): string {
  return renamed ?? unit.label;
}

/** Names shown for deleted or hidden entities. */
export const NAMELESS = { series: "Série supprimée", house: "Logement non visible" } as const;

type ChosenSeries = Pick<ProjectSeries, "renamed" | "unit" | "equipmentName">;

/** Name of a series among those of a residence: with its equipment when the name is not unique. */
export function seriesNameAmongAll(series: ChosenSeries): string {
  const { equipmentName } = series;
  return equipmentName === undefined
    ? seriesName(series)
    : `${seriesName(series)}, ${equipmentName}`;
}

export function seriesChoiceLabel(series: ChosenSeries): string {
  const { unit } = series.unit;
  return unit === "" ? seriesNameAmongAll(series) : `${seriesNameAmongAll(series)} (${unit})`;
}

export function seriesChoices(
  series: readonly (ChosenSeries & Pick<ProjectSeries, "id">)[],
): NamedChoice[] {
  return series.map((one) => ({ value: one.id, label: seriesChoiceLabel(one) }));
}

/** The facility series that suit a use. @param chosen ids used now: their series are included, of any quantity */
export function suitableChoices(
  user: SeriesUser,
  series: readonly ProjectSeries[],
  chosen: readonly unknown[] = [],
): NamedChoice[] {
  return seriesChoices(series.filter((one) => isSuitable(user, one) || chosen.includes(one.id)));
}
