import { addMonths } from "@/lib/domain/periods/civil_dates.ts";
import { HOUR_S } from "@/lib/domain/periods/durations.ts";
import { civilDayOf, epochOfClock } from "@/lib/domain/periods/zoned_days.ts";
import type { Stamp } from "./csv_content.ts";

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
 * in the file. @spec imports.consumptions, decision 040
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
