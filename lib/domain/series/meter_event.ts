import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { readNumber } from "@/lib/domain/forms/number_control.ts";
import { type FieldRule, typedErrors, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { epochOfClock } from "@/lib/domain/periods/zoned_days.ts";
import { HIGHEST_INDEX } from "./manual_index.ts";
import type { MeterEventDraft } from "./schema.ts";
import { METER_EVENT_KINDS, type MeterEvent, type Point } from "./types.ts";

/** A field of the form of an event. */
export type MeterEventField =
  | "what"
  | "houseId"
  | "date"
  | "time"
  | "finalIndex"
  | "firstIndex"
  | "comment";

export const COMMENT_MAX_LENGTH = 200;
/** Events one meter may have: it is replaced every ten years. */
export const MOST_EVENTS = 20;

/** The rules of an event, as typed. @spec series.meter-events */
export const METER_EVENT_RULES: readonly FieldRule<MeterEventField>[] = [
  { name: "what", kind: "text", required: true },
  { name: "houseId", kind: "text" },
  { name: "date", kind: "date", required: true },
  { name: "time", kind: "text", required: true },
  { name: "finalIndex", kind: "number", min: 0, max: HIGHEST_INDEX },
  { name: "firstIndex", kind: "number", required: true, min: 0, max: HIGHEST_INDEX },
  { name: "comment", kind: "text", maxLength: COMMENT_MAX_LENGTH },
];

/** A parsed event, or its errors. */
export type TypedEvent =
  | { readonly ok: true; readonly draft: MeterEventDraft }
  | { readonly ok: false; readonly errors: FieldErrors<MeterEventField> };

/** Parses an event; a meter of dwellings requires the dwelling, others refuse one. @spec F §8 "required" */
export function readMeterEvent(
  values: TypedValues<MeterEventField>,
  scope: "housing" | "facilities",
): TypedEvent {
  const errors = typedErrors(METER_EVENT_RULES, values);
  const { houseId, date, time, comment } = values;
  const what = METER_EVENT_KINDS.find((kind) => kind === values.what);
  if (what === undefined) errors.what = { code: "required" };
  if (!isClockTime(time)) errors.time = { code: "required" };
  if (scope === "housing" && houseId === "") errors.houseId = { code: "required" };
  const firstIndex = readNumber(values.firstIndex);
  if (hasErrors(errors) || what === undefined || firstIndex === null) return { ok: false, errors };
  const draft = {
    what,
    houseId: scope === "housing" ? houseId : null,
    date,
    time,
    finalIndex: readNumber(values.finalIndex),
    firstIndex,
    comment: comment.trim(),
  };
  return { ok: true, draft };
}

/** Whether a text is a time of a clock, from "00:00" to "23:59". */
export function isClockTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The event of a draft, at its second of the residence's clock. */
export function meterEventOf(draft: MeterEventDraft, timeZone: string): MeterEvent {
  const { what, finalIndex, firstIndex, comment } = draft;
  const [hours = 0, minutes = 0] = draft.time.split(":").map(Number);
  const epochS = epochOfClock(draft.date, hours * 3_600 + minutes * 60, timeZone);
  return { epochS, what, finalIndex, firstIndex, comment };
}

/** Whether two events of a meter are equal. */
export function isSameEvent(one: MeterEvent, other: MeterEvent): boolean {
  return one.epochS === other.epochS && one.what === other.what &&
    one.finalIndex === other.finalIndex && one.firstIndex === other.firstIndex &&
    one.comment === other.comment;
}

/** The readings around an event; null where there is none. */
export interface Neighbours {
  readonly before: Point | null;
  readonly after: Point | null;
}

/** Why an event contradicts the readings or the other events of its meter. */
export type EventFault = "event-taken" | "final-index-too-low" | "first-index-too-high";

/**
 * The fault of an event: registers only grow, from the reading before it to its final index and from its first
 * index to the reading after it.
 *
 * @param others the other events of the meter, oldest first
 * @returns null when valid
 */
export function eventFault(
  event: MeterEvent,
  others: readonly MeterEvent[],
  { before, after }: Neighbours,
): EventFault | null {
  if (others.some(({ epochS }) => epochS === event.epochS)) return "event-taken";
  const earlier = others.findLast(({ epochS }) => epochS < event.epochS);
  const later = others.find(({ epochS }) => epochS > event.epochS);
  const isAfterReading = earlier !== undefined && earlier.epochS > (before?.epochS ?? -Infinity);
  const lowest = isAfterReading ? earlier.firstIndex : before?.value ?? null;
  if (event.finalIndex !== null && lowest !== null && event.finalIndex < lowest) {
    return "final-index-too-low";
  }
  const isBeforeReading = later !== undefined && later.epochS <= (after?.epochS ?? Infinity);
  const highest = isBeforeReading ? later.finalIndex : after?.value ?? null;
  return highest !== null && event.firstIndex > highest ? "first-index-too-high" : null;
}
