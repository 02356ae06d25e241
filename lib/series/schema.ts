/** Schemas of sources, refusals, falls, silences, annotations and ranges of series. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { draft, namedObject, residenceFields, withoutLimits } from "@/lib/base/object_schemas.ts";
import { HIGHEST_INDEX } from "@/lib/timeseries/meter_event.ts";
import {
  expectedRhythm,
  fallFields,
  meterMark,
  rhythm,
  seriesFields,
  sourceKey,
  timeZone,
} from "@/lib/timeseries/schema.ts";
import { isSentUnchanged } from "@/lib/timeseries/source_names.ts";
import { isAnnotationPeriod, SIGNATURE_EFFECTS } from "./annotations.ts";
import type { DaySpan } from "./day_spans.ts";
import { REFUSAL_CAUSES } from "./refusals.ts";
import { FACTOR_MAX, FACTOR_MIN, MOST_SCALES } from "./source_scales.ts";

const sourceScale = namedObject("SourceScale", {
  /** From this instant on; null for all readings. */
  from: field.instantOrNull,
  /** What each sent unit counts, in the unit of the series. */
  factor: field.figure,
  /** The register when the source was at zero, in the unit of the series. */
  offset: field.figure,
});

export type SourceScaleRead = z.output<typeof sourceScale>;

export const seriesSource = namedObject("SeriesSource", {
  /** Key of the source, as listed among unknown sources. */
  source: sourceKey,
  /** Dwelling of these readings; null for a facility. */
  houseId: field.idOrNull,
  attachedAt: field.instant,
  /** What its numbers are worth, the first version first; absent for as sent. */
  scales: z.optional(z.array(sourceScale)),
});

export type SeriesSource = z.output<typeof seriesSource>;

export const sourceScaleDraft = z.strictObject({
  from: field.instantOrNull,
  factor: z.number().check(z.gte(FACTOR_MIN), z.lte(FACTOR_MAX)),
  /** Unit of the factor, "L"; that of the series when absent. */
  unit: z.optional(field.text(20)),
  offset: z.number().check(z.gte(-HIGHEST_INDEX), z.lte(HIGHEST_INDEX)),
});

export type SourceScaleDraft = z.output<typeof sourceScaleDraft>;

/** The versions of a source, which replace those before. */
export const sourceScalesDraft = z.strictObject({
  scales: z.array(sourceScaleDraft).check(
    z.maxLength(MOST_SCALES),
    z.refine((all) => new Set(all.map(({ from }) => from && Date.parse(from))).size === all.length),
  ),
});

export const seriesSourceDraft = z.strictObject({
  source: sourceKey.check(z.refine(isSentUnchanged)),
  houseId: field.idOrNull,
  /** What its numbers are worth; those of a source attached already stay when it is absent. */
  scale: z.optional(sourceScaleDraft),
});

/** Sources detached at once: a series of dwellings has one for each. */
export const detachedSources = z.strictObject({
  sources: z.array(sourceKey).check(z.maxLength(5_000)),
});

export const refusedSource = namedObject("RefusedSource", {
  /** Its name, truncated when long; empty for the sources beyond the limit. */
  source: field.anyText,
  cause: z.enum(REFUSAL_CAUSES),
  /** Number of refused readings. */
  count: field.figure,
  since: field.instant,
  lastAt: field.instant,
  /** The last time or value refused. */
  example: field.anyText,
});

export type RefusedSource = z.output<typeof refusedSource>;

export const meterFall = namedObject("MeterFall", {
  seriesId: field.id,
  /** Dwelling of the meter; null for a facility. */
  houseId: field.idOrNull,
  /** Instants of the two readings: nothing is counted between them. */
  beforeAt: field.instant,
  at: field.instant,
  ...fallFields,
});

/** A register that fell without a meter event. */
export type MeterFall = z.output<typeof meterFall>;

export const unknownSource = namedObject("UnknownSource", {
  source: sourceKey,
  firstSeenAt: field.instant,
  lastSeenAt: field.instant,
  /** Last value sent: a number, or the text of a state; null when none is stored. */
  lastValue: z.nullable(z.union([field.figure, field.anyText])),
  readingCount: field.figure,
  /** Number of its older readings that were dropped, for want of room; absent for none. */
  droppedCount: z.optional(field.figure),
  /** Unit of its values, as sent; absent when nothing names it. */
  unit: z.optional(field.anyText),
  /** The dwelling it names, for users who configure dwellings; null when there is none. */
  houseId: field.idOrNull,
  /** Name that attaches the same measure of every dwelling to a series; null when it names no dwelling. */
  measure: field.anyTextOrNull,
});

/** A source whose readings feed no series yet. */
export type UnknownSource = z.output<typeof unknownSource>;

export const projectSilence = namedObject("ProjectSilence", {
  ...residenceFields,
  /** IANA name, "Europe/Paris"; absent from hosts that do not send it. */
  timeZone: z.optional(timeZone),
  expectedCount: field.figure,
  silentCount: field.figure,
  silentRhythms: z.readonly(z.array(rhythm)),
  lastAt: field.instantOrNull,
  /** Its readings cannot be read at present. */
  isUnread: z.optional(z.literal(true)),
  /** The public weather station that the rest is about; absent for sensors. */
  station: z.optional(z.object({
    outdoorSourceId: field.id,
    name: field.anyText,
    /** null before the first day. */
    lastDay: z.nullable(field.isoDate),
  })),
});

/** A residence whose readings stopped or never arrived. @spec design §12 "silent gateways" */
export type ProjectSilence = z.output<typeof projectSilence>;

const annotationFields = {
  /** First day. */
  from: field.typedDate,
  /** Last day, included. */
  to: field.typedDate,
  text: field.text(200),
  /** Of a boiler room: whether its energy signature changes, or its drift is closed, from the first day on. */
  signature: z.optional(z.nullable(z.enum(SIGNATURE_EFFECTS))),
};

const withinAYear = z.refine<DaySpan>(isAnnotationPeriod, { path: ["to"] });

export const annotationDraft = z.strictObject(annotationFields).check(withinAYear);

/**
 * A note on some days of a series or of a boiler room: "panne du 12 au 20".
 *
 * @spec design §12 "Annotations on a month"
 */
export type AnnotationDraft = z.output<typeof annotationDraft>;

/** {@link AnnotationDraft} with the version it edits. */
export const annotationEdit = draft(annotationFields).check(withinAYear);

export const annotation = namedObject("Annotation", {
  id: field.id,
  ...withoutLimits(annotationFields),
  /** E-mail of the last author; "" once the account was removed. */
  author: field.anyText,
  /** Time of the last edit. */
  writtenAt: field.instant,
});

export type Annotation = z.output<typeof annotation>;

export const annotations = namedObject("Annotations", {
  /** The version to edit. */
  version: field.anyText,
  /** Latest first. */
  annotations: z.array(annotation),
});

export type Annotations = z.output<typeof annotations>;

const rangeSlot = namedObject("RangeSlot", {
  /** Instant segment: "2024-07", "2024-W07", "2024-07-15", "2024-07-15T08", "2024-07-15T08:05"; offset if repeated. */
  slot: field.anyText,
  /** Sum of amounts, mean otherwise, in the unit of the series; null without readings. */
  value: field.numberOrNull,
  /** Lowest and highest reading; null for values that add up. */
  min: field.numberOrNull,
  max: field.numberOrNull,
  /** Share of the slot covered by readings, 0 to 1. */
  completeness: field.figure,
  /** Number of readings, its weight in a mean; absent where several dwellings are combined. */
  count: z.optional(z.int()),
  /** A part was interpolated across a gap. */
  estimated: field.flag,
  /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
  doubtful: z.optional(z.literal(true)),
  /** Its period is running, and its reading is not due yet; absent otherwise. */
  awaited: z.optional(z.literal(true)),
});

/** One slot of a range: a month, week, day, hour or five minutes. */
export type RangeSlot = z.output<typeof rangeSlot>;

/** A slot whose readings are counted. */
export type CountedSlot = RangeSlot & { readonly count: number };

export const rangeData = namedObject("RangeData", {
  ...seriesFields,
  slots: z.array(rangeSlot),
  /** Events within the range, in order: of its meter, or of all the combined meters. */
  events: z.optional(z.array(meterMark)),
  /** Rhythm expected of the series in the last month of the range that has begun; absent when unknown. */
  rhythm: z.optional(expectedRhythm),
});

/** A series over a range. @spec series.ranges */
export type RangeData = z.output<typeof rangeData>;
