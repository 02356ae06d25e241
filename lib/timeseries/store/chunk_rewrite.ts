/** Rewrites the parts of a series that a change touches. @module */

import { keys } from "@/lib/store/keys.ts";
import type { Key, Store } from "@/lib/store/store.ts";
import { mergeReadings, type Point, type Reading, slotOf } from "@/lib/timeseries/readings.ts";
import { firstFrom } from "@/lib/timeseries/rollups.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { decodePoints, encodePoints } from "./chunk_encoding.ts";
import {
  BIG_BYTES,
  byUtcMonth,
  cutParts,
  isPartSize,
  type OpenPart,
  type Part,
  partKey,
  partOf,
  SMALL_BYTES,
} from "./chunk_parts.ts";
import type { PartPaths } from "./register_plan.ts";

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
