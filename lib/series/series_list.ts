/** Prepares the rows of the list of series of a residence. @module */

import type { ProjectSeries, SeriesScope } from "@/lib/timeseries/series_schema.ts";
import { type DataUnitId, type EnergyUse, unitOrder } from "@/lib/timeseries/units.ts";
import type { SortValue } from "@/lib/ui/tables.ts";

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
