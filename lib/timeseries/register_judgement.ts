/** Judges the readings of a register and counts consumption between them. @module */

import { sumBy } from "@/lib/base/sums.ts";
import type { ReadingVerdict, RegisterJump } from "./meter_event.ts";
import { type Point, slotOf } from "./readings.ts";
import { type RateTooLow, rateTooLow, RegisterPath } from "./register_path.ts";
import {
  type Joint,
  type PathPoint,
  type PathState,
  type Reach,
  type RegisterRule,
  START,
} from "./register_rules.ts";

/** Consumption of a meter between two readings. */
export interface Interval {
  readonly fromS: number;
  readonly toS: number;
  /** Millionths of the series' unit, an integer: sums of them never drift. */
  readonly millionths: number;
  /** A reading between the two is not counted. */
  readonly hasError: boolean;
}

/** What an interval counts. */
type Counted = Omit<Interval, "hasError">;

/** Longest gap between two readings whose difference is spread; a longer gap says nothing about the years it spans. */
export const LONGEST_SPREAD_S = 3 * 366 * 86_400;

/** Whether a reading is the last of its slot. */
export function isLatestOfSlot(points: readonly Point[], at: number): boolean {
  const [point, next] = [points[at], points[at + 1]];
  return point === undefined || next === undefined || slotOf(next.epochS) !== slotOf(point.epochS);
}

/**
 * Part of an interval's count that falls between two seconds, proportional to time.
 *
 * The parts of adjoining spans add up exactly to the whole.
 *
 * @returns millionths of the series' unit
 */
export function countedBetween(interval: Counted, fromS: number, toS: number): number {
  return countedUntil(interval, toS) - countedUntil(interval, fromS);
}

/**
 * Consumption of whole intervals between two readings.
 *
 * @returns in the unit of the series; null when nothing is counted between them
 */
export function countedAlong(
  intervals: readonly Interval[],
  { fromS, toS }: Pick<Interval, "fromS" | "toS">,
): number | null {
  const within = intervals.filter((one) => one.fromS >= fromS && one.toS <= toS);
  return within.length === 0 ? null : sumBy(within, ({ millionths }) => millionths) / 1e6;
}

function countedUntil({ fromS, toS, millionths }: Counted, atS: number): number {
  if (atS <= fromS) return 0;
  if (atS >= toS) return millionths;
  return Math.round(millionths * ((atS - fromS) / (toS - fromS)));
}

/** Seconds whose figures are marked, `toS` excluded: an error, a suspended reading or a jump touches them. */
export interface MarkedSeconds {
  readonly fromS: number;
  readonly toS: number;
}

/** The judgement of the readings of a register. */
export interface JudgedRegister {
  /** One per reading. */
  readonly verdicts: readonly ReadingVerdict[];
  /** The counted readings, in time order. */
  readonly counted: readonly Point[];
  /** Consumption along the path, in time order; the first may begin before the readings. */
  readonly intervals: readonly Interval[];
  readonly marks: readonly MarkedSeconds[];
  /** Jumps to be dated, in time order. */
  readonly jumps: readonly RegisterJump[];
  /** The state after the last reading: judging goes on from it. */
  readonly state: PathState;
  /** Changes that readings made to the verdicts of earlier ones, also of those before the first. */
  readonly reaches: readonly Reach[];
}

/**
 * Which readings of a register count, and what they count.
 *
 * It depends on the ordered set of readings, never on the order in which they arrived.
 *
 * @spec series.registers
 * @param points in time order
 * @param before state after the readings before them; none by default
 */
export function judgeRegister(
  points: readonly Point[],
  rule: RegisterRule,
  before: PathState = START,
): JudgedRegister {
  const register = new RegisterPath(rule, before);
  for (const point of points) register.add(point);
  const { path, joints, reaches, state } = register;
  const errors = errorsOf(points, rule);
  const found = new Gathered(points, before, joints);
  found.addAll(path);
  return {
    verdicts: verdictsOf(points, found.isCounted, { state, errors }),
    counted: found.counted,
    intervals: found.intervals,
    marks: [...found.marks, ...endMarks(points, { before, path, state })],
    jumps: found.jumps,
    state,
    reaches,
  };
}

/** A reading with what the judgement of its register says of it. */
export interface JudgedReading extends Point {
  readonly verdict: ReadingVerdict;
}

/** The readings of a range, each with its verdict, and the consumption counted between readings around it. */
export interface JudgedRange extends Pick<JudgedRegister, "intervals" | "marks"> {
  readonly readings: readonly JudgedReading[];
}

/** The judgement of a register between two seconds. */
export function judgedRange(
  points: readonly Point[],
  { verdicts, intervals, marks }: Pick<JudgedRegister, "verdicts" | "intervals" | "marks">,
  { fromS, toS }: MarkedSeconds,
): JudgedRange {
  const isWithin = (span: MarkedSeconds) => span.fromS < toS && span.toS > fromS;
  return {
    readings: points.flatMap((point, at) =>
      point.epochS < fromS || point.epochS >= toS
        ? []
        : [{ ...point, verdict: verdicts[at] ?? "counted" }]
    ),
    intervals: intervals.filter(isWithin),
    marks: marks.filter(isWithin),
  };
}

/** The judgement of readings that are no registers: all count. */
export const ALL_COUNTED = { verdicts: [], intervals: [], marks: [] } as const;

/** What is known of a register without its readings. */
export interface RegisterFacts {
  readonly rule: RegisterRule;
  /** Seconds with all the suspended readings; null for none. */
  readonly suspended: MarkedSeconds | null;
  /** Last of the path; null when nothing is counted yet. */
  readonly last: PathPoint | null;
  readonly rateTooLow: RateTooLow | null;
}

export function registerFacts(rule: RegisterRule, state: PathState): RegisterFacts {
  const { atS, last, run, excess } = state;
  const suspended = run === null || atS === null
    ? null
    : { fromS: last === null ? run.first.epochS : last.epochS + 1, toS: atS + 1 };
  return { rule, suspended, last, rateTooLow: rateTooLow(excess) };
}

/** Gathers what the path of a register counts. */
class Gathered {
  readonly intervals: Interval[] = [];
  readonly marks: MarkedSeconds[] = [];
  readonly jumps: RegisterJump[] = [];
  readonly counted: Point[] = [];
  readonly isCounted: boolean[] = [];
  #next = 0;

  constructor(
    private readonly points: readonly Point[],
    private readonly before: PathState,
    private readonly joints: ReadonlyMap<PathPoint, Joint>,
  ) {}

  addAll(path: readonly PathPoint[]): void {
    let from: PathPoint | undefined;
    for (const to of path) {
      const hasError = this.#passErrors(from, to);
      if (from !== undefined) this.#addStep(from, to, hasError);
      else if (hasError) this.marks.push(...marked(this.points[0]?.epochS ?? 0, to.epochS));
      from = to;
    }
  }

  /** Passes the readings up to a point of the path. @returns whether some of them are not counted */
  #passErrors(from: PathPoint | undefined, to: PathPoint): boolean {
    let hasError = from !== undefined && this.#hasErrorBefore(from);
    for (; this.#next < this.points.length; this.#next++) {
      const point = this.points[this.#next]!; // below its length
      if (point.epochS > to.epochS) break;
      const isCounted = point.epochS === to.epochS;
      this.isCounted[this.#next] = isCounted;
      if (isCounted) this.counted.push(point);
      else hasError = true;
    }
    return hasError;
  }

  /** Whether a reading before these, after a point of the path, is not counted. */
  #hasErrorBefore(from: PathPoint): boolean {
    const { atS, last, run, isBroken, isRunBroken } = this.before;
    if (atS === null || from.epochS >= atS) return false;
    if (from.epochS === last?.epochS) return isBroken;
    return from.epochS === run?.last.epochS ? isRunBroken : true;
  }

  #addStep(from: PathPoint, to: PathPoint, hasError: boolean): void {
    const joint = this.joints.get(to);
    const [fromS, toS] = [from.epochS, to.epochS];
    const gained = joint === undefined
      ? to.value - from.value
      : joint.kind === "jump"
      ? null
      : joint.gained;
    if (joint?.kind === "jump") this.jumps.push(joint.jump);
    if (hasError || joint?.kind === "jump") this.marks.push(...marked(fromS, toS));
    if (gained === null || gained < 0 || toS <= fromS || toS - fromS > LONGEST_SPREAD_S) return;
    this.intervals.push({ fromS, toS, millionths: Math.round(gained * 1e6), hasError });
  }
}

/** The seconds of the readings that are not counted after the last of the path. */
function endMarks(
  points: readonly Point[],
  { before, path, state }: {
    readonly before: PathState;
    readonly path: readonly PathPoint[];
    readonly state: PathState;
  },
): readonly MarkedSeconds[] {
  const { atS } = state;
  if (atS === null || !state.isBroken) return [];
  const fromS = path.at(-1)?.epochS ?? points[0]?.epochS ?? before.atS ?? atS;
  return marked(fromS, atS + 1);
}

/** Only the ends of a span over which nothing may be spread. */
function marked(fromS: number, toS: number): readonly MarkedSeconds[] {
  return toS - fromS <= LONGEST_SPREAD_S
    ? [{ fromS, toS }]
    : [{ fromS, toS: fromS + 1 }, { fromS: toS - 1, toS }];
}

/** The seconds of the readings that persons called errors. */
function errorsOf(points: readonly Point[], { verdicts }: RegisterRule): ReadonlySet<number> {
  if (verdicts.length === 0) return NO_SECONDS;
  const called = new Map(verdicts.map((verdict) => [verdict.epochS, verdict]));
  return new Set(points.flatMap(({ epochS, value }) => {
    const verdict = called.get(epochS);
    return verdict?.value === value && !verdict.isReal ? [epochS] : [];
  }));
}

const NO_SECONDS: ReadonlySet<number> = new Set();

function verdictsOf(
  points: readonly Point[],
  isCounted: readonly boolean[],
  { state, errors }: { readonly state: PathState; readonly errors: ReadonlySet<number> },
): ReadingVerdict[] {
  const endS = state.last?.epochS ?? -Infinity;
  return points.map(({ epochS }, at) => {
    if (isCounted[at] === true) return "counted";
    return epochS > endS && !errors.has(epochS) ? "to-confirm" : "index-error";
  });
}
