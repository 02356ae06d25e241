/** Schemas of time zones, rhythms, energy uses, marks of meters, series with their units, values, and typed indexes. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import {
  draft,
  named,
  namedObject,
  versionedObject,
  withoutLimits,
} from "@/lib/base/object_schemas.ts";
import { isTimeZone } from "@/lib/base/time_zones.ts";
import { hasErrors } from "@/lib/base/validators.ts";
import {
  FALL_CAUSES,
  HIGHEST_INDEX,
  METER_EVENT_KINDS,
  METER_MARK_KINDS,
  type MeterEventKind,
} from "./meter_event.ts";
import { type Rhythm, RHYTHMS } from "./rhythm.ts";
import { isSourceName, SOURCE_MAX_BYTES, unitErrors } from "./source_names.ts";
import {
  DATA_KINDS,
  DATA_UNIT_IDS,
  type DataKind,
  type DataUnitId,
  ENERGY_USES,
  type EnergyUse,
  hasUse,
} from "./units.ts";

/** A series and the unit of its values. */
export const seriesFields = { seriesId: field.id, unit: field.anyText };

export const timedData = namedObject("TimedData", {
  ...seriesFields,
  values: z.array(z.object({ at: field.instant, value: field.figure })),
});

/** The individual readings of a range. @spec series.ranges */
export type TimedData = z.output<typeof timedData>;

export const messageData = namedObject("MessageData", {
  seriesId: field.id,
  messages: z.array(z.object({ at: field.instant, message: field.anyText })),
});

/** The texts sent by a series over a range. @spec series.states */
export type MessageData = z.output<typeof messageData>;

/** The name of a collector's source, limited by the key size of the store, in bytes. */
export const sourceKey: z.ZodMiniType<string> = z.string().check(
  z.minLength(1),
  z.maxLength(SOURCE_MAX_BYTES),
  z.refine(isSourceName),
);

/** Name of a time zone, such as Europe/Paris. */
export const timeZone: z.ZodMiniType<string> = z.string().check(
  z.maxLength(50),
  z.refine(isTimeZone, { message: "time-zone" }),
);

/** A register that fell: the values around the fall, and its likely cause. */
export const fallFields = { before: field.figure, value: field.figure, cause: z.enum(FALL_CAUSES) };

export const what: z.ZodMiniType<MeterEventKind> = z.enum(METER_EVENT_KINDS);

/** One of {@link RHYTHMS}. */
export const rhythm: z.ZodMiniType<Rhythm> = z.enum(RHYTHMS);

/** One of {@link ENERGY_USES}. */
export const energyUse: z.ZodMiniType<EnergyUse> = z.enum(ENERGY_USES);

export const expectedRhythm = namedObject("ExpectedRhythm", { every: rhythm, isSet: z.boolean() });

/** The expected rhythm of a series, and whether a user set it or it was learnt from readings. */
export type ExpectedRhythm = z.output<typeof expectedRhythm>;

const happening = {
  date: field.isoDate,
  what: z.enum(METER_MARK_KINDS),
  /** For a fall. */
  fall: z.optional(z.object(fallFields)),
};

/** The fields of a {@link MeterMark}. */
export const meterMarkFields = {
  /** Segment of its slot. */
  slot: field.anyText,
  ...happening,
} as const;

export const meterMark = namedObject("MeterMark", meterMarkFields);

/** A meter event marked by pages in the slots of a range. */
export type MeterMark = z.output<typeof meterMark>;

/** A {@link MeterMark} without its slot. */
export const meterHappening = z.object(happening);

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

const projectSeriesFields = {
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
  ...projectSeriesFields,
  /** Name of its equipment, when another series of the residence has the same name. */
  equipmentName: z.optional(field.anyText),
});

/** A series of a residence with its unit. @spec series.units, series.fields */
export type ProjectSeries = z.output<typeof projectSeries>;

export const projectSeriesRead = versionedObject("ProjectSeriesRead", {
  ...projectSeriesFields,
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
