import type { DjuMethod } from "@/lib/domain/degree_days/degree_days.ts";
import type { HotWaterKind, SourceKind } from "@/lib/domain/energy_balance/types.ts";
import { isSuitable, type SeriesUser } from "@/lib/domain/facilities/suitable_series.ts";
import type { DeviceKind } from "@/lib/domain/facilities/types.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { NamedChoice } from "@/lib/domain/tables/named_choice.ts";

/** Energies of a boiler room and their meters, as choices of its settings. @spec balance.meters */
export const SOURCE_KIND_LABELS: Readonly<Record<SourceKind, string>> = {
  "gaz-volume": "Gaz, compté en volume (m³)",
  "gaz-energy": "Gaz, compté en énergie (kWh)",
  "urban-energy": "Chauffage urbain, compté en énergie (kWh)",
  "wood-mass": "Bois, compté en masse (kg)",
  "wood-energy": "Bois, compté en énergie (kWh)",
};

/** Quantities of a hot-water series, as choices of the settings. @spec balance.hot-water */
export const HOT_WATER_KIND_LABELS: Readonly<Record<HotWaterKind, string>> = {
  volume: "Comptée en volume",
  energy: "Comptée en énergie",
};

/** Methods for a day's DJU, as choices of outdoor sources. @spec degree-days.formula */
export const DJU_METHOD_LABELS: Readonly<Record<DjuMethod, string>> = {
  meteo: "Météo : 18 − (Tn + Tx) / 2",
  costic: "COSTIC (professionnels de l’énergie)",
  mean: "Moyenne du jour : 18 − T moyenne",
};

/** Machines of a boiler room. @spec facilities.machines */
export const DEVICE_KIND_LABELS: Readonly<Record<DeviceKind, string>> = {
  "heat-pump": "Pompe à chaleur",
  "solar-thermal": "Solaire thermique",
  "solar-electric": "Photovoltaïque",
  "irve": "Borne de recharge",
};

/** Name of a series: the landlord's, otherwise its quantity's. @spec series.editing */
export function seriesName({ renamed, unit }: Pick<ProjectSeries, "renamed" | "unit">): string {
  return renamed ?? unit.label;
}

/** Shown for a value over a day old, or never sent. @spec series.current-values */
export const NO_RECENT_VALUE = "Pas de valeur récente";

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
