/** Schemas of imports, events of meters, doubts about readings and their deletions. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { draft, namedObject, withoutLimits } from "@/lib/base/object_schemas.ts";
import { isClockTime } from "@/lib/base/validators.ts";
import { REFUSAL_CAUSES } from "@/lib/series/refusals.ts";
import { sourceScaleDraft } from "@/lib/series/schema.ts";
import { HIGHEST_INDEX } from "@/lib/timeseries/meter_event.ts";
import { dataUnitId, fallFields, sourceKey, what } from "@/lib/timeseries/schema.ts";
import { isSentUnchanged } from "@/lib/timeseries/source_names.ts";
import { COLUMN_ROLES, DATE_ORDERS } from "./readings_file_options.ts";

/** Most values of a device attached at once. */
export const MOST_VALUES = 50;

/** Where a device is: a dwelling, an equipment, or the residence itself. */
const devicePlace = { houseId: field.idOrNull, equipmentId: field.idOrNull };

/** Values of a device to attach, each to a series or to that of a quantity at its place, which is created without one. */
export const attachedDeviceDraft = z.strictObject({
  values: z.array(
    z.strictObject({
      source: sourceKey.check(z.refine(isSentUnchanged)),
      /** A series that was chosen; otherwise that of a quantity. */
      series: z.optional(field.id),
      dataUnitId: z.optional(dataUnitId),
      scale: z.optional(sourceScaleDraft),
    }).check(z.refine(({ series, dataUnitId }) => (series ?? dataUnitId) !== undefined)),
  ).check(z.minLength(1), z.maxLength(MOST_VALUES)),
  ...devicePlace,
});

/** A device that goes to another place with all its values, from an instant on. */
export const movedDeviceDraft = z.strictObject({
  device: sourceKey,
  from: field.typedInstant,
  ...devicePlace,
});

/** A device with sources that feed series. */
export const attachedDevice = namedObject("AttachedDevice", {
  device: sourceKey,
  values: z.array(namedObject("AttachedValue", {
    source: sourceKey,
    seriesId: field.id,
    houseId: field.idOrNull,
  })),
});

export type AttachedDevice = z.output<typeof attachedDevice>;

/** Counts of every import. @spec imports.line-counts */
export type ImportCounts = z.output<typeof counts>;
export const importCounts = {
  /** Lines read, without the heading and empty lines: the sum of the other counts. */
  lineCount: field.figure,
  /** Lines whose values had none before them. */
  insertedCount: field.figure,
  replacedCount: field.figure,
  /** Lines equal to what is stored. */
  unchangedCount: field.figure,
  /** Lines passed over: without a value, of another station, repeated further on, or whose stored value stays. */
  ignoredCount: field.figure,
  refusedCount: field.figure,
};
const counts = z.object(importCounts);

/** Readings that the retention of the organisation removes the night after an import. */
export type ExpiringReadings = z.output<typeof expiringReadings>;
const expiringReadings = z.object({
  readingCount: field.figure,
  /** First day whose readings stay. */
  pointsFrom: field.isoDate,
  /** First day, and first month, whose figures stay. */
  daysFrom: field.isoDate,
  monthsFrom: field.isoDate,
});

/** The errors of an import, at most 100. */
export const lineErrors = z.array(
  z.object({ line: field.figure, column: field.anyTextOrNull, message: field.anyText }),
);

export type ReadingsImport = z.output<typeof readingsImport>;
/** The remembered columns of files with a heading. @spec imports.remembered-columns */
export type ColumnChoice = z.output<typeof columnChoice>;
export const columnChoice = namedObject("ColumnChoice", {
  id: field.anyText,
  /** Cells of the heading, truncated. */
  heading: field.anyText,
  /** When its columns were chosen. */
  at: field.instant,
});

export const readingsImport = namedObject("ReadingsImport", {
  format: z.object({
    separator: z.enum([";", ",", "tab"]),
    decimal: z.enum([",", "."]),
    dates: z.enum(DATE_ORDERS),
    shape: z.enum(["long", "wide"]),
  }),
  /** The format whose declaration the file follows: its id, and its French name. */
  recognizedFormat: z.object({ id: field.anyText, name: field.anyText }),
  /** The columns of the file that have a heading, and what they were read as. */
  columns: z.array(z.object({ heading: field.anyText, role: z.enum(COLUMN_ROLES) })),
  /** The choice of its columns that an earlier import has left, by which it was read; null for none. */
  remembered: z.nullable(z.object({
    id: field.anyText,
    /** When they were chosen. */
    at: field.instant,
    /** Line of the heading, from 1. */
    line: field.figure,
    /** The columns, as in the query of the call. */
    columns: field.anyText,
  })),
  /** Time zone to propose, as a time of the file does not exist in the one it was read in; null for none. */
  proposedTimeZone: field.anyTextOrNull,
  /** The first ten values as they were read. */
  firstReadings: z.array(z.object({
    line: field.figure,
    at: field.instant,
    value: field.figure,
    /** Unit in the file, otherwise that of the series; "" without one. */
    unit: field.anyText,
    /** Title of the series; its name in the file when it is unknown. */
    series: field.anyText,
  })),
  ...importCounts,
  /** Values passed over, which a user has deleted. */
  deletedCount: field.figure,
  /** Replacements of meters that were not recorded yet. */
  meterEventCount: field.figure,
  fallCount: field.figure,
  /** The first falls. */
  falls: z.array(z.object({ series: field.anyText, date: field.isoDate, ...fallFields })),
  /** Readings of registers that do not count, at least for now: they fall, or are beyond the rate. */
  uncountedCount: field.figure,
  /** The first of them. */
  uncounted: z.array(
    z.object({ series: field.anyText, date: field.isoDate, value: field.figure }),
  ),
  /** Readings that the file adds or replaces: several for a line with several series. */
  readingCount: field.figure,
  /** Lines in the hour that the clock shows twice, which are in the order of the file; and the first of them. */
  repeatedHourCount: field.figure,
  repeatedHourLines: z.array(z.int()),
  /** null when the retention leaves all of them. */
  expiring: z.nullable(expiringReadings),
  /** Units of the file that were converted to those of series, at most 20. */
  conversions: z.array(z.object({ series: field.anyText, from: field.anyText, to: field.anyText })),
  /** Whether the readings are in their series; false when a job will write them later, in which case none is lost. */
  isFiled: z.boolean(),
  errors: lineErrors,
});

const clockTime: z.ZodMiniType<string> = field.described(z.string().check(z.refine(isClockTime)), {
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
  examples: ["14:30"],
});

const register: z.ZodMiniType<number> = field.numberBetween(0, HIGHEST_INDEX);

const eventFields = {
  what,
  /** Dwelling of the meter; null for a facility. */
  houseId: field.idOrNull,
  /** Day and time on the residence's clock. */
  date: field.isoDate,
  time: clockTime,
};

const registerFields = {
  /** Register just before, in the unit of the series; null when it was not read. */
  finalIndex: z.nullable(register),
  /** Register just after. */
  firstIndex: register,
  comment: field.freeText(200),
};

export type MeterEventRead = z.output<typeof meterEvent>;
const meterEvent = namedObject("MeterEvent", {
  id: field.id,
  ...eventFields,
  ...withoutLimits(registerFields),
  /** Consumption between the readings around it, in the unit of the series; null when nothing is counted. */
  counted: field.numberOrNull,
  /** Consumption between these readings without the event. */
  countedWithout: field.numberOrNull,
});

/** The events of a series' meters, newest first. */
export type MeterEvents = z.output<typeof meterEvents>;
export const meterEvents = namedObject("MeterEvents", {
  version: field.anyText,
  events: z.array(meterEvent),
});

export type MeterEventDraft = z.output<typeof meterEventDraft>;
export const meterEventDraft = draft({
  acceptOld: z.optional(z.boolean()),
  ...eventFields,
  ...registerFields,
});

/** The meter of a reading: its series, and its dwelling or null. */
const ofMeter = { seriesId: field.id, houseId: field.idOrNull };

/** A reading that waits to be confirmed: it counts nothing until then. */
export type ReadingToConfirm = z.output<typeof readingToConfirm>;
const readingToConfirm = namedObject("ReadingToConfirm", {
  ...ofMeter,
  at: field.instant,
  /** null, like the other values, for a reading of a dwelling that the caller may not see. */
  value: field.numberOrNull,
  /** The last reading that counts, before it. */
  beforeAt: field.instant,
  before: field.numberOrNull,
  /** The reading after it; null for the last one. */
  nextAt: field.instantOrNull,
  next: field.numberOrNull,
  /** Consumption since the last reading that counts, if it is real; null for nothing: the register goes on from it. */
  counted: field.numberOrNull,
  /** Whether the caller may say what it is. */
  isOwn: field.flag,
});

/** What a person said of a reading. */
export type ReadingVerdictRead = z.output<typeof readingVerdict>;
const readingVerdict = namedObject("ReadingVerdict", {
  id: field.id,
  ...ofMeter,
  at: field.instant,
  /** null for a reading of a dwelling that the caller may not see. */
  value: field.numberOrNull,
  isReal: field.flag,
  /** E-mail of the person; "" once the account was removed. */
  by: field.anyText,
  saidAt: field.instant,
  /** True once the reading was corrected or deleted: it has no effect. */
  isVoid: field.flag,
  /** Whether the caller may take it back. */
  isOwn: field.flag,
});

/** A series whose « Débit maximal » seems too low: readings in a row are beyond it. */
export type LowRate = z.output<typeof lowRate>;
const lowRate = namedObject("LowRate", {
  seriesId: field.id,
  /** Version of the series, which the change of its rate must name. */
  version: field.anyText,
  /** Meters of the series with such readings. */
  meterCount: field.figure,
  /** First of these readings. */
  since: field.instant,
  /** Per hour, in the unit of the series. */
  rate: field.figure,
  proposed: field.figure,
  /** What these readings would count; null when it may not be seen. */
  counted: field.numberOrNull,
});

/** The readings of registers about which persons may say whether they are real. */
export type RegisterDoubts = z.output<typeof registerDoubts>;
export const registerDoubts = namedObject("RegisterDoubts", {
  /** Meters with readings that wait; the newest readings of 50 of them are listed. */
  meterCount: field.figure,
  /** Newest first. */
  readings: z.array(readingToConfirm),
  /** Last said first. */
  verdicts: z.array(readingVerdict),
  lowRates: z.array(lowRate),
});

export const readingVerdictDraft = z.strictObject({
  houseId: field.idOrNull,
  at: field.instant,
  /** The value that is meant: the reading may have been corrected. */
  value: field.numberBetween(0, 1e15),
  isReal: field.flag,
});

/** What a deletion of readings would remove. */
export type ReadingsToDelete = z.output<typeof readingsToDelete>;
export const readingsToDelete = namedObject("ReadingsToDelete", {
  /** Version of these readings, which the deletion must name. */
  version: field.anyText,
  count: field.figure,
  /** Indexes typed by hand among them. */
  indexCount: field.figure,
  /** Other readings of the range: the caller may not delete them, or the demo computes them. */
  leftCount: field.figure,
  firstAt: field.instantOrNull,
  lastAt: field.instantOrNull,
  /** The first readings, at most 50; none of a dwelling of which the caller may not see each reading. */
  readings: z.array(
    z.object({ at: field.instant, value: field.numberOrNull, message: field.anyTextOrNull }),
  ),
  /** The consumption that changes, in the unit of the series; null when there is none, or it may not be seen. */
  consumption: z.nullable(z.object({
    from: field.instant,
    to: field.instant,
    before: field.numberOrNull,
    after: field.numberOrNull,
  })),
});

/** The range of a deletion, both ends included. */
const range = { houseId: field.idOrNull, from: field.instant, to: field.instant };

export const readingsDeletionDraft = z.strictObject({ ...range, version: field.text(64) });

/** Readings deleted in the last 30 days, which can be restored. */
export type ReadingsDeletion = z.output<typeof readingsDeletion>;
export const readingsDeletion = namedObject("ReadingsDeletion", {
  id: field.id,
  ...range,
  count: field.figure,
  indexCount: field.figure,
  deletedAt: field.instant,
  /** Until when they can be restored. */
  until: field.instant,
});

export const readingsRestored = namedObject("ReadingsRestored", {
  count: field.figure,
  /** Instants that have another reading by now, which stays. */
  leftCount: field.figure,
});

/** How readings come in. */
export const ARRIVAL_WAYS = [
  "influx",
  "emoncms",
  "chirpstack",
  "things-stack",
  "mqtt",
  "gateway",
] as const;
export type ArrivalWay = typeof ARRIVAL_WAYS[number];

/** What was made of a value: stored in a series, kept until it is attached, or refused. */
export const OUTCOMES = ["stored", "unknown", ...REFUSAL_CAUSES] as const;

/** Number of arrivals listed, and of values and characters of each. */
export const ARRIVALS_SHOWN = 20;
export const VALUES_SHOWN = 8;
export const WORDS_SHOWN = 4_000;

const arrivalValue = namedObject("ArrivalValue", {
  source: field.anyText,
  /** null when a dwelling's readings may be among what was sent. */
  value: field.anyTextOrNull,
  /** Instant of the reading; null for one that is none. */
  at: field.instantOrNull,
  outcome: z.enum(OUTCOMES),
  seriesId: field.idOrNull,
  houseId: field.idOrNull,
});

export const arrival = namedObject("Arrival", {
  at: field.instant,
  way: z.enum(ARRIVAL_WAYS),
  /** As received, without the sender's key; null when a dwelling's readings may be among them. */
  words: field.anyTextOrNull,
  /** Whether more was sent than the words shown. */
  isCut: z.boolean(),
  storedCount: field.figure,
  unknownCount: field.figure,
  refusedCount: field.figure,
  /** Why it was refused, in whole or in part, as its sender was told; "" when it was not. */
  reason: field.anyText,
  /** The first values, refused ones first, then those without a series. */
  values: z.readonly(z.array(arrivalValue)),
});

export type Arrival = z.output<typeof arrival>;
