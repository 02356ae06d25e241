import type { Figures } from "@/lib/domain/series/figures.ts";
import { LONGEST_SPREAD_S } from "@/lib/domain/series/register.ts";
import { judgeRegister } from "@/lib/domain/series/registers/judge.ts";
import type { PathState } from "@/lib/domain/series/registers/path_state.ts";
import type { RegisterRule } from "@/lib/domain/series/registers/register_rule.ts";
import { figuresOf, firstFrom } from "@/lib/domain/series/rollup.ts";
import type { DataKind, MeterEvent, Point } from "@/lib/domain/series/types.ts";
import { dayOf, daysOfHalf, placeOf } from "./figures.ts";
import type { ZoneDays } from "./zone_days.ts";

/** The figures of a month's days; null where unknown. */
export interface MonthOfDays {
  /** Months since year 0: 12 × the year + the month, 0 for January. */
  readonly month: number;
  readonly days: (Figures | null)[];
}

/** What figures depend on besides points. */
interface ExpectedOf {
  readonly kind: DataKind;
  readonly rule: RegisterRule;
  readonly zone: ZoneDays;
  /** First day whose readings are all stored. */
  readonly firstWhole: number;
  /** Judgement of a register before its first reading, read after the first part. */
  base(): PathState;
}

export function emptyMonth(month: number): MonthOfDays {
  const count = daysOfHalf(month * 2) + daysOfHalf(month * 2 + 1);
  return { month, days: Array.from({ length: count }, () => null) };
}

/**
 * The expected figures of points, month by month, without empty months.
 *
 * @param parts points in time order, in parts: those of a register are all held in memory, other ones a few parts
 */
export async function* expectedMonths(
  parts: AsyncIterable<readonly Point[]>,
  of: ExpectedOf,
): AsyncGenerator<MonthOfDays> {
  let current: MonthOfDays | null = null;
  let firstDay = -Infinity;
  for await (const { day, figures } of expectedDays(parts, of)) {
    if (current === null || day >= firstDay + current.days.length) {
      if (current !== null) yield current;
      const { year, month } = placeOf(day);
      current = emptyMonth(year * 12 + month);
      firstDay = dayOf(current.month * 2, 0);
    }
    current.days[day - firstDay] = figures;
  }
  if (current !== null) yield current;
}

interface Day {
  readonly day: number;
  readonly figures: Figures;
}

async function* expectedDays(
  parts: AsyncIterable<readonly Point[]>,
  of: ExpectedOf,
): AsyncGenerator<Day> {
  let points: Point[] = [];
  let nextDay = of.firstWhole;
  for await (const part of parts) {
    points = points.concat(part);
    const last = points.at(-1);
    if (last === undefined || of.kind === "index") continue;
    const endDay = of.zone.dayAt(last.epochS);
    yield* daysBetween(points, of, { nextDay, endDay });
    nextDay = Math.max(nextDay, endDay);
    points = points.slice(firstFrom(points, of.zone.startOf(endDay)));
  }
  yield* daysBetween(points, of, { nextDay, endDay: Infinity });
}

function* daysBetween(
  points: readonly Point[],
  { kind, rule, zone, base }: ExpectedOf,
  { nextDay, endDay }: { readonly nextDay: number; readonly endDay: number },
): Generator<Day> {
  const days: number[] = [];
  for (const day of daysUnder(points, { kind, events: rule.events, zone })) {
    if (day >= nextDay && day < endDay) days.push(day);
  }
  const register = kind === "index" ? judgeRegister(points, rule, base()) : undefined;
  const figures = figuresOf({ kind, points, register }, days.map((day) => zone.spanOf(day)));
  for (const [at, day] of days.entries()) {
    const found = figures[at];
    if (found) yield { day, figures: found };
  }
}

/** The days with a point and, for a register, those between two points, over which its difference is spread. */
export function* daysUnder(
  points: readonly Point[],
  { kind, events, zone }: Pick<ExpectedOf, "kind" | "zone"> & Pick<RegisterRule, "events">,
): Generator<number> {
  let [last, lastS, endS] = [Infinity, 0, -Infinity];
  for (const { epochS } of points) {
    if (epochS >= endS) {
      const day = zone.dayAt(epochS);
      const isSpread = kind === "index" &&
        (epochS - lastS <= LONGEST_SPREAD_S || hasBetween(events, lastS, epochS));
      if (isSpread) { for (let under = last + 1; under < day; under++) yield under; }
      yield day;
      [last, endS] = [day, zone.startOf(day + 1)];
    }
    lastS = epochS;
  }
}

function hasBetween(events: readonly MeterEvent[], fromS: number, toS: number): boolean {
  return events.some(({ epochS }) => epochS > fromS && epochS <= toS);
}
