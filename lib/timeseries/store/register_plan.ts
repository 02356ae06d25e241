/** Plans how a register is judged again after a change, part by part. @module */

import { changedJumps, changedSpans } from "@/lib/timeseries/changes.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { type JudgedRegister, judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import { RegisterPath } from "@/lib/timeseries/register_path.ts";
import type { Reach, RegisterRule } from "@/lib/timeseries/register_rules.ts";
import { type PathState, START } from "@/lib/timeseries/register_state.ts";
import type { Span } from "@/lib/timeseries/rollups.ts";
import { encodePath, isSamePath, type PartPath, partPathOf } from "./chunk_encoding.ts";
import type { OpenPart, Part, PointsWindow } from "./chunk_parts.ts";
import { ruleOf, type SeriesMetadata } from "./series_metadata.ts";

interface Judged {
  readonly rule: RegisterRule;
  /** The state before the points. */
  readonly base: PathState;
  /** The points of a window, in time order. */
  readonly points: readonly Point[];
  readonly reaches: readonly Reach[];
}

/** The judgement of a register at the starts of its parts, asked for in time order. */
export class PartPaths {
  #register: RegisterPath;
  #next = 0;

  constructor(private readonly judged: Judged) {
    this.#register = new RegisterPath(judged.rule, judged.base);
  }

  /** The judgement to store with consecutive points of the window. */
  readonly of = (points: readonly Point[]): PartPath => {
    const startS = points[0]?.epochS ?? 0;
    const endS = points.at(-1)?.epochS ?? startS;
    return { state: this.#stateBefore(startS), laterS: this.#laterS(endS) };
  };

  /** True when the judgement of a part of the window is not the stored one. */
  isChanged({ points, path }: OpenPart): boolean {
    if (path === null) return true;
    const now = this.of(points);
    return now.laterS !== path.laterS || !isSamePath(now.state, path.state);
  }

  /** The paths of a run of parts and their points, of which the first may be before the window. */
  ofRun(parts: readonly Part[], points: readonly Point[]): PartPaths {
    const { judged } = this;
    const stored = parts.map(({ bytes, startS }) => ({ startS, path: partPathOf(bytes) }));
    const firstS = Math.min(points[0]?.epochS ?? Infinity, stored[0]?.startS ?? Infinity);
    const isBefore = firstS < (judged.points[0]?.epochS ?? Infinity);
    const base = isBefore ? stored[0]?.path?.state ?? START : this.#stateBefore(firstS);
    const reaches = stored.flatMap(({ startS, path }) => {
      const laterS = path?.laterS ?? null;
      return laterS === null ? [] : [{ fromS: startS, atS: laterS }];
    });
    return new PartPaths({ ...judged, base, points, reaches: [...judged.reaches, ...reaches] });
  }

  #stateBefore(atS: number): PathState {
    const { points, rule, base } = this.judged;
    if ((points[this.#next - 1]?.epochS ?? -Infinity) >= atS) {
      [this.#register, this.#next] = [new RegisterPath(rule, base), 0];
    }
    for (; this.#next < points.length; this.#next++) {
      const point = points[this.#next]!; // below its length
      if (point.epochS >= atS) break;
      this.#register.add(point);
    }
    return this.#register.state;
  }

  #laterS(endS: number): number | null {
    let laterS = -Infinity;
    for (const { fromS, atS } of this.judged.reaches) {
      if (fromS <= endS && atS > endS) laterS = Math.max(laterS, atS);
    }
    return laterS === -Infinity ? null : laterS;
  }
}

/** Readings added on a side where the judgement needs more: at least this many, and as many as there are. */
const FEWEST_MORE = 8;

/** The state before the first reading of a window: the start where no earlier reading is stored, or none is judged. */
export function baseOf(window: PointsWindow): PathState {
  return window.parts[0]?.path?.state ?? START;
}

/** Reads on, as long as a later reading decides something about the window, or the path is unknown until `toS`. */
export async function judgedUntil(
  window: PointsWindow,
  { fromS, toS }: Span,
  judge: () => JudgedRegister,
): Promise<JudgedRegister> {
  for (;;) {
    const judged = judge();
    if (window.reachedEnd || isSettled(window, judged, toS)) return judged;
    await reachOn(window, fromS);
  }
}

/** The judgements of a register before and after a change, of the same window. */
interface JudgedChange {
  readonly base: PathState;
  readonly before: JudgedRegister;
  readonly after: JudgedRegister;
}

interface ChangeOf {
  /** Seconds of the changes. */
  readonly changed: Span;
  readonly before: RegisterRule;
  readonly after: RegisterRule;
  /** The points of the window after the change. */
  merged(): readonly Point[];
  /** Seconds of the days whose figures the change touches. */
  daysOf(change: JudgedChange): Span;
}

/** Judges a change, and reads as far as it reaches: back to the readings it decides on, on until the states agree. */
async function judgedChange(window: PointsWindow, change: ChangeOf): Promise<JudgedChange> {
  let { fromS, toS } = change.changed;
  await window.reach(fromS, toS, FEWEST_MORE);
  for (;;) {
    const base = baseOf(window);
    const before = judgeRegister(window.points, change.before, base);
    const after = judgeRegister(change.merged(), change.after, base);
    const judged = { base, before, after };
    const days = change.daysOf(judged);
    const backS = Math.min(days.fromS, reachedS(before, after));
    toS = Math.max(toS, days.toS);
    const startS = window.points[0]?.epochS ?? -Infinity;
    const isBack = window.reachedStart || startS <= backS;
    const isOn = window.reachedEnd ||
      isSamePath(before.state, after.state) && isSettled(window, before, toS) &&
        isSettled(window, after, toS);
    if (isBack && isOn) return judged;
    fromS = Math.min(fromS, backS);
    if (isOn) await window.reach(fromS, toS, 1);
    else await reachOn(window, fromS);
  }
}

/** The first second whose verdicts differ by readings that decided on earlier ones. */
function reachedS(before: JudgedRegister, after: JudgedRegister): number {
  const nameOf = ({ fromS, atS }: JudgedRegister["reaches"][number]) => `${fromS} ${atS}`;
  const [was, is] = [before.reaches, after.reaches].map((reaches) => new Set(reaches.map(nameOf)));
  let firstS = Infinity;
  for (const reach of before.reaches) {
    if (!is?.has(nameOf(reach))) firstS = Math.min(firstS, reach.fromS);
  }
  for (const reach of after.reaches) {
    if (!was?.has(nameOf(reach))) firstS = Math.min(firstS, reach.fromS);
  }
  return firstS;
}

function isSettled(window: PointsWindow, { state }: JudgedRegister, toS: number): boolean {
  const endS = window.points.at(-1)?.epochS ?? -Infinity;
  return (state.last?.epochS ?? -Infinity) >= toS &&
    window.parts.every(({ path }) => (path?.laterS ?? -Infinity) <= endS);
}

async function reachOn(window: PointsWindow, fromS: number): Promise<void> {
  const { points } = window;
  const endS = points.at(-1)?.epochS ?? fromS;
  await window.reach(fromS, endS + 1, Math.max(FEWEST_MORE, points.length));
}

type Judging = Pick<SeriesMetadata, "limits" | "events" | "verdicts">;

interface RegisterChange {
  readonly head: SeriesMetadata | null;
  /** What it is judged by after the change. */
  readonly next: Judging;
  /** Seconds of the changes. */
  readonly changed: Span;
  merged(): readonly Point[];
  /** From the start of the first day to the end of the last one that spans touch. */
  daysOf(spans: readonly Span[]): Span;
}

/** The judgement of a register before and after a change, in a window that contains everything it changes. */
export interface RegisterPlan {
  readonly before: JudgedRegister;
  readonly after: JudgedRegister;
  /** The parts of its head. */
  readonly head: Pick<SeriesMetadata, "falls" | "path" | "limits" | "verdicts">;
  readonly paths: PartPaths;
}

/** Judges a register again, from the state before a change until the states agree. @spec series.registers */
export async function planRegister(
  window: PointsWindow,
  { head, next, changed, merged, daysOf }: RegisterChange,
): Promise<RegisterPlan> {
  const { kind, rule } = { kind: "index", rule: ruleOf(next) } as const;
  const { base, before, after } = await judgedChange(window, {
    changed,
    before: ruleOf(head ?? next),
    after: rule,
    merged,
    daysOf: ({ before, after }: JudgedChange) => {
      const [was, is] = [before, after].map((register) => ({ kind, points: [], register }));
      return daysOf(was && is ? changedSpans({ before: was, after: is }) : []);
    },
  });
  const points = merged();
  const fromS = window.reachedStart ? -Infinity : window.points[0]?.epochS ?? -Infinity;
  const toS = window.reachedEnd ? Infinity : (window.points.at(-1)?.epochS ?? -Infinity) + 1;
  return {
    before,
    after,
    head: {
      falls: [...changedJumps(head?.falls ?? [], after.jumps, { fromS, toS })],
      limits: next.limits,
      verdicts: next.verdicts?.length === 0 ? undefined : next.verdicts,
      path: window.reachedEnd ? encodePath(after.state) : head?.path,
    },
    paths: new PartPaths({ rule, base, points, reaches: after.reaches }),
  };
}
