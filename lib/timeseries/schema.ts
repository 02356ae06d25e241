/** Schemas of time zones, rhythms, energy uses, marks of meters, and values at instants. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { namedObject } from "@/lib/base/object_schemas.ts";
import { isTimeZone } from "@/lib/base/time_zones.ts";
import {
  FALL_CAUSES,
  METER_EVENT_KINDS,
  METER_MARK_KINDS,
  type MeterEventKind,
} from "./meter_event.ts";
import { type Rhythm, RHYTHMS } from "./rhythm.ts";
import { isSourceName, SOURCE_MAX_BYTES } from "./source_names.ts";
import { ENERGY_USES, type EnergyUse } from "./units.ts";

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
