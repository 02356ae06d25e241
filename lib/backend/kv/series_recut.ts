import { mergeReadings, SLOT_S } from "../../domain/series/merge.ts";
import type { DataKind, Point, Reading } from "../../domain/series/types.ts";
import { keys } from "./keys.ts";
import { decodePoints, encodePoints } from "./series_chunk.ts";
import {
  BIG_BYTES,
  cutParts,
  isKeptSize,
  type OpenPart,
  type Part,
  partKey,
  partOf,
  SMALL_BYTES,
  utcMonthOf,
} from "./series_parts.ts";
import type { Key, Store } from "./store.ts";

/** What to write so that the parts of a series hold its new points. */
export interface PartChanges {
  readonly set: readonly Part[];
  readonly gone: readonly Key[];
}

/** A series, what came, and what its points near it were and are now. */
export interface Merge {
  readonly projectId: string;
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly readings: readonly Reading[];
  /** Parts read around the readings, in time order. */
  readonly parts: readonly OpenPart[];
  /** The points of those parts once the readings came. */
  readonly merged: readonly Point[];
}

/** The parts to write and to remove, month by month: only those a reading touches. */
export async function partChanges(store: Store, merge: Merge): Promise<PartChanges> {
  const months = new Set(merge.readings.map(({ epochS }) => utcMonthOf(epochS)));
  const changes: PartChanges[] = [];
  for (const month of months) {
    changes.push(quickChanges(merge, month) ?? await recutMonth(store, merge, month));
  }
  return {
    set: changes.flatMap(({ set }) => set),
    gone: changes.flatMap(({ gone }) => gone),
  };
}

/**
 * The everyday case: each touched part stays one part.
 *
 * @returns null when a part left the kept sizes and its neighbours must be cut again with it
 */
function quickChanges(merge: Merge, month: number): PartChanges | null {
  const { projectId, seriesId } = merge;
  const parts = merge.parts.filter((part) => part.month === month);
  const points = merge.merged.filter(({ epochS }) => utcMonthOf(epochS) === month);
  if (parts.length === 0) return { set: cutParts(projectId, seriesId, points), gone: [] };
  const set: Part[] = [];
  const gone: Key[] = [];
  for (const range of ranges(parts)) {
    if (!isTouched(range, merge.readings)) continue;
    const { part, fromS, toS } = range;
    const now = points.filter(({ epochS }) => epochS >= fromS && epochS < toS);
    const next = replaced(merge, part, now);
    if (next === null) return null;
    set.push(...next.set);
    gone.push(...next.gone);
  }
  return { set, gone };
}

/** One part with its new points; null when they do not make one part of a kept size. */
function replaced(merge: Merge, part: OpenPart, now: readonly Point[]): PartChanges | null {
  const { projectId, seriesId } = merge;
  const [first] = now;
  if (first === undefined) return { set: [], gone: [part.key] };
  if (part.bytes.length >= BIG_BYTES && continues(part.points, now)) {
    // A big part is full: what follows begins a small one, so that a tick rewrites little.
    return { set: cutParts(projectId, seriesId, now.slice(part.points.length)), gone: [] };
  }
  const bytes = encodePoints(now);
  if (!isKeptSize(bytes.length)) return null;
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

/** Cuts again every run of small and touched parts that a reading touches. */
async function recutMonth(store: Store, merge: Merge, month: number): Promise<PartChanges> {
  const { projectId, seriesId, kind } = merge;
  const prefix = keys.points.under(projectId, seriesId, month);
  const parts = (await Array.fromAsync(store.list({ prefix }))).map(partOf);
  const readings = merge.readings.filter(({ epochS }) => utcMonthOf(epochS) === month);
  const set: Part[] = [];
  const gone: Key[] = [];
  for (const run of runsToCut(ranges(parts), readings)) {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    const points = run.flatMap(({ part }) => decodePoints(part.bytes));
    const came = readings.filter(({ epochS }) => epochS >= first.fromS && epochS < last.toS);
    const cut = cutParts(projectId, seriesId, mergeReadings(points, came, kind));
    const starts = new Set(cut.map(({ startS }) => startS));
    set.push(...cut);
    gone.push(...run.filter(({ part }) => !starts.has(part.startS)).map(({ part }) => part.key));
  }
  return { set, gone };
}

interface Range<P extends Part> {
  readonly part: P;
  /** Readings from here… */
  readonly fromS: number;
  /** …to here go into this part. */
  readonly toS: number;
}

/** The seconds each part of a month answers for: the first one from the month's beginning. */
function ranges<P extends Part>(parts: readonly P[]): readonly Range<P>[] {
  return parts.map((part, at) => ({
    part,
    fromS: at === 0 ? -Infinity : part.startS,
    toS: parts[at + 1]?.startS ?? Infinity,
  }));
}

function runsToCut(
  all: readonly Range<Part>[],
  readings: readonly Reading[],
): readonly (readonly Range<Part>[])[] {
  const runs: Range<Part>[][] = [[]];
  const touched = new Set(all.filter((range) => isTouched(range, readings)));
  for (const range of all) {
    if (range.part.bytes.length <= SMALL_BYTES || touched.has(range)) runs.at(-1)?.push(range);
    else runs.push([]);
  }
  return runs.filter((run) => run.some((range) => touched.has(range)));
}

/** Whether a reading falls in the part, or in the five minutes its first point is in. */
function isTouched({ fromS, toS }: Range<Part>, readings: readonly Reading[]): boolean {
  const slotStartS = fromS === -Infinity ? fromS : Math.floor(fromS / SLOT_S) * SLOT_S;
  return readings.some(({ epochS }) => epochS >= slotStartS && epochS < toS);
}
