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
import { DATE_ORDERS, type ReadingsImport } from "./csv_content.ts";
import { HIGHEST_INDEX } from "./manual_index.ts";
import {
  COMMENT_MAX_LENGTH,
  isClockTime,
  type MeterEventDraft,
  type MeterEventRead,
  type MeterEvents,
} from "./meter_event.ts";
import {
  type ExpectedRhythm,
  FALL_CAUSES,
  METER_EVENT_KINDS,
  METER_MARK_KINDS,
  type MeterEventKind,
  type MeterMark,
  type Rhythm,
  RHYTHMS,
} from "./types.ts";

/** Name of a time zone, such as Europe/Paris. */
export const timeZone: z.ZodMiniType<string> = z.string().check(
  z.maxLength(50),
  z.refine(isTimeZone, { message: "time-zone" }),
);

/** Result of an import of readings, or of its trial. */
export const readingsImport: z.ZodMiniType<ReadingsImport> = named(
  "ReadingsImport",
  z.object({
    format: z.object({
      separator: z.enum([";", ",", "tab"]),
      decimal: z.enum([",", "."]),
      dates: z.enum(DATE_ORDERS),
      shape: z.enum(["long", "wide"]),
    }),
    lineCount: figure,
    insertedCount: figure,
    replacedCount: figure,
    ignoredCount: figure,
    meterEventCount: figure,
    fallCount: figure,
    falls: z.array(z.object({
      series: anyText,
      date: isoDate,
      before: figure,
      value: figure,
      cause: z.enum(FALL_CAUSES),
    })),
    isFiled: z.boolean(),
    errors: z.array(z.object({ line: figure, column: anyTextOrNull, message: anyText })),
  }),
);

const what: z.ZodMiniType<MeterEventKind> = z.enum(METER_EVENT_KINDS);

/** One of {@link RHYTHMS}. */
export const rhythm: z.ZodMiniType<Rhythm> = z.enum(RHYTHMS);

export const expectedRhythm: z.ZodMiniType<ExpectedRhythm> = named(
  "ExpectedRhythm",
  z.object({ every: rhythm, isSet: z.boolean() }),
);

const clockTime: z.ZodMiniType<string> = described(z.string().check(z.refine(isClockTime)), {
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
  examples: ["14:30"],
});

const register: z.ZodMiniType<number> = numberBetween(0, HIGHEST_INDEX);

const eventFields = { what, houseId: idOrNull, date: isoDate, time: clockTime };

const happening = {
  date: isoDate,
  what: z.enum(METER_MARK_KINDS),
  fall: z.optional(z.object({ before: figure, value: figure, cause: z.enum(FALL_CAUSES) })),
};

/** The fields of a {@link MeterMark}. */
export const meterMarkFields = { slot: anyText, ...happening } as const;

export const meterMark: z.ZodMiniType<MeterMark> = named(
  "MeterMark",
  z.object(meterMarkFields),
);

/** A {@link MeterMark} whose slot is known. */
export const meterHappening: z.ZodMiniType<Omit<MeterMark, "slot">> = z.object(happening);

const meterEvent: z.ZodMiniType<MeterEventRead> = named(
  "MeterEvent",
  z.object({
    id,
    ...eventFields,
    finalIndex: numberOrNull,
    firstIndex: figure,
    comment: anyText,
    counted: numberOrNull,
    countedWithout: numberOrNull,
  }),
);

export const meterEvents: z.ZodMiniType<MeterEvents> = named(
  "MeterEvents",
  z.object({ version: anyText, events: z.array(meterEvent) }),
);

/** {@link MeterEventDraft} */
export const meterEventDraft: z.ZodMiniType<
  MeterEventDraft & { version?: string | undefined; acceptOld?: boolean | undefined }
> = z
  .strictObject({
    acceptOld: z.optional(z.boolean()),
    ...eventFields,
    finalIndex: z.nullable(register),
    firstIndex: register,
    comment: freeText(COMMENT_MAX_LENGTH),
    version,
  });
