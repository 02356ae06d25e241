import * as z from "zod/mini";
import {
  anyText,
  anyTextOrNull,
  described,
  figure,
  freeText,
  id,
  idOrNull,
  isoDate,
  named,
  numberBetween,
  numberOrNull,
  version,
} from "@/lib/domain/forms/schema.ts";
import { isTimeZone } from "@/lib/domain/periods/zoned_days.ts";
import { DATE_ORDERS } from "./csv_content.ts";
import { HIGHEST_INDEX } from "./manual_index.ts";
import { COMMENT_MAX_LENGTH, isClockTime } from "./meter_event.ts";
import {
  ENERGY_USES,
  type EnergyUse,
  FALL_CAUSES,
  METER_EVENT_KINDS,
  METER_MARK_KINDS,
  type MeterEventKind,
  type Rhythm,
  RHYTHMS,
} from "./types.ts";

/** Name of a time zone, such as Europe/Paris. */
export const timeZone: z.ZodMiniType<string> = z.string().check(
  z.maxLength(50),
  z.refine(isTimeZone, { message: "time-zone" }),
);

export type ReadingsImport = z.output<typeof readingsImport>;

export const readingsImport = named(
  "ReadingsImport",
  z.object({
    format: z.object({
      separator: z.enum([";", ",", "tab"]),
      decimal: z.enum([",", "."]),
      dates: z.enum(DATE_ORDERS),
      shape: z.enum(["long", "wide"]),
    }),
    /** Lines read, the heading apart. */
    lineCount: figure,
    /** Readings of instants that had none. */
    insertedCount: figure,
    replacedCount: figure,
    /** Readings already stored, or unchanged. */
    ignoredCount: figure,
    /** Replacements of meters that were not noted yet. */
    meterEventCount: figure,
    fallCount: figure,
    /** The first of them. */
    falls: z.array(z.object({
      series: anyText,
      date: isoDate,
      before: figure,
      value: figure,
      cause: z.enum(FALL_CAUSES),
    })),
    /** Whether the readings are in their series; false when a job will write them later: nothing is lost. */
    isFiled: z.boolean(),
    /** At most 100 errors. */
    errors: z.array(z.object({ line: figure, column: anyTextOrNull, message: anyText })),
  }),
);

const what: z.ZodMiniType<MeterEventKind> = z.enum(METER_EVENT_KINDS);

/** One of {@link RHYTHMS}. */
export const rhythm: z.ZodMiniType<Rhythm> = z.enum(RHYTHMS);

/** One of {@link ENERGY_USES}. */
export const energyUse: z.ZodMiniType<EnergyUse> = z.enum(ENERGY_USES);

/** The rhythm expected of a series, and whether it was set or learnt from its readings. */
export type ExpectedRhythm = z.output<typeof expectedRhythm>;

export const expectedRhythm = named(
  "ExpectedRhythm",
  z.object({ every: rhythm, isSet: z.boolean() }),
);

const clockTime: z.ZodMiniType<string> = described(z.string().check(z.refine(isClockTime)), {
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
  examples: ["14:30"],
});

const register: z.ZodMiniType<number> = numberBetween(0, HIGHEST_INDEX);

const eventFields = {
  what,
  /** Dwelling of the meter; null for a facility. */
  houseId: idOrNull,
  /** Day and time on the residence's clock. */
  date: isoDate,
  time: clockTime,
};

const happening = {
  date: isoDate,
  what: z.enum(METER_MARK_KINDS),
  /** For a fall: the registers around it, and its likely cause. */
  fall: z.optional(z.object({ before: figure, value: figure, cause: z.enum(FALL_CAUSES) })),
};

/** The fields of a {@link MeterMark}. */
export const meterMarkFields = {
  /** Segment of the slot it falls in. */
  slot: anyText,
  ...happening,
} as const;

/** What happened to a meter, as pages mark it in the slots of a range. */
export type MeterMark = z.output<typeof meterMark>;

export const meterMark = named(
  "MeterMark",
  z.object(meterMarkFields),
);

/** A {@link MeterMark} whose slot is known. */
export const meterHappening = z.object(happening);

/** A meter event, with its effect on consumption. */
export type MeterEventRead = z.output<typeof meterEvent>;

const meterEvent = named(
  "MeterEvent",
  z.object({
    id,
    ...eventFields,
    finalIndex: numberOrNull,
    firstIndex: figure,
    comment: anyText,
    /** Consumption between the readings around it, in the unit of the series; null when nothing is counted there. */
    counted: numberOrNull,
    /** The same without the event. */
    countedWithout: numberOrNull,
  }),
);

/** The events of a series' meters, the newest first. */
export type MeterEvents = z.output<typeof meterEvents>;

export const meterEvents = named(
  "MeterEvents",
  z.object({ version: anyText, events: z.array(meterEvent) }),
);

/** An event of a meter to write. */
export type MeterEventDraft = z.output<typeof meterEventDraft>;

export const meterEventDraft = z
  .strictObject({
    acceptOld: z.optional(z.boolean()),
    ...eventFields,
    /** Register just before, in the unit of the series; null when it was not read. */
    finalIndex: z.nullable(register),
    /** Register just after. */
    firstIndex: register,
    comment: freeText(COMMENT_MAX_LENGTH),
    version,
  });
