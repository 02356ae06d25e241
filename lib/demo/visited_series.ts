/** Series of one visitor of the demo: own readings above the simulated ones. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import type { MeterEvent, RegisterJump } from "@/lib/timeseries/meter_event.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import type { JudgedRange, RegisterFacts } from "@/lib/timeseries/register_judgement.ts";
import type { DaysRange, SecondsRange, SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { SimulatedReader } from "./simulation/simulated_reader.ts";
import type { Simulated } from "./simulation/simulation.ts";

/**
 * The series of a residence as a visit sees them: the simulated ones, and those the visitor created and feeds.
 *
 * A simulated meter stays simulated: no source is attached to it, and no file is imported into it.
 */
export class VisitedSeries implements SeriesReader {
  constructor(private readonly simulated: SimulatedReader, private readonly stored: SeriesReader) {}

  /** @spec demo.simulated-series */
  simulates(seriesId: string): boolean {
    return this.simulated.has(seriesId);
  }

  months(seriesId: string, year: number): Promise<readonly RollupSlot[]> {
    return this.#readerOf(seriesId).months(seriesId, year);
  }

  monthsOfMany(
    seriesIds: readonly string[],
    year: number,
  ): Promise<ReadonlyMap<string, readonly RollupSlot[]>> {
    return this.#ofMany(seriesIds, (reader, ids) => reader.monthsOfMany(ids, year));
  }

  days(seriesId: string, days: DaysRange): Promise<readonly RollupSlot[]> {
    return this.#readerOf(seriesId).days(seriesId, days);
  }

  hoursOfDays(seriesId: string, days: DaysRange): Promise<readonly (readonly RollupSlot[])[]> {
    return this.#readerOf(seriesId).hoursOfDays(seriesId, days);
  }

  shortSlots(
    seriesId: string,
    ...args: [spans: readonly SecondsRange[], longestGapS: number]
  ): Promise<readonly RollupSlot[]> {
    return this.#readerOf(seriesId).shortSlots(seriesId, ...args);
  }

  points(seriesId: string, range: SecondsRange): Promise<readonly Point[]> {
    return this.#readerOf(seriesId).points(seriesId, range);
  }

  last(seriesId: string): Promise<Point | null> {
    return this.#readerOf(seriesId).last(seriesId);
  }

  lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>> {
    return this.#ofMany(seriesIds, (reader, ids) => reader.lastOfMany(ids));
  }

  /** A simulated meter never ends. */
  endedBefore(seriesIds: readonly string[], day: IsoDate): Promise<ReadonlySet<string>> {
    return this.stored.endedBefore(seriesIds.filter((id) => !this.simulated.has(id)), day);
  }

  /** Events of a simulated meter written by a visitor are stored; its figures stay simulated. */
  eventsOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly MeterEvent[]>> {
    return this.stored.eventsOfMany(seriesIds);
  }

  jumpsOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly RegisterJump[]>> {
    return this.#ofMany(seriesIds, (reader, ids) => reader.jumpsOfMany(ids));
  }

  /** Simulated registers have no rule: every reading of them counts. */
  registersOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, RegisterFacts>> {
    return this.stored.registersOfMany(seriesIds.filter((id) => !this.simulated.has(id)));
  }

  judged(seriesId: string, range: SecondsRange): Promise<JudgedRange> {
    return this.#readerOf(seriesId).judged(seriesId, range);
  }

  /** Simulated readings depend on the clock alone. */
  stateOf(...args: Parameters<SeriesReader["stateOf"]>): Promise<string | null> {
    return this.stored.stateOf(...args);
  }

  #readerOf(seriesId: string): Simulated {
    return this.simulated.has(seriesId) ? this.simulated : this.stored;
  }

  /** Does not read the store when all series are simulated. */
  async #ofMany<Found>(
    seriesIds: readonly string[],
    ask: (reader: Simulated, ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  ): Promise<ReadonlyMap<string, Found>> {
    const own = seriesIds.filter((id) => !this.simulated.has(id));
    const simulated = await ask(this.simulated, seriesIds.filter((id) => this.simulated.has(id)));
    return own.length === 0 ? simulated : new Map([...simulated, ...await ask(this.stored, own)]);
  }
}
