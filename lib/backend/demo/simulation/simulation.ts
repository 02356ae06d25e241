import type { DataUnitId } from "@/lib/domain/series/types.ts";

/** What a simulated series is over a day: an amount spread over its hours, or a value at each hour. */
export type Simulation =
  | { flagged: "sum"; dailyOf(year: number): Float64Array; hourWeights: readonly number[] }
  | {
    flagged: "instant";
    valueAt(year: number, dayOfYear: number, hour: number): number;
    /** What a state sends in words, by the value that stands for each. */
    texts?: readonly string[];
  };

export interface SimulatedSeries {
  id: string;
  dataUnitId: DataUnitId;
  name: string;
  /** Unit of its values when it is not the catalogue's. */
  importedUnit: string | null;
  simulation: Simulation;
  /** It has been silent for so long, seconds: its last reading is that old. */
  silentForS?: number;
}

/** Computes each year once. */
export function yearly(compute: (year: number) => Float64Array): (year: number) => Float64Array {
  const known = new Map<number, Float64Array>();
  return (year) => {
    let values = known.get(year);
    if (!values) known.set(year, values = compute(year));
    return values;
  };
}
