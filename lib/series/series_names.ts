/** Names of series, the choices of suitable ones in forms, and the rows of their list. @module */

import type { ProjectSeries, SeriesScope } from "@/lib/timeseries/schema.ts";
import { canonicalUnit } from "@/lib/timeseries/canonical_units.ts";
import {
  DATA_UNIT_IDS,
  DATA_UNITS,
  type DataUnitId,
  type EnergyUse,
  unitOrder,
} from "@/lib/timeseries/units.ts";
import type { NamedChoice } from "@/lib/ui/named_choices.ts";
import type { SortValue } from "@/lib/ui/tables.ts";

const ENERGIES = DATA_UNIT_IDS.filter((id) => DATA_UNITS[id].unit === "kWh");

/** Data units allowed for each use of a series. @spec series.suitable */
const READ_UNITS = {
  outdoorSource: ["TEXT", "DJU"],
  outType: ["TDEP", "TEMP"],
  backType: ["TRET", "TEMP"],
  errorCode: ["ETAT"],
  gate: ["ETAT"],
  skydome: ["ETAT"],
  faultDetector: DATA_UNIT_IDS,
  cmv: DATA_UNIT_IDS,
  device: ENERGIES,
  producer: ["PVE"],
  consumer: ["ELEC"],
} as const satisfies Readonly<Record<string, readonly DataUnitId[]>>;

export type SeriesUser = keyof typeof READ_UNITS;

/**
 * Whether a series suits a use: its data unit, and the facilities scope unless another scope is given.
 *
 * @spec series.units
 */
export function isSuitable(
  user: SeriesUser,
  { dataUnitId, scope, importedUnit }: Pick<ProjectSeries, "dataUnitId" | "scope" | "importedUnit">,
  wantedScope: SeriesScope = "facilities",
): boolean {
  const units: readonly DataUnitId[] = READ_UNITS[user];
  const { unit } = DATA_UNITS[dataUnitId];
  return scope === wantedScope && units.includes(dataUnitId) &&
    canonicalUnit(importedUnit ?? unit) === canonicalUnit(unit);
}

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

interface LastReading {
  /** null for a text state. */
  readonly value: number | null;
  /** Text of a state; null for numbers. */
  readonly message: string | null;
  /** Instant; null without readings. */
  readonly at: string | null;
}

/** A series as a row of its residence's list. @spec series.list */
export interface SeriesLine {
  readonly id: string;
  /** The landlord's name for it, otherwise the quantity's. */
  readonly name: string;
  readonly dataUnitId: DataUnitId;
  readonly quantity: string;
  readonly unit: string;
  readonly scope: SeriesScope;
  /** Its equipment; null for a series of the residence itself or of the dwellings. */
  readonly equipment: { readonly id: string; readonly name: string } | null;
  /** Key of its source; null when there is none. */
  readonly source: string | null;
  /** Single use of its dwelling meters; null for general meters. @spec reports.uses */
  readonly use: EnergyUse | null;
  /** Decimals of its displayed values. */
  readonly decimals: number;
  /** null when the user may not read the series, and for one of the dwellings. */
  readonly last: LastReading | null;
}

/**
 * The series of a residence as rows.
 *
 * @param lastOf last reading of a series, without an instant when it has none; null when the user may not read it
 */
export function seriesLines(
  series: readonly ProjectSeries[],
  equipments: readonly { readonly id: string; readonly name: string }[],
  lastOf: (seriesId: string) => LastReading | null,
): SeriesLine[] {
  const byId = new Map(equipments.map(({ id, name }) => [id, { id, name }]));
  return series.map(({ id, renamed, dataUnitId, unit, scope, equipmentId, dataSourceId, use }) => ({
    id,
    name: renamed ?? unit.label,
    dataUnitId,
    quantity: unit.label,
    unit: unit.unit,
    scope,
    equipment: byId.get(equipmentId ?? "") ?? null,
    source: dataSourceId,
    use: use ?? null,
    decimals: Math.min(1, unit.dailyPrecision),
    last: lastOf(id),
  }));
}

/** Order of the list: that of the catalogue of units, then by equipment and name. */
export function catalogueValue({ dataUnitId, equipment, name }: SeriesLine): SortValue {
  return [unitOrder(dataUnitId), equipment?.name ?? "", name];
}
