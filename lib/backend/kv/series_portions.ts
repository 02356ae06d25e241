import { SLOT_S } from "../../domain/series/merge.ts";
import type { Reading } from "../../domain/series/types.ts";

/** Readings of one series applied in one commit, so that it stays within the limits. */
const READINGS_AT_ONCE = 10_000;
const SPAN_AT_ONCE_S = 400 * 86_400;

/** Readings cut into portions of near times; within five minutes the order they came is kept. */
export function portions(readings: readonly Reading[]): readonly (readonly Reading[])[] {
  if (readings.length <= READINGS_AT_ONCE && spanS(readings) <= SPAN_AT_ONCE_S) return [readings];
  const cut: { slot: number; readonly startS: number; readonly readings: Reading[] }[] = [];
  for (const reading of readings.toSorted((a, b) => slotOfReading(a) - slotOfReading(b))) {
    const slot = slotOfReading(reading);
    const portion = cut.at(-1);
    const fits = portion !== undefined && (portion.slot === slot ||
      (portion.readings.length < READINGS_AT_ONCE &&
        reading.epochS - portion.startS < SPAN_AT_ONCE_S));
    if (fits) portion.readings.push(reading);
    else cut.push({ slot, startS: reading.epochS, readings: [reading] });
    if (fits) portion.slot = slot;
  }
  return cut.map((portion) => portion.readings);
}

function slotOfReading({ epochS }: Reading): number {
  return Math.floor(epochS / SLOT_S);
}

function spanS(readings: readonly Reading[]): number {
  let [fromS, toS] = [Infinity, -Infinity];
  for (const { epochS } of readings) {
    if (epochS < fromS) fromS = epochS;
    if (epochS > toS) toS = epochS;
  }
  return toS - fromS;
}
