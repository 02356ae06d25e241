/** Follows the path of a register reading by reading: counted, suspended, or in error. @module */

import { HOUR_S } from "@/lib/base/durations.ts";
import { round } from "@/lib/base/rounding.ts";
import type { MeterEvent, RegisterJump, RegisterVerdict } from "./meter_event.ts";
import type { Point } from "./readings.ts";
import {
  type Excess,
  gainedBetween,
  isLasting,
  type Joint,
  jumpBetween,
  mayResume,
  MOST_COUNTED,
  type PathPoint,
  type PathState,
  type Reach,
  type RegisterLimits,
  type RegisterRule,
  type Rise,
  risesAfter,
} from "./register_rules.ts";

/**
 * Consumption from the last register before an event to its final index.
 *
 * @spec series.meter-events
 * @param read the reading at the second of the event; null without
 * @returns null when the final index is unknown, or below
 */
function gainedUntil(
  { finalIndex, firstIndex }: MeterEvent,
  { value: register }: PathPoint,
  read: number | null,
): number | null {
  const isOld = read !== null && isFinal(read, register, firstIndex);
  const final = finalIndex ?? (isOld ? read : null);
  return final === null || final < register ? null : final - register;
}

/**
 * Whether the reading at the second of an event without a final index is of the old register: not below the register
 * before it, and nearer to that one than to the first index of the new register.
 */
function isFinal(value: number, register: number, firstIndex: number): boolean {
  return value >= register && value - register < Math.abs(value - firstIndex);
}

/** Readings in a row beyond the rate, after one that does not follow the reading before it; null when it is below. */
function excessAfter(
  before: Excess | null,
  { limits, from, to }: {
    readonly limits: RegisterLimits;
    readonly from: PathPoint;
    readonly to: PathPoint;
  },
): Excess | null {
  if (to.value < from.value) return null;
  const hours = Math.max((to.epochS - from.epochS) / HOUR_S, 1);
  const needed = (to.value - from.value - limits.resolution) / hours;
  const { count, fromS, ratePerHour } = before ?? { count: 0, fromS: to.epochS, ratePerHour: 0 };
  return {
    count: Math.min(MOST_COUNTED, count + 1),
    fromS,
    ratePerHour: Math.max(ratePerHour, needed),
  };
}

/** « Débit maximal trop bas ? »: the rate within which readings beyond it in a row would be. */
export interface RateTooLow {
  readonly fromS: number;
  /** Per hour, in the unit of the series. */
  readonly ratePerHour: number;
}

/** Significant digits of a proposed rate. */
const RATE_DIGITS = 2;

/** The rate that is proposed instead: rounded up, so that the readings are within it. @spec series.verdicts */
export function proposedRate({ ratePerHour }: RateTooLow): number {
  const decimals = RATE_DIGITS - 1 - Math.floor(Math.log10(ratePerHour));
  const below = round(ratePerHour, decimals);
  return below >= ratePerHour ? below : round(below + 10 ** -decimals, decimals);
}

/** Readings beyond the rate in a row before which it is asked whether the rate is right. */
const EXCESS_READINGS = 3;

/** Whether the rate seems too low after the last reading. @spec series.registers @returns null when it does not */
export function rateTooLow(excess: Excess | null): RateTooLow | null {
  if (excess === null || excess.count < EXCESS_READINGS) return null;
  return { fromS: excess.fromS, ratePerHour: excess.ratePerHour };
}

interface Run {
  /** Without the middle of a run begun before the state. */
  readonly points: PathPoint[];
  count: number;
}

interface Left {
  readonly path: readonly PathPoint[];
  readonly forkS: number;
  readonly jump: RegisterJump | null;
}

/**
 * Follows the path of a register reading by reading: R (1) to (8).
 *
 * @spec series.registers
 */
export class RegisterPath {
  /** The counted readings, in time order; the first may be earlier than the readings added. */
  path: PathPoint[];
  readonly joints = new Map<PathPoint, Joint>();
  readonly reaches: Reach[] = [];
  #atS: number;
  #isFirst: boolean;
  #isBroken: boolean;
  #isRunBroken: boolean;
  #rises: readonly Rise[];
  #run: Run | null;
  #left: Left | null;
  #excess: Excess | null;
  readonly #verdicts: ReadonlyMap<number, RegisterVerdict>;
  #nextEvent = 0;

  constructor(private readonly rule: RegisterRule, state: PathState) {
    const { run, left } = state;
    this.path = state.last === null ? [] : [state.last];
    this.#atS = state.atS ?? -Infinity;
    this.#isFirst = state.isFirst;
    this.#isBroken = state.isBroken;
    this.#isRunBroken = state.isRunBroken;
    this.#rises = state.rises;
    this.#run = run &&
      { points: run.count > 1 ? [run.first, run.last] : [run.first], count: run.count };
    this.#left = left && { path: [left.last], forkS: left.forkS, jump: left.jump };
    this.#excess = state.excess;
    this.#verdicts = new Map(rule.verdicts.map((verdict) => [verdict.epochS, verdict]));
    const { events } = rule;
    while ((events[this.#nextEvent]?.epochS ?? Infinity) <= this.#atS) this.#nextEvent++;
  }

  get state(): PathState {
    const [left, run] = [this.#left, this.#run];
    return {
      atS: this.#atS === -Infinity ? null : this.#atS,
      last: this.path.at(-1) ?? null,
      isFirst: this.#isFirst,
      isBroken: this.#isBroken,
      isRunBroken: this.#isRunBroken,
      rises: this.#rises,
      left: left && mayResume(left, this.#atS)
        ? { last: left.path.at(-1)!, forkS: left.forkS, jump: left.jump } // never empty
        : null,
      run: run && { first: run.points[0]!, last: run.points.at(-1)!, count: run.count }, // never empty
      excess: this.#excess,
    };
  }

  /** Adds the next reading, in time order. */
  add(point: Point): void {
    const isAbsorbed = this.#pass(point);
    this.#atS = point.epochS;
    if (isAbsorbed) return;
    const verdict = this.#verdicts.size === 0 ? undefined : this.#verdicts.get(point.epochS);
    const last = this.path.at(-1);
    if (verdict?.value === point.value) {
      if (verdict.isReal) this.#confirm(point);
      else [this.#isBroken, this.#isRunBroken] = [true, true];
    } else if (last === undefined) {
      this.path.push(point);
      this.#isFirst = true;
      this.#settle();
    } else if (this.#goesOn(last, point)) this.#join(last, point);
    else this.#suspend(last, point);
  }

  /** R (3); a reading that is nearer to a run than to the first reading shows that the first was the error: R (6). */
  #goesOn(last: PathPoint, point: PathPoint): boolean {
    const gained = gainedBetween(this.rule, last, point);
    const end = this.#isFirst ? this.#run?.points.at(-1) : undefined;
    const fromRun = end === undefined ? null : gainedBetween(this.rule, end, point);
    return gained !== null && (fromRun === null || fromRun >= gained);
  }

  /** R (1): passes the events up to a reading. @returns true when it is at the second of one: its indexes count */
  #pass({ epochS, value }: Point): boolean {
    const { events } = this.rule;
    let isAt = false;
    for (; this.#nextEvent < events.length; this.#nextEvent++) {
      const event = events[this.#nextEvent]!; // below its length
      if (event.epochS > epochS) break;
      const last = this.path.at(-1);
      isAt = event.epochS === epochS;
      if (last === undefined && !isAt) continue;
      const gained = last === undefined ? null : gainedUntil(event, last, isAt ? value : null);
      const begun = { epochS: event.epochS, value: event.firstIndex };
      this.joints.set(begun, { kind: "event", gained });
      this.path.push(begun);
      [this.#isFirst, this.#rises, this.#left] = [false, [], null];
      this.#settle();
    }
    return isAt;
  }

  /** R (2): a reading that a person called real, with the suspended ones that it follows. */
  #confirm(point: Point): void {
    const last = this.path.at(-1);
    if (last === undefined) {
      this.path.push(point);
      return this.#settle();
    }
    if (gainedBetween(this.rule, last, point) !== null) return this.#join(last, point);
    const run = this.#run?.points ?? [];
    const end = run.at(-1);
    const isOfRun = end !== undefined && gainedBetween(this.rule, end, point) !== null;
    const joining = isOfRun ? [...run, point] : [point];
    const first = joining[0] ?? point;
    if (isOfRun) {
      this.#connect(end, point);
      this.#reached(first.epochS);
    }
    if (first.value < last.value) {
      this.joints.set(first, { kind: "jump", jump: jumpBetween(this.rule, last, first) });
    }
    this.#adopt(this.path, joining);
  }

  /** R (3). */
  #join(last: PathPoint, point: PathPoint): void {
    this.#connect(last, point);
    this.path.push(point);
    this.#isFirst = false;
    this.#rises = risesAfter(this.#rises, last, point);
    this.#settle();
  }

  #connect(from: PathPoint, to: PathPoint): void {
    if (to.value >= from.value) return;
    const gained = gainedBetween(this.rule, from, to);
    if (gained !== null) this.joints.set(to, { kind: "wrap", gained });
  }

  /** R (4), and what the run of suspended readings then decides. */
  #suspend(last: PathPoint, point: Point): void {
    const run = this.#run;
    const before = run?.points.at(-1) ?? last;
    if (run !== null && gainedBetween(this.rule, before, point) !== null) {
      this.#connect(before, point);
      run.points.push(point);
      run.count = Math.min(MOST_COUNTED, run.count + 1);
      this.#excess = null;
    } else {
      this.#run = { points: [point], count: 1 };
      this.#excess = excessAfter(this.#excess, { limits: this.rule, from: before, to: point });
    }
    [this.#isBroken, this.#isRunBroken] = [true, false];
    if (this.#run !== null) this.#decide(last, this.#run);
  }

  #decide(last: PathPoint, { points, count }: Run): void {
    const [first, end] = [points[0], points.at(-1)];
    if (first === undefined || end === undefined || end.value <= first.value) return;
    const left = this.#left !== null && mayResume(this.#left, this.#atS) ? this.#left : null;
    const leftEnd = left?.path.at(-1);
    const rise = end.value < last.value
      ? this.#rises.findLast(({ at }) => gainedBetween(this.rule, at, first) !== null)
      : undefined;
    if (this.#isFirst) this.#leaveFirst(last, points);
    else if (rise !== undefined) this.#leaveRise(rise.at, points);
    else if (left && leftEnd && gainedBetween(this.rule, leftEnd, first) !== null) {
      this.#resume(left, points);
    } else if (isLasting({ first, last: end, count })) this.#leap(last, points);
  }

  /** R (6). */
  #leaveFirst(first: PathPoint, run: readonly PathPoint[]): void {
    this.#left = { path: this.path, forkS: first.epochS, jump: null };
    this.#reached(first.epochS);
    this.#adopt([], run);
  }

  /** R (7). */
  #leaveRise(at: PathPoint, run: readonly PathPoint[]): void {
    const position = this.path.findLastIndex(({ epochS }) => epochS === at.epochS);
    this.#reached(at.epochS);
    this.#adopt(position === -1 ? [at] : this.path.slice(0, position + 1), run);
  }

  /** R (8). The path left now may be resumed in its turn. */
  #resume(left: Left, run: readonly PathPoint[]): void {
    this.#left = { ...left, path: this.path };
    this.#reached(left.forkS);
    this.#adopt(left.path, run);
  }

  /** R (5). */
  #leap(last: PathPoint, run: readonly PathPoint[]): void {
    const first = run[0]!; // a run has a reading
    const jump = jumpBetween(this.rule, last, first);
    this.joints.set(first, { kind: "jump", jump });
    this.#left = { path: this.path, forkS: last.epochS, jump };
    this.#reached(first.epochS);
    this.#adopt(this.path, run);
  }

  #reached(fromS: number): void {
    this.reaches.push({ fromS, atS: this.#atS });
  }

  #adopt(path: readonly PathPoint[], run: readonly PathPoint[]): void {
    const [last, first] = [path.at(-1), run[0]];
    if (last !== undefined && first !== undefined && !this.joints.has(first)) {
      this.#connect(last, first);
    }
    this.path = [...path, ...run];
    [this.#isFirst, this.#rises] = [false, []];
    this.#settle();
  }

  #settle(): void {
    [this.#run, this.#excess] = [null, null];
    [this.#isBroken, this.#isRunBroken] = [false, false];
  }
}
