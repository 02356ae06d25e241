/**
 * Expected content of the store of a storm: computed from the acknowledged writes, without the store's code.
 *
 * @module
 */
import { type Acknowledged, isAbsurd, readingsOf, STORM_SERIES } from "./batches.ts";

export interface CountedPoint {
  readonly epochS: number;
  readonly value: number;
}

/**
 * Within five minutes an instant series stores the last second, a register also the first one.
 * @spec series.slots
 */
const KEPT_S = 300;

/** Points by residence and rank of the series. */
export class StormCount {
  readonly #series = new Map<string, Map<number, CountedPoint[]>>();

  constructor(private readonly seriesCount: number) {}

  /** Reads the lines of the log, in order of acknowledgement. */
  static async of(log: string, seriesCount: number): Promise<StormCount> {
    const count = new StormCount(seriesCount);
    for (const line of (await Deno.readTextFile(log)).split("\n")) {
      if (line !== "") count.take(JSON.parse(line));
    }
    return count;
  }

  take(batch: Acknowledged): void {
    for (const reading of readingsOf(batch, this.seriesCount)) {
      // A body answered 400 is stored, except the lines it names.
      if (batch.status !== 204 && isAbsurd(reading)) continue;
      const slots = this.#slotsOf(batch.residence, reading.series);
      const slot = Math.floor(reading.epochS / KEPT_S);
      const { epochS, value } = reading;
      const all = (slots.get(slot) ?? []).filter((known) => known.epochS !== epochS)
        .concat({ epochS, value }).sort((a, b) => a.epochS - b.epochS);
      const isRegister = measureOf(reading.series).kind === "index";
      slots.set(slot, all.filter((_, at) => at === all.length - 1 || at === 0 && isRegister));
    }
  }

  points(residence: number, series: number): CountedPoint[] {
    return [...this.#slotsOf(residence, series).values()].flat().sort((a, b) =>
      a.epochS - b.epochS
    );
  }

  #slotsOf(residence: number, series: number): Map<number, CountedPoint[]> {
    const name = `${residence} ${series}`;
    const known = this.#series.get(name);
    if (known !== undefined) return known;
    const slots = new Map<number, CountedPoint[]>();
    this.#series.set(name, slots);
    return slots;
  }
}

export function measureOf(series: number): typeof STORM_SERIES[number] {
  const measure = STORM_SERIES[series % STORM_SERIES.length];
  if (measure === undefined) throw new TypeError(`No series ${series}.`);
  return measure;
}
