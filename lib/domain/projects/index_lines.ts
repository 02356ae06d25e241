import { round } from "@/lib/domain/numbers/round.ts";
import type { ManualIndex } from "./types.ts";

export interface IndexLine extends Pick<ManualIndex, "id" | "date" | "value" | "email" | "events"> {
  readonly meter: string;
  /** Name of the dwelling; null for a meter of the residence. */
  readonly house: string | null;
  readonly unit: string;
  /** Consumption since the previous index of the same meter; null for the first, and when nothing is counted. */
  readonly difference: number | null;
  readonly doubtful?: true | undefined;
}

interface IndexNames {
  meterOf(seriesId: string): { readonly name: string; readonly unit: string };
  houseOf(houseId: string): string;
}

/** Decimals of a meter: thousandths at most. */
const DECIMALS = 3;

/** Indexes as lines, in order. @spec indexes.list */
export function indexLines(
  indexes: readonly ManualIndex[],
  { meterOf, houseOf }: IndexNames,
): IndexLine[] {
  return indexes.map(({ seriesId, houseId, counted, ...typed }) => {
    const { name: meter, unit } = meterOf(seriesId);
    const house = houseId === null ? null : houseOf(houseId);
    const difference = counted === null ? null : round(counted, DECIMALS);
    return { ...typed, meter, house, unit, difference };
  });
}
