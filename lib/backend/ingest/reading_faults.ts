import type { ClaimedSeries } from "@/lib/backend/sources/claims.ts";
import {
  ANY_BOUNDS,
  isWithin,
  type TimeFault,
  timeFault,
  type TimeWindow,
} from "@/lib/domain/series/plausible.ts";
import type { RefusalCause } from "@/lib/domain/series/refusals.ts";
import { inUnit } from "@/lib/domain/series/sent_units.ts";
import type { SourceReading } from "@/lib/domain/series/sources.ts";

/** Reason why a reading is not stored. */
export interface ReadingFault {
  readonly cause: RefusalCause;
  /** Message for the sender, in English. */
  readonly message: string;
  /** The rejected time or value. */
  readonly example: string;
}

export interface Refused {
  /** Line of the body, from 1. */
  readonly line: number;
  readonly message: string;
}

const LONGEST_STATE = 256;

/** Reason why a reading cannot be stored; null when it can. */
export function faultOf(
  { epochS, value, field, unit = "" }: SourceReading,
  series: ClaimedSeries | null,
  window: TimeWindow,
): ReadingFault | null {
  const cause = timeFault(epochS, window);
  if (cause !== null) return timeRefusal(cause, epochS, window);
  if (typeof value === "number") {
    const to = series?.unit ?? null;
    if (to !== null && unit !== "" && inUnit(value, { from: unit, to }) === null) {
      const message = `${field} is in ${unit}, the series is in ${to}`;
      return { cause: "unit", message, example: `${value} ${unit}` };
    }
    const bounds = series?.bounds ?? ANY_BOUNDS;
    if (isWithin(value, bounds)) return null;
    const message = Number.isFinite(value)
      ? `${field} ${value} is not between ${bounds.min} and ${bounds.max}`
      : `${field} is not a number`;
    return { cause: "value", message, example: String(value) };
  }
  if (typeof value === "boolean") {
    if (series === null || series.kind === "state") return null;
    const example = String(value);
    return { cause: "text", message: `${field} is ${example}, a number is expected`, example };
  }
  const example = value.slice(0, LONGEST_STATE);
  if (value.length > LONGEST_STATE) {
    return {
      cause: "text",
      message: `${field} is longer than ${LONGEST_STATE} characters`,
      example,
    };
  }
  if (series === null || series.kind === "state") return null;
  return { cause: "text", message: `${field} is a text, a number is expected`, example };
}

function timeRefusal(cause: TimeFault, epochS: number, { oldestS }: TimeWindow): ReadingFault {
  const example = isoTime(epochS);
  const message = cause === "future"
    ? `time ${example} is in the future`
    : `time ${example} is before ${isoTime(oldestS)}: check the clock of the sender`;
  return { cause, message, example };
}

function isoTime(epochS: number): string {
  const date = new Date(epochS * 1000);
  return Number.isNaN(date.getTime()) ? `${epochS} s` : date.toISOString();
}
