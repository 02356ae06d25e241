import { type JudgedRegister, judgeRegister } from "@/lib/domain/series/registers/judge.ts";
import { type PathState, START } from "@/lib/domain/series/registers/path_state.ts";
import type { RegisterRule } from "@/lib/domain/series/registers/register_rule.ts";
import type { Span } from "@/lib/domain/series/rollup.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { isSamePath } from "./path_bytes.ts";
import type { PointsWindow } from "./window.ts";

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
export interface JudgedChange {
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
export async function judgedChange(window: PointsWindow, change: ChangeOf): Promise<JudgedChange> {
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
