/** Rewrites the parts of a series that a change touches, and judges its register again, part by part. @module */

import { keys } from "@/lib/store/keys.ts";
import type { Key, Store } from "@/lib/store/store.ts";
import { changedJumps, changedSpans } from "@/lib/timeseries/changes.ts";
import { mergeReadings, type Point, type Reading, slotOf } from "@/lib/timeseries/readings.ts";
import { type JudgedRegister, judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import { RegisterPath } from "@/lib/timeseries/register_path.ts";
import {
  type PathState,
  type Reach,
  type RegisterRule,
  START,
} from "@/lib/timeseries/register_rules.ts";
import { firstFrom, type Span } from "@/lib/timeseries/rollups.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import {
  decodePoints,
  encodePath,
  encodePoints,
  isSamePath,
  type PartPath,
  partPathOf,
} from "./chunk_encoding.ts";
import {
  BIG_BYTES,
  byUtcMonth,
  cutParts,
  isPartSize,
  type OpenPart,
  type Part,
  partKey,
  partOf,
  type PointsWindow,
  SMALL_BYTES,
} from "./chunk_parts.ts";
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
    const reaches = [...judged.reaches, ...reachesOf(stored)];
    return new PartPaths({ ...judged, base, points, reaches });
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

/** The later readings that decide on stored parts. */
export function reachesOf(
  parts: readonly Pick<OpenPart, "startS" | "path">[],
): readonly Reach[] {
  return parts.flatMap(({ startS, path }) => {
    const laterS = path?.laterS ?? null;
    return laterS === null ? [] : [{ fromS: startS, atS: laterS }];
  });
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

/** What a register is judged by after a change. */
export type Judging = Pick<SeriesMetadata, "limits" | "events" | "verdicts">;

interface RegisterChange {
  readonly head: SeriesMetadata | null;
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

/** The writes that update the parts of a series to its new points. */
export interface PartChanges {
  readonly set: readonly Part[];
  readonly gone: readonly Key[];
}

/** A series with its arrivals, and its nearby points before and after. */
interface Merge {
  readonly projectId: string;
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly readings: readonly Reading[];
  /** Parts around the readings, in time order. */
  readonly parts: readonly OpenPart[];
  /** The points of those parts, with the readings merged. */
  readonly merged: readonly Point[];
  /** Judgement of a register; null for another kind. */
  readonly paths: PartPaths | null;
}

interface MonthMerge extends Merge {
  readonly month: number;
  /** Seconds at which parts with another judgement begin. */
  readonly judged: ReadonlySet<number>;
}

/** The parts to write and to remove, month by month: only those with a new reading, or judged otherwise. */
export async function partChanges(store: Store, merge: Merge): Promise<PartChanges> {
  const pointsOf = byUtcMonth(merge.merged);
  const changes: PartChanges[] = [];
  const cameIn = byUtcMonth(merge.readings);
  const judged = merge.paths === null
    ? []
    : merge.parts.filter((part) => merge.paths?.isChanged(part));
  const months = new Set([...cameIn.keys(), ...judged.map(({ month }) => month)]);
  for (const month of [...months].sort((a, b) => a - b)) {
    const readings = cameIn.get(month) ?? [];
    const ofMonth = {
      ...merge,
      month,
      readings,
      judged: new Set(judged.map(({ startS }) => startS)),
    };
    const quick = quickChanges(ofMonth, pointsOf.get(month) ?? []);
    changes.push(quick ?? await recutMonth(store, ofMonth));
  }
  return { set: changes.flatMap(({ set }) => set), gone: changes.flatMap(({ gone }) => gone) };
}

/**
 * The common case: each touched part remains one part.
 *
 * @returns null when a part has no valid size and must be split again with its neighbours
 */
function quickChanges(merge: MonthMerge, points: readonly Point[]): PartChanges | null {
  const parts = merge.parts.filter((part) => part.month === merge.month);
  if (parts.length === 0) return { set: cutParts(merge, points, merge.paths?.of), gone: [] };
  const set: Part[] = [];
  const gone: Key[] = [];
  for (const range of ranges(parts)) {
    if (!isTouched(range, merge)) continue;
    const { part, fromS, toS } = range;
    const now = points.slice(firstFrom(points, fromS), firstFrom(points, toS));
    const next = replaced(merge, part, now);
    if (next === null) return null;
    set.push(...next.set);
    gone.push(...next.gone);
  }
  return { set, gone };
}

/** One part with its new points; null when they do not make one part of a valid size. */
function replaced(merge: MonthMerge, part: OpenPart, now: readonly Point[]): PartChanges | null {
  const { projectId, seriesId, paths } = merge;
  const [first] = now;
  if (first === undefined) return { set: [], gone: [part.key] };
  const isSame = !merge.judged.has(part.startS);
  if (part.bytes.length >= BIG_BYTES && isSame && continues(part.points, now)) {
    // A big part is full: later points begin a small one, so that a tick rewrites little.
    return { set: cutParts(merge, now.slice(part.points.length), paths?.of), gone: [] };
  }
  const bytes = encodePoints(now, paths?.of(now));
  if (!isPartSize(bytes.length)) return null;
  const key = partKey(projectId, seriesId, first.epochS);
  const gone = first.epochS === part.startS ? [] : [part.key];
  return { set: [{ key, bytes, month: part.month, startS: first.epochS }], gone };
}

function continues(before: readonly Point[], now: readonly Point[]): boolean {
  return now.length > before.length &&
    before.every(({ epochS, value, text }, at) =>
      now[at]?.epochS === epochS && now[at]?.value === value && now[at]?.text === text
    );
}

/** Splits again every run of small and touched parts that contains a new reading. */
async function recutMonth(store: Store, merge: MonthMerge): Promise<PartChanges> {
  const { projectId, seriesId, kind, month, readings, paths } = merge;
  const prefix = keys.points.under(projectId, seriesId, month);
  const parts = (await Array.fromAsync(store.list({ prefix }))).map(partOf);
  const set: Part[] = [];
  const gone: Key[] = [];
  for (const run of runsToCut(ranges(parts), merge)) {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    const points = run.flatMap(({ part }) => decodePoints(part.bytes));
    const came = readings.filter(({ epochS }) => epochS >= first.fromS && epochS < last.toS);
    const now = mergeReadings(points, came, kind);
    const cut = cutParts(merge, now, paths?.ofRun(run.map(({ part }) => part), now).of);
    const starts = new Set(cut.map(({ startS }) => startS));
    set.push(...cut);
    gone.push(...run.filter(({ part }) => !starts.has(part.startS)).map(({ part }) => part.key));
  }
  return { set, gone };
}

interface Range<P extends Part> {
  readonly part: P;
  /** Readings from this second… */
  readonly fromS: number;
  /** …until this one go into this part. */
  readonly toS: number;
}

function ranges<P extends Part>(parts: readonly P[]): readonly Range<P>[] {
  return parts.map((part, at) => ({
    part,
    fromS: at === 0 ? -Infinity : part.startS,
    toS: parts[at + 1]?.startS ?? Infinity,
  }));
}

function runsToCut(
  all: readonly Range<Part>[],
  merge: MonthMerge,
): readonly (readonly Range<Part>[])[] {
  const runs: Range<Part>[][] = [[]];
  const touched = new Set(all.filter((range) => isTouched(range, merge)));
  for (const range of all) {
    if (range.part.bytes.length <= SMALL_BYTES || touched.has(range)) runs.at(-1)?.push(range);
    else runs.push([]);
  }
  return runs.filter((run) => run.some((range) => touched.has(range)));
}

/** True when a part is judged otherwise, or a reading is in it, or in the five minutes shared with a neighbour. */
function isTouched({ part, fromS, toS }: Range<Part>, { readings, judged }: MonthMerge): boolean {
  if (judged.has(part.startS)) return true;
  const [first, last] = [slotOf(fromS), slotOf(toS - 1)];
  return readings.some(({ epochS }) => slotOf(epochS) >= first && slotOf(epochS) <= last);
}
