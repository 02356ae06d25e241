import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import type { DataUnitId, Point } from "@/lib/domain/series/types.ts";
import { DATA_UNITS } from "@/lib/domain/series/units.ts";
import { firstDayOf } from "./climate.ts";
import { tidy } from "./slot_totals.ts";

/** What is simulated of a reader: every reading counts. */
export type Simulated = Omit<
  SeriesReader,
  "stateOf" | "endedBefore" | "judged" | "registersOfMany"
>;

/** A simulated series over a day: an amount spread over its hours, or a value at each hour. */
export type Simulation =
  | {
    flagged: "sum";
    dailyOf(year: number): Float64Array;
    hourWeights: readonly number[];
    /** How the amounts of some days spread; {@link hourWeights} where absent or null. */
    weightsOn?(year: number, dayOfYear: number): readonly number[] | null;
  }
  | {
    flagged: "instant";
    valueAt(year: number, dayOfYear: number, hour: number): number;
    /** Texts of a state, by value. */
    texts?: readonly string[];
  };

type ValueAt = Extract<Simulation, { flagged: "instant" }>["valueAt"];

export function instant(valueAt: ValueAt): Simulation {
  return { flagged: "instant", valueAt };
}

/** An amount on each day, spread over its hours. @param amountOf its day is a day number */
export function daily(
  hourWeights: readonly number[],
  amountOf: (day: number, year: number, dayOfYear: number) => number,
): Simulation {
  const dailyOf = yearly((year) => {
    const first = firstDayOf(year);
    const length = firstDayOf(year + 1) - first;
    return Float64Array.from({ length }, (_, rank) => amountOf(first + rank, year, rank));
  });
  return { flagged: "sum", dailyOf, hourWeights };
}

export interface SimulatedSeries {
  id: string;
  dataUnitId: DataUnitId;
  name: string;
  /** Unit of its values when it is not the catalogue's. */
  importedUnit?: string;
  simulation: Simulation;
  /** Its last reading, seconds since 1970; absent while it sends. */
  silentFromS?: number;
  /** The hours of a day, by its day number, without readings; null when it has them all. */
  missingOn?(day: number): MissingHours | null;
}

/** Hours of the local clock, `to` excluded. */
export interface MissingHours {
  readonly from: number;
  readonly to: number;
}

/** Computes each year once. */
export function yearly<T>(compute: (year: number) => T): (year: number) => T {
  const known = new Map<number, T>();
  return (year) => known.getOrInsertComputed(year, compute);
}

export function isIndex(series: SimulatedSeries): boolean {
  return DATA_UNITS[series.dataUnitId].kind === "index";
}

export function isState(series: SimulatedSeries): boolean {
  return DATA_UNITS[series.dataUnitId].kind === "state";
}

/** A reading; a state with texts includes its text. */
export function pointOf({ simulation }: SimulatedSeries, epochS: number, value: number): Point {
  const text = simulation.flagged === "instant" ? simulation.texts?.[value] : undefined;
  return text === undefined ? { epochS, value: tidy(value) } : { epochS, value: 0, text };
}
