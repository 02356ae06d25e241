import { type Bounds, isWithin } from "./plausible.ts";
import type { RefusalCause } from "./refusals.ts";
import { inUnit } from "./sent_units.ts";
import type { DataKind, Point } from "./types.ts";

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
export type TakingFault = Extract<RefusalCause, "unit" | "value" | "text">;

/**
 * Converts a stored reading of an unknown source to a point of a series, or says why the series rejects it.
 *
 * @param from unit of its number; "" when the sender named none
 */
export function takenPoint(
  waiting: Point,
  { kind, bounds, unit: to }: {
    readonly kind: DataKind;
    readonly bounds: Bounds;
    readonly unit: string | null;
  },
  from: string,
): Point | TakingFault {
  const { epochS, value: sent, text } = waiting;
  if (text === undefined) {
    const value = to === null ? sent : inUnit(sent, { from, to });
    if (value === null) return "unit";
    return isWithin(value, bounds) ? { epochS, value } : "value";
  }
  if (kind !== "state") return "text";
  const state = BOOLEANS.get(text);
  return state === undefined ? waiting : { epochS, value: state };
}
