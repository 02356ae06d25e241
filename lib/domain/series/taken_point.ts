import { type Bounds, isWithin } from "./plausible.ts";
import type { DataKind, Point } from "./types.ts";

/** Booleans of a source whose series is not known yet are stored as text. */
const BOOLEANS: ReadonlyMap<string, number> = new Map([["true", 1], ["false", 0]]);

/** A reading that waits for a series: whether it may be a number is only known then. */
export function waitingPoint(epochS: number, value: number | string | boolean): Point {
  return typeof value === "number" ? { epochS, value } : { epochS, value: 0, text: String(value) };
}

/** A reading of a state, or of a number: true is 1. */
export function pointOf(epochS: number, value: number | string | boolean): Point {
  return typeof value === "string"
    ? { epochS, value: 0, text: value }
    : { epochS, value: Number(value) };
}

/**
 * The point a series makes of a stored reading of an unknown source.
 *
 * @returns null when it cannot take it: a text or a boolean where numbers are expected, a value out of its bounds
 */
export function takenPoint(
  waiting: Point,
  { kind, bounds }: { readonly kind: DataKind; readonly bounds: Bounds },
): Point | null {
  const { epochS, value, text } = waiting;
  if (text === undefined) return isWithin(value, bounds) ? waiting : null;
  if (kind !== "state") return null;
  const state = BOOLEANS.get(text);
  return state === undefined ? waiting : { epochS, value: state };
}
