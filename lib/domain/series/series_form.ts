import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { pairLines, readPairLines } from "@/lib/domain/forms/pair_lines.ts";
import { type FieldRule, typedErrors, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { canonicalUnit } from "./canonical_units.ts";
import { type DataSeries, type DataUnitId, type Rhythm, RHYTHMS } from "./types.ts";
import { DATA_UNITS, isDataUnitId } from "./units.ts";

export type SeriesField = "dataUnitId" | "renamed" | "importedUnit" | "equipmentId" | "rhythm";

export interface FacilitySeriesValues {
  dataUnitId: DataUnitId;
  renamed: string | null;
  importedUnit: string | null;
  equipmentId: string | null;
  /** null to learn it from the readings. */
  rhythm: Rhythm | null;
}

export type SeriesSettingsField = SeriesField | "manualIndex" | "dataSourceOptions";

export interface SeriesSettingsValues extends FacilitySeriesValues {
  manualIndex: boolean;
  dataSourceOptions: Record<string, string>;
}

/** Value of the place field for a series of every dwelling, rather than of an equipment. */
export const EVERY_DWELLING = "every-dwelling";

/** Units of meters that count in another one than the catalogue's. @spec domain §3, domain §2 A26 */
export const OTHER_UNITS = ["L", "Wh", "MWh"] as const;

/** The rules of a facility series, as typed. @spec series.editing */
export const SERIES_RULES: readonly FieldRule<SeriesField>[] = [
  { name: "dataUnitId", kind: "text", required: true },
  { name: "renamed", kind: "text", maxLength: 100 },
  { name: "importedUnit", kind: "text" },
  { name: "equipmentId", kind: "text" },
  { name: "rhythm", kind: "text" },
];

/** The rules of a series that is there, as typed. @spec series.editing */
export const SERIES_SETTINGS_RULES: readonly FieldRule<SeriesSettingsField>[] = [
  ...SERIES_RULES,
  { name: "manualIndex", kind: "text" },
  { name: "dataSourceOptions", kind: "text" },
];

/** The errors of a series' form: a quantity of the catalogue, in a unit that can be brought to its own. */
export function seriesErrors(values: TypedValues<SeriesField>): FieldErrors<SeriesField> {
  const { dataUnitId, importedUnit, rhythm } = values;
  const errors = typedErrors(SERIES_RULES, values);
  if (rhythm !== "" && !RHYTHMS.some((every) => every === rhythm)) {
    errors.rhythm = { code: "not-valid" };
  }
  if (!isDataUnitId(dataUnitId)) return { ...errors, dataUnitId: { code: "required" } };
  const isOther = importedUnit !== "" &&
    canonicalUnit(importedUnit) !== canonicalUnit(DATA_UNITS[dataUnitId].unit);
  return isOther ? { ...errors, importedUnit: { code: "unit" } } : errors;
}

/**
 * Parses a new series; an empty name defaults to the quantity's, an empty unit to the catalogue's.
 *
 * @returns null when the quantity is not in the catalogue
 */
export function readSeriesForm(values: TypedValues<SeriesField>): FacilitySeriesValues | null {
  const { dataUnitId, renamed, importedUnit, equipmentId } = values;
  if (!isDataUnitId(dataUnitId)) return null;
  return {
    dataUnitId,
    renamed: renamed.trim() || null,
    importedUnit: importedUnit || null,
    equipmentId: equipmentId === EVERY_DWELLING ? null : equipmentId || null,
    rhythm: RHYTHMS.find((every) => every === values.rhythm) ?? null,
  };
}

export function typedSeries(
  series: Pick<DataSeries, "dataUnitId" | "renamed" | "importedUnit" | "manualIndex" | "rhythm"> & {
    readonly equipmentId: string | null;
    readonly dataSourceOptions: Readonly<Record<string, string>>;
  },
): TypedValues<SeriesSettingsField> {
  return {
    dataUnitId: series.dataUnitId,
    renamed: series.renamed ?? "",
    importedUnit: series.importedUnit ?? "",
    equipmentId: series.equipmentId ?? "",
    rhythm: series.rhythm ?? "",
    manualIndex: series.manualIndex ? "on" : "",
    dataSourceOptions: pairLines(series.dataSourceOptions),
  };
}

/** The errors of the form of a series that is there: those of a new one, and of its options. */
export function seriesSettingsErrors(
  values: TypedValues<SeriesSettingsField>,
): FieldErrors<SeriesSettingsField> {
  const options = readPairLines(values.dataSourceOptions);
  const errors = seriesErrors(values);
  return options.ok ? errors : { ...errors, dataSourceOptions: options.error };
}

/**
 * Parses the form of a series.
 *
 * @returns null when the quantity is not in the catalogue, or when its options are unreadable
 */
export function readSeriesSettings(
  values: TypedValues<SeriesSettingsField>,
): SeriesSettingsValues | null {
  const series = readSeriesForm(values);
  const options = readPairLines(values.dataSourceOptions);
  if (series === null || !options.ok) return null;
  return { ...series, manualIndex: values.manualIndex !== "", dataSourceOptions: options.pairs };
}
