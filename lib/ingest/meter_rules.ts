/** Rules of events of meters, instants of typed indexes, and registers of consumptions. @module */

import { addMonths, type IsoDate } from "@/lib/base/civil_dates.ts";
import { HOUR_S } from "@/lib/base/durations.ts";
import { round } from "@/lib/base/rounding.ts";
import { civilDayOf, epochOfClock } from "@/lib/base/time_zones.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { countedAlong, judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import { type RegisterRule, START } from "@/lib/timeseries/register_rules.ts";
import type { ManualIndex } from "@/lib/timeseries/schema.ts";
import type { Stamp } from "./readings_file_options.ts";
import type { MeterEventDraft } from "./schema.ts";

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

/** A consumption in a file, at the instant of its line. */
interface Consumption {
  /** Seconds since 1970. */
  readonly epochS: number;
  /** In the unit of the series, 0 or more. */
  readonly value: number;
}

interface Register {
  readonly epochS: number;
  readonly value: number;
}

interface RegisterBase {
  readonly stamp: Stamp;
  readonly timeZone: string;
  /** Register at the start of the first consumption; 0 without an earlier reading. */
  readonly startValue: number;
}

/**
 * The registers of a meter that counts these consumptions: the start value plus each consumption.
 *
 * A consumption lasts until the next one begins; the last one lasts as long as its month, its day, or the shortest gap
 * in the file. @spec imports.consumptions
 *
 * @param consumptions sorted by instant, without duplicates
 * @returns one more register than consumptions, for a caller that pauses between them; none without consumptions
 */
export function* registersFrom(
  consumptions: readonly Consumption[],
  { stamp, timeZone, startValue }: RegisterBase,
): Generator<Register> {
  const [first] = consumptions;
  const last = consumptions.at(-1);
  if (first === undefined || last === undefined) return;
  const step = stepOf(consumptions, timeZone);
  const isBegin = stamp === "begin";
  let value = startValue;
  if (!isBegin) yield { epochS: stepped(first.epochS, step, { timeZone, count: -1 }), value };
  for (const consumption of consumptions) {
    if (isBegin) yield { epochS: consumption.epochS, value };
    value = exactSum(value, consumption.value);
    if (!isBegin) yield { epochS: consumption.epochS, value };
  }
  if (isBegin) yield { epochS: stepped(last.epochS, step, { timeZone, count: 1 }), value };
}

/** Duration of a consumption: a month, a day, or a number of seconds. */
type Step = "month" | "day" | number;

function stepOf(consumptions: readonly Consumption[], timeZone: string): Step {
  const dayOf = ({ epochS }: Consumption) => civilDayOf(epochS * 1_000, timeZone);
  const areDays = consumptions.every((one) => dayOf(one).from === one.epochS * 1_000);
  if (areDays && consumptions.every((one) => dayOf(one).date.endsWith("-01"))) return "month";
  if (areDays) return "day";
  let least = Infinity;
  let beforeS = -Infinity;
  for (const { epochS } of consumptions) {
    least = Math.min(least, epochS - beforeS);
    beforeS = epochS;
  }
  return least === Infinity ? HOUR_S : least;
}

function stepped(
  epochS: number,
  step: Step,
  { timeZone, count }: { timeZone: string; count: 1 | -1 },
): number {
  if (typeof step === "number") return epochS + count * step;
  const { date, from, to } = civilDayOf(epochS * 1_000, timeZone);
  if (step === "month") return epochOfClock(addMonths(date, count), 0, timeZone);
  if (count === 1) return to / 1_000;
  return civilDayOf(from - 1, timeZone).from / 1_000;
}

/** Rounds a sum to the millionth, so that registers do not drift. */
function exactSum(left: number, right: number): number {
  return Math.round((left + right) * MILLION) / MILLION;
}

const MILLION = 1e6;

/** Noon on the clock, s since midnight: an index is assumed to be read then. */
const NOON_S = 12 * 3_600;

/**
 * The second of a manual index: noon of its day, so that it neither ends the previous day nor begins the next.
 *
 * @spec indexes.readings
 * @returns seconds since 1970
 */
export function manualIndexSecond(date: IsoDate, timeZone: string): number {
  return epochOfClock(date, NOON_S, timeZone);
}

/** Maximum number of events of a meter: it is replaced every ten years. */
export const MOST_EVENTS = 20;

/** The second of a typed time, "HH:MM". */
export function secondOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 3_600 + minutes * 60;
}

/** The event of a draft, at its second in the residence's time zone. */
export function meterEventOf(draft: MeterEventDraft, timeZone: string): MeterEvent {
  const { what, finalIndex, firstIndex, comment } = draft;
  const epochS = epochOfClock(draft.date, secondOfDay(draft.time), timeZone);
  return { epochS, what, finalIndex, firstIndex, comment };
}

/** The readings before and after the second of an event; null when there is none. */
interface Neighbours {
  readonly before: Point | null;
  readonly after: Point | null;
}

/** The same, with the reading at that second, which may be of either register. */
export interface ReadingsAround extends Neighbours {
  readonly at: Point | null;
}

/** Consumption from the reading before an event to the one after it; null without both, or when nothing is counted. */
export function countedAround(
  { before, at, after }: ReadingsAround,
  rule: RegisterRule,
): number | null {
  if (before === null || after === null) return null;
  const { epochS: atS, value } = before;
  const state = { ...START, atS: atS - 1, last: { epochS: atS, value } };
  const { intervals } = judgeRegister(at === null ? [after] : [at, after], rule, state);
  return countedAlong(intervals, { fromS: atS, toS: after.epochS });
}

/** Why an event contradicts the readings or the other events of its meter. */
type EventFault = "event-taken" | "final-index-too-low" | "first-index-too-high";

/**
 * The error in an event: registers only grow, from the reading before it to its final index, and from its first index
 * to the reading after it.
 *
 * @spec series.meter-events
 * @param others the other events of the meter, oldest first
 * @returns null when valid
 */
export function eventFault(
  event: MeterEvent,
  others: readonly MeterEvent[],
  { before, after }: Neighbours,
): EventFault | null {
  if (others.some(({ epochS }) => epochS === event.epochS)) return "event-taken";
  const earlier = others.findLast(({ epochS }) => epochS < event.epochS);
  const later = others.find(({ epochS }) => epochS > event.epochS);
  const isAfterReading = earlier !== undefined && earlier.epochS > (before?.epochS ?? -Infinity);
  const lowest = isAfterReading ? earlier.firstIndex : before?.value ?? null;
  if (event.finalIndex !== null && lowest !== null && event.finalIndex < lowest) {
    return "final-index-too-low";
  }
  const isBeforeReading = later !== undefined && later.epochS <= (after?.epochS ?? Infinity);
  const highest = isBeforeReading ? later.finalIndex : after?.value ?? null;
  return highest !== null && event.firstIndex > highest ? "first-index-too-high" : null;
}
