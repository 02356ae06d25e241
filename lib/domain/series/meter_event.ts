import { epochOfClock } from "@/lib/domain/periods/zoned_days.ts";
import { countedAlong } from "./register.ts";
import { judgeRegister } from "./registers/judge.ts";
import { START } from "./registers/path_state.ts";
import type { RegisterRule } from "./registers/register_rule.ts";
import type { MeterEventDraft } from "./schema.ts";
import type { MeterEvent, Point } from "./types.ts";

export const COMMENT_MAX_LENGTH = 200;
/** Maximum number of events of a meter: it is replaced every ten years. */
export const MOST_EVENTS = 20;

/** Whether a text is a clock time, from "00:00" to "23:59". */
export function isClockTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The event of a draft, at its second in the residence's time zone. */
export function meterEventOf(draft: MeterEventDraft, timeZone: string): MeterEvent {
  const { what, finalIndex, firstIndex, comment } = draft;
  const [hours = 0, minutes = 0] = draft.time.split(":").map(Number);
  const epochS = epochOfClock(draft.date, hours * 3_600 + minutes * 60, timeZone);
  return { epochS, what, finalIndex, firstIndex, comment };
}

export function isSameEvent(one: MeterEvent, other: MeterEvent): boolean {
  return one.epochS === other.epochS && one.what === other.what &&
    one.finalIndex === other.finalIndex && one.firstIndex === other.firstIndex &&
    one.comment === other.comment;
}

/** The readings before and after the second of an event; null when there is none. */
interface Neighbours {
  readonly before: Point | null;
  readonly after: Point | null;
}

/** The same, with the reading at that second, which may be of either register (decision 218). */
export interface ReadingsAround extends Neighbours {
  readonly at: Point | null;
}

/** Consumption from the reading before an event to the one after it; null without both, or when nothing is counted. */
export function countedAround(
  { before, at, after }: ReadingsAround,
  rule: RegisterRule,
): number | null {
  if (before === null || after === null) return null;
  const { epochS: atS, value } = before;
  const state = { ...START, atS: atS - 1, last: { epochS: atS, value } };
  const { intervals } = judgeRegister(at === null ? [after] : [at, after], rule, state);
  return countedAlong(intervals, { fromS: atS, toS: after.epochS });
}

/** Why an event contradicts the readings or the other events of its meter. */
type EventFault = "event-taken" | "final-index-too-low" | "first-index-too-high";

/**
 * The error in an event: registers only grow, from the reading before it to its final index, and from its first index
 * to the reading after it.
 *
 * @spec series.meter-events
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
