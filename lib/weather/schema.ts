/** Schemas of the DJU of an outdoor source, the typed months and the import's result. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { namedObject } from "@/lib/base/object_schemas.ts";
import { importCounts, lineErrors } from "@/lib/ingest/schema.ts";

const djuSlot = namedObject("DjuSlot", {
  /** "2024-07" or "2024-07-15". */
  slot: field.anyText,
  /** null when unknown. */
  dju: field.numberOrNull,
  /** Mean outdoor temperature, °C; null when the source only has DJU. */
  meanC: field.numberOrNull,
  /** Share of the days with known DJU, 0 to 1. */
  completeness: field.figure,
  /** Whether the month's DJU was typed, which takes precedence over the sum of its days. */
  typed: field.flag,
});

export type DjuSlot = z.output<typeof djuSlot>;

/** The DJU of a source over a range. @spec degree-days.months */
export const djuData = namedObject("DjuData", {
  outdoorSourceId: field.id,
  slots: z.array(djuSlot),
});

/** Maximum DJU of a month: 31 days at −46 °C. */
export const MONTH_DJU_MAX = 2_000;

/** Typed DJU of a month; null removes them. */
export const monthDju = z.nullable(field.numberBetween(0, MONTH_DJU_MAX));

export const monthlyDjuDraft = z.strictObject({
  months: z.array(z.strictObject({
    month: field.typedMonth,
    dju: monthDju,
  })).check(z.minLength(1), z.maxLength(1_200)),
});

export type MonthlyDjuDraft = z.output<typeof monthlyDjuDraft>;

const station = z.object({
  /** Eight digits. */
  number: field.anyText,
  name: field.anyText,
  altitudeM: field.numberOrNull,
  /** To the residence. */
  distanceKm: field.figure,
});

/** The public station whose days an outdoor source receives. @spec degree-days.public-station */
export type PublicStation = z.output<typeof publicStation>;
export const publicStation = namedObject("PublicStation", {
  /** Instant of the last answer; null before the first. */
  askedAt: z.nullable(field.anyText),
  /** null until it is found. */
  station: z.nullable(station),
  /** The nearest stations that measure, nearest first. */
  nearby: z.array(station),
  /** Last day with both temperatures. */
  lastDay: z.nullable(field.anyText),
  /** Why there is no station: no file of its department, or none near enough that measures. */
  fault: z.nullable(z.enum(["no-file", "no-station"])),
});

export const importReport = namedObject("ImportReport", { ...importCounts, errors: lineErrors });

/** Result of an import or of its dry run. */
export type ImportReport = z.output<typeof importReport>;
