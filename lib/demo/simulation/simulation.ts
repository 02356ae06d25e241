/** What a simulated series is, with its totals of slots, its noise and its gaps. @module */

import { memo } from "@/lib/base/memo.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { DATA_UNITS, type DataUnitId } from "@/lib/timeseries/units.ts";
import { firstDayOf } from "./climate.ts";
import { chance, seedOf, swing, wander } from "./random.ts";

interface ReadInstant {
  mean: number;
  min: number;
  max: number;
  last: number;
  readS: number;
}

interface ReadSum {
  sum: number;
  last: number;
  readS: number;
}

/** Figures of a slot, added up part by part, oldest first. */
export class SlotTotals {
  #sum: number | null = null;
  #weighted = 0;
  #min = Infinity;
  #max = -Infinity;
  #last: number | null = null;
  #readS = 0;
  #spreadS = 0;
  #isState = false;

  addSum({ sum, last, readS }: ReadSum): void {
    this.#sum = (this.#sum ?? 0) + sum;
    this.#last = last;
    this.#readS += readS;
  }

  /** A part of what a register counted while nothing was read. */
  addSpread(sum: number, spreadS: number): void {
    this.#sum = (this.#sum ?? 0) + sum;
    this.#spreadS += spreadS;
  }

  addInstant({ mean, min, max, last, readS }: ReadInstant): void {
    this.#weighted += mean * readS;
    this.#min = Math.min(this.#min, min);
    this.#max = Math.max(this.#max, max);
    this.#last = last;
    this.#readS += readS;
  }

  /** A state keeps its last value. */
  addState({ last, readS }: Pick<ReadInstant, "last" | "readS">): void {
    this.#isState = true;
    this.#last = last;
    this.#readS += readS;
  }

  slot(at: string, { lengthS, stepS }: { lengthS: number; stepS: number }): RollupSlot {
    const isInstant = this.#sum === null && !this.#isState && this.#readS > 0;
    return {
      at,
      sum: this.#sum === null ? null : tidy(this.#sum),
      mean: isInstant ? tidy(this.#weighted / this.#readS) : null,
      min: isInstant ? tidy(this.#min) : null,
      max: isInstant ? tidy(this.#max) : null,
      last: this.#last === null ? null : tidy(this.#last),
      count: Math.floor(this.#readS / stepS),
      coveredS: this.#readS + this.#spreadS,
      lengthS,
      estimated: false,
    };
  }
}

/** Rounds away the errors of binary fractions. */
function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** What is simulated of a reader: every reading counts. */
export type Simulated = Omit<SeriesReader, "stateOf" | "endedBefore" | "registersOfMany">;

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
  const dailyOf = memo((year: number) => {
    const first = firstDayOf(year);
    const length = firstDayOf(year + 1) - first;
    return Float64Array.from(
      { length },
      (_, position) => amountOf(first + position, year, position),
    );
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

/** A series with other values; one of amounts stays as it is. */
export function withValues(
  series: SimulatedSeries,
  changed: (valueAt: ValueAt) => ValueAt,
): SimulatedSeries {
  const { simulation } = series;
  if (simulation.flagged !== "instant") return series;
  return { ...series, simulation: { ...simulation, valueAt: changed(simulation.valueAt) } };
}

/** How far what is measured is from what was computed: from hour to hour, and over a week or two. */
const NOISE: Readonly<Partial<Record<DataUnitId, { hourly: number; weekly: number }>>> = {
  TEMP: { hourly: 0.15, weekly: 1.1 },
  HUM: { hourly: 0.8, weekly: 6 },
  TEXT: { hourly: 0.4, weekly: 0 },
  TDEP: { hourly: 0.5, weekly: 0 },
  TRET: { hourly: 0.4, weekly: 0 },
};
const WANDER_DAYS = 9;

/** A series of the facilities as probes measure it: no two rooms are alike, and points are not on a line. */
export function withNoise(series: SimulatedSeries): SimulatedSeries {
  const noise = NOISE[series.dataUnitId];
  if (noise === undefined) return series;
  const seed = seedOf(series.id);
  return withValues(series, (valueAt) => (year, dayOfYear, hour) => {
    const day = firstDayOf(year) + dayOfYear;
    return valueAt(year, dayOfYear, hour) +
      noise.hourly * swing(seed, day * 24 + hour) +
      noise.weekly * wander(seed + 1, day, WANDER_DAYS);
  });
}

/** One module in so many has a bad radio link, and misses more. */
const BAD_LINKS = 0.1;
const DAYS_MISSED = { usual: 0.012, bad: 0.14 } as const;

/** A series of a dwelling, of which some hours are missing now and then: the same ones for all that its module sends. */
export function withMissing(series: SimulatedSeries): SimulatedSeries {
  const [, houseId = ""] = series.id.split("@");
  const seed = seedOf(houseId);
  const share = chance(seed, 19) < BAD_LINKS ? DAYS_MISSED.bad : DAYS_MISSED.usual;
  return { ...series, missingOn: (day) => missedOn(seed, day, share) };
}

function missedOn(seed: number, day: number, share: number): MissingHours | null {
  if (chance(seed + 10, day) >= share) return null;
  const from = Math.floor(14 * chance(seed + 11, day));
  return { from, to: from + 1 + Math.floor(8 * chance(seed + 12, day)) };
}
