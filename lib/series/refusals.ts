/** Counts refused readings by source and cause, and takes readings stored for unknown sources. @module */

import { type Bounds, isWithin, type Point } from "@/lib/timeseries/readings.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { seriesValue, type SourceScales } from "./source_scales.ts";

/** Why readings of a collector's source are refused. */
export const REFUSAL_CAUSES = [
  "too-old",
  "future",
  "value",
  "unit",
  "text",
  "source",
  "no-room",
  "deleted",
  "message",
] as const;

export type RefusalCause = typeof REFUSAL_CAUSES[number];

export interface RefusalCount {
  /** Name of the source, truncated when long; empty for the sources beyond the limit. */
  readonly source: string;
  readonly cause: RefusalCause;
  readonly count: number;
  /** First and last refusal, epoch milliseconds. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** The last time or value refused. */
  readonly example: string;
}

/** Maximum number of source and cause pairs counted separately. */
export const REFUSALS_KEPT = 60;
/** Maximum number of sources without room among them: the sources of other refusals stay named. */
const WITHOUT_ROOM_KEPT = 30;
/** How long a refusal is displayed, ms. */
export const REFUSALS_FOR_MS = 7 * 86_400_000;
/** Maximum length of a stored name or example, characters. */
const LONGEST_LABEL = 120;

/** Counts refusals by source and cause, in bounded memory. */
export class RefusalTally {
  readonly #counts = new Map<string, RefusalCount>();
  #withoutRoomCount = 0;

  /** @param known previous counts; those too old to be displayed are dropped */
  constructor(readonly nowMs: number, known: readonly RefusalCount[] = []) {
    for (const one of known) {
      if (one.lastMs > nowMs - REFUSALS_FOR_MS) this.#set(one);
    }
  }

  add(source: string, cause: RefusalCause, example: string): void {
    this.#count({
      source: source.slice(0, LONGEST_LABEL).toWellFormed(),
      cause,
      count: 1,
      sinceMs: this.nowMs,
      lastMs: this.nowMs,
      example: example.slice(0, LONGEST_LABEL).toWellFormed(),
    });
  }

  /** Adds the counts of a later tally. */
  addAll(counts: readonly RefusalCount[]): void {
    for (const one of counts) this.#count(one);
  }

  get counts(): readonly RefusalCount[] {
    return [...this.#counts.values()];
  }

  #set(one: RefusalCount): void {
    const isNew = !this.#counts.has(keyOf(one));
    if (isNew && one.cause === "no-room") this.#withoutRoomCount++;
    this.#counts.set(keyOf(one), one);
  }

  #count(one: RefusalCount): void {
    const isRoom = this.#counts.has(keyOf(one)) || this.#counts.size < REFUSALS_KEPT &&
        (one.cause !== "no-room" || this.#withoutRoomCount < WITHOUT_ROOM_KEPT);
    const counted = isRoom ? one : { ...one, source: "" };
    const known = this.#counts.get(keyOf(counted));
    const sum = known === undefined
      ? counted
      : { ...counted, count: known.count + one.count, sinceMs: known.sinceMs };
    this.#set(sum);
  }
}

function keyOf({ source, cause }: Pick<RefusalCount, "source" | "cause">): string {
  return `${cause} ${source}`;
}

/** Values of the booleans stored as text while their source has no series. */
const BOOLEANS: ReadonlyMap<string, number> = new Map([["true", 1], ["false", 0]]);

/** The point of an unknown source's reading: only its future series determines whether it is a number. */
export function waitingPoint(epochS: number, value: number | string | boolean): Point {
  return typeof value === "number" ? { epochS, value } : { epochS, value: 0, text: String(value) };
}

/** The point of a state or a number: true is 1. */
export function pointOf(epochS: number, value: number | string | boolean): Point {
  return typeof value === "string"
    ? { epochS, value: 0, text: value }
    : { epochS, value: Number(value) };
}

/** Why a series rejects a stored reading: its unit does not convert, its value is out of bounds, it is no number. */
type TakingFault = Extract<RefusalCause, "unit" | "value" | "text">;

/**
 * Converts a stored reading of an unknown source to a point of a series, or says why the series rejects it.
 *
 * @param from unit of its number; "" when the sender named none
 */
export function takenPoint(
  pending: Point,
  { kind, bounds, ...series }: {
    readonly kind: DataKind;
    readonly bounds: Bounds;
    readonly unit: string | null;
    readonly scales?: SourceScales | undefined;
  },
  from: string,
): Point | TakingFault {
  const { epochS, text } = pending;
  if (text === undefined) {
    const value = seriesValue(pending, from, series);
    if (value === null) return "unit";
    return isWithin(value, bounds) ? { epochS, value } : "value";
  }
  if (kind !== "state") return "text";
  const state = BOOLEANS.get(text);
  return state === undefined ? pending : { epochS, value: state };
}
