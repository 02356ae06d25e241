/** Points and readings of series, their five-minute slots, and the ids they are stored under. @module */

import type { DataKind } from "./units.ts";

/**
 * One reading: a value at a second.
 *
 * `value` is in the series' own unit. A text state is in `text`, with value 0.
 */
export interface Point {
  /** Seconds since 1970-01-01T00:00:00Z, whole. */
  readonly epochS: number;
  readonly value: number;
  readonly text?: string;
}

/** A write to a series: a point, or the removal of the slot of that second. @spec series.slots */
export type Reading = Point | { readonly epochS: number; readonly removed: true };

/** Length of the slot that stores one instant, register or state. */
export const SLOT_S = 300;

export function slotOf(epochS: number): number {
  return Math.floor(epochS / SLOT_S);
}

/**
 * The points of a series after readings arrived, applied in their order of arrival.
 *
 * A five-minute slot stores the latest reading of an instant or a state, and the first and latest readings of an
 * index: the register is then known on both sides of the start of an hour or a day. A consumption stores every
 * distinct second. A reading at the same second replaces the stored one. A removal empties its slot. Idempotent.
 *
 * @spec series.slots
 * @param points stored, in time order; not changed
 * @returns the new content, in time order
 */
export function mergeReadings(
  points: readonly Point[],
  readings: readonly Reading[],
  kind: DataKind,
): readonly Point[] {
  if (comeAfter(points, readings, kind)) return [...points, ...readings];
  const slotS = slotLength(kind);
  const slotAt = ({ epochS }: Reading) => Math.floor(epochS / slotS);
  const touched = new Map<number, readonly Point[]>();
  for (const reading of readings) touched.set(slotAt(reading), []);
  const others = points.filter((point) => {
    const known = touched.get(slotAt(point));
    if (known !== undefined) touched.set(slotAt(point), [...known, point]);
    return known === undefined;
  });
  const select = kind === "index" ? firstAndLatest : latest;
  for (const reading of readings) {
    const known = touched.get(slotAt(reading)) ?? [];
    touched.set(slotAt(reading), "removed" in reading ? [] : select(known, reading));
  }
  return [...others, ...[...touched.values()].flat()].sort((a, b) => a.epochS - b.epochS);
}

function slotLength(kind: DataKind): number {
  return kind === "consumption" ? 1 : SLOT_S;
}

/** New content of a slot of an instant, a state or a consumption. */
function latest(selected: readonly Point[], reading: Point): readonly Point[] {
  return reading.epochS >= (selected[0]?.epochS ?? -Infinity) ? [reading] : selected;
}

/** New content of a slot of an index. */
function firstAndLatest([first, last]: readonly Point[], reading: Point): readonly Point[] {
  if (first === undefined || reading.epochS === first.epochS) {
    return last ? [reading, last] : [reading];
  }
  if (reading.epochS < first.epochS) return [reading, last ?? first];
  return last === undefined || reading.epochS >= last.epochS ? [first, reading] : [first, last];
}

/** The common case: points only, in order, after the last stored one, with no slot over its capacity. */
function comeAfter(
  points: readonly Point[],
  readings: readonly Reading[],
  kind: DataKind,
): readings is readonly Point[] {
  const slotS = slotLength(kind);
  const most = kind === "index" ? 2 : 1;
  const slotAt = (point: Point | undefined) => Math.floor((point?.epochS ?? -Infinity) / slotS);
  let [slot, lastS] = [slotAt(points.at(-1)), points.at(-1)?.epochS ?? -Infinity];
  let inSlot = slotAt(points.at(-2)) === slot ? 2 : 1;
  for (const reading of readings) {
    const next = Math.floor(reading.epochS / slotS);
    inSlot = next === slot ? inSlot + 1 : 1;
    if ("removed" in reading || reading.epochS <= lastS || inSlot > most) return false;
    [slot, lastS] = [next, reading.epochS];
  }
  return true;
}

/**
 * The id under which a series' readings are stored.
 *
 * @param houseId dwelling of the readings; null for a facility
 */
export function storedSeriesId(seriesId: string, houseId: string | null): string {
  return houseId === null ? seriesId : `${seriesId}@${houseId}`;
}

/** The id of a series from that of its readings, as returned by {@link storedSeriesId}. */
export function seriesOfStored(storedId: string): string {
  return storedId.split("@")[0] ?? storedId;
}

/** The dwelling of stored readings, from their id; null for those of a facility. */
export function houseOfStored(storedId: string): string | null {
  return storedId.split("@")[1] ?? null;
}

/** Whether stored readings are those of a dwelling, from their id. */
export function isOfHouse(storedId: string): boolean {
  return storedId.includes("@");
}

/** Readings of one series that arrive together; a later reading at the same second replaces the earlier one. */
export interface SeriesBatch {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly readings: readonly Reading[];
}
