import { round } from "../numbers/round.ts";
import type { ManualIndex } from "./types.ts";

/** An index as a line of the list. */
export interface IndexLine extends Pick<ManualIndex, "id" | "date" | "value" | "email"> {
  readonly meter: string;
  /** Name of the dwelling; null for a meter of the residence. */
  readonly house: string | null;
  readonly unit: string;
  /** Since the index typed before on the same meter; null for the first, and where the register fell. */
  readonly difference: number | null;
}

/** What indexes are called. */
export interface IndexNames {
  meterOf(seriesId: string): { readonly name: string; readonly unit: string };
  houseOf(houseId: string): string;
}

/** Meters count in thousandths at most. */
const DECIMALS = 3;

/**
 * Indexes as lines, in their order.
 *
 * @param indexes the newest first, as the call answers them
 */
export function indexLines(
  indexes: readonly ManualIndex[],
  { meterOf, houseOf }: IndexNames,
): IndexLine[] {
  const before = new Map<string, number>();
  const lines: IndexLine[] = [];
  for (const { id, seriesId, houseId, date, value, email } of indexes.toReversed()) {
    const key = `${seriesId} ${houseId}`;
    const known = before.get(key);
    before.set(key, value);
    const isCounted = known !== undefined && value >= known;
    const difference = isCounted ? round(value - known, DECIMALS) : null;
    const { name: meter, unit } = meterOf(seriesId);
    const house = houseId === null ? null : houseOf(houseId);
    lines.push({ id, date, value, email, meter, house, unit, difference });
  }
  return lines.toReversed();
}
