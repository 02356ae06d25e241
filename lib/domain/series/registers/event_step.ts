import type { MeterEvent } from "@/lib/domain/series/types.ts";
import type { PathPoint } from "./path_state.ts";

/**
 * Consumption from the last register before an event to its final index.
 *
 * @spec series.meter-events, decision 218
 * @param read the reading at the second of the event; null without
 * @returns null when the final index is unknown, or below
 */
export function gainedUntil(
  { finalIndex, firstIndex }: MeterEvent,
  { value: register }: PathPoint,
  read: number | null,
): number | null {
  const isOld = read !== null && isFinal(read, register, firstIndex);
  const final = finalIndex ?? (isOld ? read : null);
  return final === null || final < register ? null : final - register;
}

/**
 * Whether the reading at the second of an event without a final index is of the old register: not below the register
 * before it, and nearer to that one than to the first index of the new register.
 */
function isFinal(value: number, register: number, firstIndex: number): boolean {
  return value >= register && value - register < Math.abs(value - firstIndex);
}
