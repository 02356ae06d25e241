/** Reads simulated series as if they were stored: points, slots and days. @module */

import { LRUCache } from "lru-cache";
import { daysInMonth } from "@/lib/base/civil_dates.ts";
import { DAY_S, HOUR_S } from "@/lib/base/durations.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { sumOf } from "@/lib/base/sums.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import {
  ALL_COUNTED,
  type JudgedRange,
  judgedRange,
  judgeRegister,
} from "@/lib/timeseries/register_judgement.ts";
import { NO_RULE } from "@/lib/timeseries/register_rules.ts";
import { aggregatesOf, type RollupSlot } from "@/lib/timeseries/rollups.ts";
import type { DaysRange, SecondsRange } from "@/lib/timeseries/series_reader.ts";
import { slotsOfSpans } from "@/lib/timeseries/store/rollup_slots.ts";
import { DATA_UNITS } from "@/lib/timeseries/units.ts";
import {
  type Day,
  daysOfYear,
  FIRST_YEAR,
  hourAmounts,
  registerAtStart,
  weightsOf,
  yearAndRank,
  ZonedCalendar,
} from "./calendar.ts";
import { dateOfDayNumber, dayNumbers, firstDayOf } from "./climate.ts";
import { isMissing, isSpread, partsOfHours, readUntilS, STEP_S, valueAt } from "./hours.ts";
import {
  isIndex,
  isState,
  pointOf,
  type Simulated,
  type SimulatedSeries,
  SlotTotals,
} from "./simulation.ts";

const FIRST_DAY = firstDayOf(FIRST_YEAR);

interface SimulationOptions {
  series: readonly SimulatedSeries[];
  timeZone: string;
  /** Epoch ms: there are no readings after it. */
  now: () => number;
}

/**
 * The series of a residence of the demo, computed on demand: the same day gives the same data for every caller.
 *
 * @spec demo.simulation, demo.calls
 */
export class SimulatedReader implements Simulated {
  #series: ReadonlyMap<string, SimulatedSeries>;
  #calendar: ZonedCalendar;
  #now: () => number;
  /** Past months, by series: they never change. */
  #pastMonths = new LRUCache<string, RollupSlot>({ max: 20_000 });

  constructor({ series, timeZone, now }: SimulationOptions) {
    this.#series = new Map(series.map((one) => [one.id, one]));
    this.#calendar = new ZonedCalendar(timeZone);
    this.#now = now;
  }

  has(seriesId: string): boolean {
    return this.#series.has(seriesId);
  }

  /** No simulated meter is ever replaced, and no register of one falls. */
  eventsOfMany(): Promise<ReadonlyMap<string, never>> {
    return Promise.resolve(new Map<string, never>());
  }
  jumpsOfMany = this.eventsOfMany;

  /** Paused between series: the first months of many take milliseconds each. */
  async months(seriesId: string, year: number): Promise<readonly RollupSlot[]> {
    await yieldToEventLoop();
    let day = firstDayOf(year);
    return Array.from({ length: 12 }, (_, index) => {
      const from = day;
      day += daysInMonth(year, index + 1);
      return this.#month(seriesId, from, day);
    });
  }

  async monthsOfMany(
    seriesIds: readonly string[],
    year: number,
  ): Promise<ReadonlyMap<string, readonly RollupSlot[]>> {
    const found = new Map<string, readonly RollupSlot[]>();
    for (const seriesId of seriesIds) found.set(seriesId, await this.months(seriesId, year));
    return found;
  }

  days(seriesId: string, days: DaysRange): Promise<readonly RollupSlot[]> {
    const slots = dayNumbers(days).map((from) =>
      this.#days(seriesId, { at: dateOfDayNumber(from), from, to: from + 1 })
    );
    return Promise.resolve(slots);
  }

  hoursOfDays(seriesId: string, days: DaysRange): Promise<readonly (readonly RollupSlot[])[]> {
    return Promise.resolve(dayNumbers(days).map((day) => this.#hours(seriesId, day)));
  }

  async shortSlots(
    seriesId: string,
    spans: readonly SecondsRange[],
    longestGapS: number,
  ): Promise<readonly RollupSlot[]> {
    const series = this.#series.get(seriesId);
    if (series !== undefined && isIndex(series)) {
      const days = Map.groupBy(spans, ({ fromS }) => this.#calendar.dayAt(fromS));
      return [...days].flatMap(([day, own]) =>
        partsOfHours(this.#hours(seriesId, day), this.#calendar.midnight(day), own)
      );
    }
    const kind = series === undefined ? "state" : DATA_UNITS[series.dataUnitId].kind;
    const range = { fromS: spans[0]?.fromS ?? 0, toS: spans.at(-1)?.toS ?? 0 };
    const points = await this.points(seriesId, range);
    return slotsOfSpans(spans, kind, aggregatesOf({ kind, points }, spans, longestGapS));
  }

  points(seriesId: string, { fromS, toS }: SecondsRange): Promise<readonly Point[]> {
    const series = this.#series.get(seriesId);
    const points: Point[] = [];
    if (!series) return Promise.resolve(points);
    const end = Math.min(toS, this.#readUntilS(series) + 1);
    const start = Math.max(fromS, this.#calendar.midnight(FIRST_DAY));
    for (let epochS = Math.ceil(start / STEP_S) * STEP_S; epochS < end; epochS += STEP_S) {
      const value = valueAt(series, this.#calendar, epochS);
      if (value !== null) points.push(pointOf(series, epochS, value));
    }
    return Promise.resolve(points);
  }

  /** A simulated register has no limits: only its falls would be errors. */
  async judged(seriesId: string, range: SecondsRange): Promise<JudgedRange> {
    const series = this.#series.get(seriesId);
    const points = await this.points(seriesId, range);
    const isRegister = series !== undefined && isIndex(series);
    return judgedRange(points, isRegister ? judgeRegister(points, NO_RULE) : ALL_COUNTED, range);
  }

  last(seriesId: string): Promise<Point | null> {
    const series = this.#series.get(seriesId);
    const epochS = this.#readUntilS(series);
    const value = series ? valueAt(series, this.#calendar, epochS) : null;
    if (series === undefined || value === null) return Promise.resolve(null);
    return Promise.resolve(pointOf(series, epochS, value));
  }

  async lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>> {
    const found = new Map<string, Point>();
    for (const seriesId of seriesIds) {
      const point = await this.last(seriesId);
      if (point) found.set(seriesId, point);
    }
    return found;
  }

  #readUntilS(series: SimulatedSeries | undefined): number {
    return readUntilS(series, this.#calendar, this.#now());
  }

  #hours(seriesId: string, dayNumber: number): RollupSlot[] {
    const series = this.#series.get(seriesId);
    const day = this.#calendar.day(dayNumber);
    const hourTotals = day.hours.map(() => new SlotTotals());
    if (series) this.#addHours(series, day, (index) => hourTotals[index] ?? new SlotTotals());
    const names = this.#calendar.hourNames(dayNumber);
    return hourTotals.map((totals, index) => {
      const slot = this.#slot(names[index] ?? "", HOUR_S, totals);
      return { ...slot, estimated: slot.count === 0 && slot.coveredS > 0 };
    });
  }

  #month(seriesId: string, from: number, to: number): RollupSlot {
    const at = dateOfDayNumber(from).slice(0, 7);
    const known = this.#pastMonths.get(`${seriesId}/${at}`);
    if (known) return known;
    const slot = this.#days(seriesId, { at, from, to });
    const series = this.#series.get(seriesId);
    if (series && this.#calendar.dayAt(this.#readUntilS(series)) >= to) {
      this.#pastMonths.set(`${seriesId}/${at}`, slot);
    }
    return slot;
  }

  /** The slot of the days from one day number to another, excluded. */
  #days(seriesId: string, { at, from, to }: { at: string; from: number; to: number }): RollupSlot {
    const totals = new SlotTotals();
    const series = this.#series.get(seriesId);
    const today = this.#calendar.dayAt(this.#readUntilS(series));
    if (series) {
      for (let day = Math.max(from, FIRST_DAY); day < Math.min(to, today); day++) {
        this.#addDay(totals, series, day);
      }
      if (today >= from && today < to) {
        this.#addHours(series, this.#calendar.day(today), () => totals);
      }
    }
    const lengthS = this.#calendar.midnight(to) - this.#calendar.midnight(from);
    const estimated = [from, to].some((day) => isSpread(series, this.#calendar, day));
    return { ...this.#slot(at, lengthS, totals), estimated };
  }

  #slot(at: string, lengthS: number, totals: SlotTotals): RollupSlot {
    return totals.slot(at, { lengthS, stepS: STEP_S });
  }

  #addDay(totals: SlotTotals, series: SimulatedSeries, dayNumber: number): void {
    const { year, dayOfYear } = yearAndRank(dayNumber);
    const days = daysOfYear(series.simulation, year);
    const figure = days.figure[dayOfYear] ?? NaN;
    if (Number.isNaN(figure)) return;
    if (series.missingOn?.(dayNumber)) {
      this.#addHours(series, this.#calendar.day(dayNumber), () => totals);
      return;
    }
    const lengthS = this.#calendar.midnight(dayNumber + 1) - this.#calendar.midnight(dayNumber);
    if (isState(series) && series.simulation.flagged === "instant") {
      const { valueAt } = series.simulation;
      totals.addState({ last: valueAt(year, dayOfYear, 23), readS: lengthS });
    } else if (series.simulation.flagged === "instant") {
      const [min, max] = [days.min[dayOfYear] ?? figure, days.max[dayOfYear] ?? figure];
      const last = series.simulation.valueAt(year, dayOfYear, 23);
      totals.addInstant({ mean: figure, min, max, last, readS: lengthS });
    } else {
      const last = isIndex(series)
        ? registerAtStart(series.simulation, year, dayOfYear + 1)
        : figure * (weightsOf(series.simulation, { year, dayOfYear })[23] ?? 0) * STEP_S / DAY_S;
      totals.addSum({ sum: figure, last, readS: lengthS });
    }
  }

  /** Adds the part of each hour of a day that has been read to the totals of its slot. */
  #addHours(series: SimulatedSeries, day: Day, totalsOf: (index: number) => SlotTotals): void {
    const { simulation } = series;
    if (day.year < FIRST_YEAR) return;
    const amounts = simulation.flagged === "sum" ? hourAmounts(simulation, day) : null;
    const dayNumber = firstDayOf(day.year) + day.dayOfYear;
    const missing = series.missingOn?.(dayNumber) ?? null;
    let register = isIndex(series) ? registerAtStart(simulation, day.year, day.dayOfYear) : null;
    // A register continues to count without readings: the next reading tells how much, not when.
    const unread = amounts?.filter((_, index) => isMissing(missing, day.hours[index] ?? 0)) ?? [];
    for (const [index, hour] of day.hours.entries()) {
      const readS = Math.min(HOUR_S, this.#readUntilS(series) - day.fromS - index * HOUR_S);
      if (readS <= 0) return;
      if (isMissing(missing, hour)) {
        if (register === null || unread.length === 0) continue;
        register += amounts?.[index] ?? 0;
        totalsOf(index).addSpread(sumOf(unread) / unread.length, readS);
        continue;
      }
      const totals = totalsOf(index);
      if (simulation.flagged === "instant") {
        const value = simulation.valueAt(day.year, day.dayOfYear, hour);
        if (isState(series)) totals.addState({ last: value, readS });
        else totals.addInstant({ mean: value, min: value, max: value, last: value, readS });
      } else if (amounts) {
        const amount = amounts[index] ?? 0;
        const sum = amount * readS / HOUR_S;
        if (register !== null) register += sum;
        totals.addSum({ sum, last: register ?? amount * STEP_S / HOUR_S, readS });
      }
    }
  }
}
