import type {
  BoilerRoomEfficiency,
  HotWaterKind,
  HotWaterType,
  SourceKind,
} from "@/lib/domain/energy_balance/types.ts";
import { isUnitOf } from "@/lib/domain/energy_balance/units.ts";
import { isPce } from "@/lib/domain/facilities/pce.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import { isAllowedSourceKind, SOURCE_KINDS } from "./source_kinds.ts";

/** A facility series that may be chosen, with its quantity and unit. */
export interface SeriesChoice {
  readonly id: string;
  readonly dataUnitId: DataUnitId;
  readonly unit: string;
}

/** Quantity and unit of a series. */
export type CountedSeries = Omit<SeriesChoice, "id">;

/** Sources of a boiler room, without its dated versions. */
export type BoilerRoomSources = Omit<BoilerRoomEfficiency, "settings" | "gazFactors">;

/** The form as typed: ids of series, "" for none. */
export interface SourcesForm {
  readonly sourceKind: string;
  readonly sourceType: string;
  /** Kind of each hot-water series, by its id; a series left out is not one. */
  readonly hotWater: Readonly<Record<string, string>>;
  readonly solarTypes: readonly string[];
  readonly gazPce: string;
}

/** Errors of a field of the form. */
export type SourcesError = "required" | "other-unit" | "bad-pce" | "pce-without-gas";

/** The errors of the form, by field. */
export type SourcesErrors = Partial<Record<keyof SourcesForm, SourcesError>>;

/** Data units of a source, by fuel: a heat meter may use any of them. */
const SOURCE_UNITS: Readonly<Record<string, readonly DataUnitId[]>> = {
  gaz: ["GAZV", "GAZE", "CHAE"],
  urban: ["RCUE", "CHAE"],
  wood: ["BOIM", "CHAE"],
};

/** Name of the field that holds the hot-water use of a series. */
export function hotWaterField(seriesId: string): string {
  return `hotWater:${seriesId}`;
}

/** Whether a series may be the source of a kind: the right energy, counted in the right quantity. @spec B §3 */
export function isSourceSeries(kind: SourceKind, series: CountedSeries): boolean {
  const { fuel, measure } = SOURCE_KINDS[kind];
  return (SOURCE_UNITS[fuel] ?? []).includes(series.dataUnitId) && isUnitOf(series.unit, measure);
}

/**
 * Hot-water use of a series.
 *
 * @spec B §3 "hotWaterKind volume|energy"
 * @returns null for a series that is no hot water
 */
export function hotWaterKindOf(series: CountedSeries): HotWaterKind | null {
  if (series.dataUnitId === "ECSV" && isUnitOf(series.unit, "volume")) return "volume";
  return series.dataUnitId === "ECSE" && isUnitOf(series.unit, "energy") ? "energy" : null;
}

/** Whether a series counts solar heat. @spec B §3 "solarTypes: list of series ids" */
export function isSolarSeries(series: CountedSeries): boolean {
  return series.dataUnitId === "SOLE" && isUnitOf(series.unit, "energy");
}

/**
 * Errors of the form.
 *
 * @spec B §3 "sourceKind: values start with gaz-, urban- or wood-, and end with -volume, -mass or an energy kind"
 * @param series facility series of the residence
 * @returns an empty object when the form can be saved
 */
export function sourcesErrors(
  form: SourcesForm,
  series: readonly SeriesChoice[],
): SourcesErrors {
  const errors: SourcesErrors = {};
  const { sourceKind } = form;
  const source = series.find(({ id }) => id === form.sourceType);
  if (!isAllowedSourceKind(sourceKind)) errors.sourceKind = "required";
  if (source === undefined) errors.sourceType = "required";
  else if (isAllowedSourceKind(sourceKind) && !isSourceSeries(sourceKind, source)) {
    errors.sourceType = "other-unit";
  }
  const pce = form.gazPce.trim();
  if (pce !== "" && !isPce(pce)) errors.gazPce = "bad-pce";
  else if (pce !== "" && isAllowedSourceKind(sourceKind) && !burnsGas(sourceKind)) {
    errors.gazPce = "pce-without-gas";
  }
  return errors;
}

/**
 * The sources typed, without unused hot-water and solar series.
 *
 * @param form without error by `sourcesErrors()`
 * @returns null when the kind of source is not an allowed one
 */
export function readSources(
  form: SourcesForm,
  series: readonly SeriesChoice[],
): BoilerRoomSources | null {
  const { sourceKind, sourceType } = form;
  if (!isAllowedSourceKind(sourceKind)) return null;
  const solar = series.filter((one) => isSolarSeries(one) && form.solarTypes.includes(one.id));
  return {
    sourceKind,
    sourceType,
    hotWaterTypes: series.flatMap((one) => hotWaterOf(form, one)),
    solarTypes: solar.map(({ id }) => id),
    gazPce: form.gazPce.trim() || null,
  };
}

/** The sources as their form shows them; an empty form before the first choice. */
export function typedSources(sources: BoilerRoomSources | null): SourcesForm {
  if (sources === null) {
    return { sourceKind: "", sourceType: "", hotWater: {}, solarTypes: [], gazPce: "" };
  }
  const { hotWaterTypes, gazPce, ...same } = sources;
  const kinds = hotWaterTypes.map((type) => [type.hotWaterType, type.hotWaterKind] as const);
  return { ...same, hotWater: Object.fromEntries(kinds), gazPce: gazPce ?? "" };
}

function burnsGas(kind: SourceKind): boolean {
  return SOURCE_KINDS[kind].fuel === "gaz";
}

function hotWaterOf(form: SourcesForm, series: SeriesChoice): HotWaterType[] {
  const kind = hotWaterKindOf(series);
  const chosen = kind !== null && form.hotWater[series.id] === kind;
  return chosen ? [{ hotWaterType: series.id, hotWaterKind: kind }] : [];
}
