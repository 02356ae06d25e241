import type { FieldErrors } from "../forms/field_errors.ts";
import { type FieldRule, typedErrors, type TypedValues } from "../forms/typed_fields.ts";
import { canonicalUnit } from "./canonical_units.ts";
import type { DataUnitId } from "./types.ts";
import { DATA_UNITS, isDataUnitId } from "./units.ts";

/** A field of the form of a facility series. */
export type SeriesField = "dataUnitId" | "renamed" | "importedUnit" | "equipmentId";

/** What is written of a facility series. */
export interface FacilitySeriesValues {
  dataUnitId: DataUnitId;
  renamed: string | null;
  importedUnit: string | null;
  equipmentId: string | null;
}

/** Units of meters that count in another one than the catalogue's. @spec domain §3, domain §2 A26 */
export const OTHER_UNITS = ["L", "Wh", "MWh"] as const;

/** The rules of a facility series, as typed. @spec F §3 "Data series" */
export const SERIES_RULES: readonly FieldRule<SeriesField>[] = [
  { name: "dataUnitId", kind: "text", required: true },
  { name: "renamed", kind: "text" },
  { name: "importedUnit", kind: "text" },
  { name: "equipmentId", kind: "text" },
];

/** The errors of a series' form: a quantity of the catalogue, in a unit that can be brought to its own. */
export function seriesErrors(values: TypedValues<SeriesField>): FieldErrors<SeriesField> {
  const { dataUnitId, importedUnit } = values;
  const errors = typedErrors(SERIES_RULES, values);
  if (!isDataUnitId(dataUnitId)) return { ...errors, dataUnitId: { code: "required" } };
  const isOther = importedUnit !== "" &&
    canonicalUnit(importedUnit) !== canonicalUnit(DATA_UNITS[dataUnitId].unit);
  return isOther ? { ...errors, importedUnit: { code: "unit" } } : errors;
}

/**
 * The series that was typed; an empty name shows what it measures, an empty unit is the catalogue's.
 *
 * @returns null when what it measures is not in the catalogue
 */
export function readSeriesForm(values: TypedValues<SeriesField>): FacilitySeriesValues | null {
  const { dataUnitId, renamed, importedUnit, equipmentId } = values;
  if (!isDataUnitId(dataUnitId)) return null;
  return {
    dataUnitId,
    renamed: renamed.trim() || null,
    importedUnit: importedUnit || null,
    equipmentId: equipmentId || null,
  };
}
