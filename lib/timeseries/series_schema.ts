/** Declares the schemas of a series, its unit and meter, and of indexes typed by hand. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import {
  draft,
  named,
  namedObject,
  versionedObject,
  withoutLimits,
} from "@/lib/base/object_schemas.ts";
import { hasErrors } from "@/lib/base/validators.ts";
import { HIGHEST_INDEX } from "./meter_event.ts";
import { energyUse, expectedRhythm, meterHappening, rhythm } from "./schema.ts";
import { unitErrors } from "./source_names.ts";
import { DATA_KINDS, DATA_UNIT_IDS, type DataKind, type DataUnitId, hasUse } from "./units.ts";

export const dataUnitId: z.ZodMiniType<DataUnitId> = named("DataUnitId", z.enum(DATA_UNIT_IDS));

const scope = z.enum(["housing", "facilities"]);

const meterFields = {
  /** Expected rhythm set by a user; null or absent to learn it from the readings. */
  rhythm: z.optional(z.nullable(rhythm)),
  /** Single use of a dwelling's meter; null or absent for a general meter. */
  use: z.optional(z.nullable(energyUse)),
  /** Highest consumption per hour of a register, in the unit of the series; null or absent for that of its quantity. */
  maxRatePerHour: z.optional(z.nullable(field.numberBetween(0.001, 1e9))),
  /** Register after which it starts again from 0; null or absent when unknown. */
  rollsOverAt: z.optional(z.nullable(field.numberBetween(1, HIGHEST_INDEX + 1))),
};

export const projectSeriesDraft = draft({
  dataUnitId,
  scope,
  renamed: z.nullable(field.text(100)),
  importedUnit: z.nullable(field.text(20)),
  manualIndex: field.flag,
  equipmentId: field.idOrNull,
  dataSourceOptions: field.pairs,
  ...meterFields,
}).check(
  z.refine(
    ({ use = null, scope, dataUnitId }) =>
      use === null || (scope === "housing" && hasUse(dataUnitId)),
    { message: "only of meters of electricity or gas energy in the dwellings", path: ["use"] },
  ),
  z.refine(
    ({ dataUnitId, importedUnit }) =>
      !hasErrors(unitErrors({ dataUnitId, importedUnit: importedUnit ?? "" })),
    { message: "does not measure the quantity", path: ["importedUnit"] },
  ),
);

export type ProjectSeriesDraft = z.output<typeof projectSeriesDraft>;

export type SeriesRecord = Omit<ProjectSeriesDraft, "version">;

const dataKind: z.ZodMiniType<DataKind> = z.enum(DATA_KINDS);

/** Whether a series is measured in each dwelling or on a facility. */
export type SeriesScope = z.output<typeof scope>;

/** Display unit of a series. @spec series.units */
export const seriesUnit = namedObject("SeriesUnit", {
  id: dataUnitId,
  /** French name of the quantity. */
  label: field.anyText,
  /** Unit of the values of this series: "m³", "L", "kWh"… */
  unit: field.anyText,
  kind: dataKind,
  dailyPrecision: field.integerBetween(0, 9),
  /** Whether figures of several days add up. */
  sum: field.flag,
});

const seriesFields = {
  id: field.id,
  dataUnitId,
  /** Key of the source that feeds the series; null when there is none. */
  dataSourceId: field.anyTextOrNull,
  /** Name given by the landlord; null to show the quantity's name. */
  renamed: field.anyTextOrNull,
  manualIndex: field.flag,
  /** Unit of the stored values when it differs from the catalogue's; otherwise null. */
  importedUnit: field.anyTextOrNull,
  /** Module of the sensor in a dwelling; null for a facility. */
  projectModuleId: field.anyTextOrNull,
  dataSourceOptions: z.record(field.anyText, field.anyText),
  ...meterFields,
  unit: seriesUnit,
  scope,
  /** Equipment of the meter; null when it belongs to the whole residence or to the dwellings. */
  equipmentId: field.idOrNull,
};

export const projectSeries = namedObject("ProjectSeries", {
  ...seriesFields,
  /** Name of its equipment, when another series of the residence has the same name. */
  equipmentName: z.optional(field.anyText),
});

/** A series of a residence with its unit. @spec series.units, series.fields */
export type ProjectSeries = z.output<typeof projectSeries>;

export const projectSeriesRead = versionedObject("ProjectSeriesRead", {
  ...seriesFields,
  /** Absent when unknown, and for a housing series without a set rhythm. */
  expectedRhythm: z.optional(expectedRhythm),
});

export type ProjectSeriesRead = z.output<typeof projectSeriesRead>;

const manualIndexFields = {
  seriesId: field.id,
  /** Dwelling of the meter; null for a facility. */
  houseId: field.idOrNull,
  date: field.isoDate,
  /** In the unit of the series. */
  value: field.numberBetween(0, HIGHEST_INDEX),
};

export const manualIndex = namedObject("ManualIndex", {
  id: field.id,
  ...withoutLimits(manualIndexFields),
  /** E-mail of its author; "" once the account was removed. */
  email: field.anyText,
  /** Consumption since the previous index of its meter; null for the first, and when nothing is counted. */
  counted: field.numberOrNull,
  /** An index that is not counted, or a jump, lies between the two, or is one of them; absent otherwise. */
  doubtful: z.optional(z.literal(true)),
  /** Events of the meter since the previous index, in order. */
  events: z.array(meterHappening),
});

/** A meter index typed by hand. @spec indexes.readings */
export type ManualIndex = z.output<typeof manualIndex>;

export const manualIndexDraft = z.strictObject({
  acceptOld: z.optional(field.flag),
  /** Types again an index that was deleted. */
  restoreDeleted: z.optional(field.flag),
  ...manualIndexFields,
});

export type ManualIndexDraft = z.output<typeof manualIndexDraft>;
