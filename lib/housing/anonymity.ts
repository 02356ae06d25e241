/** Combines the figures of dwellings, withholding those of small groups. @module */

import {
  exactTotal,
  highest,
  inMillionths,
  known,
  lowest,
  meanOf,
  sumBy,
} from "@/lib/base/sums.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { doubtfulOf } from "@/lib/timeseries/rollups.ts";
import type { RangeStatsSlot } from "./schema.ts";

/** Minimum number of dwellings in a total: a smaller group would reveal individuals. @spec housing.small-groups "n ≥ 11" */
export const FEWEST_ANONYMOUS = 11;

/** Whether a figure of this many anonymous dwellings would reveal individuals. @spec housing.small-groups */
export function isTooFew(anonymousCount: number): boolean {
  return anonymousCount > 0 && anonymousCount < FEWEST_ANONYMOUS;
}

/**
 * The slots of a day to withhold, when the day itself is shown: those with one to ten anonymous dwellings and, while the
 * withheld slots have fewer than 11 together, the shown one with the fewest. The day less its shown slots then has 11.
 *
 * @spec housing.totals
 * @param slots ids of the anonymous dwellings read in each slot
 * @returns ranks of the withheld slots
 */
export function withComplement(slots: readonly ReadonlySet<string>[]): ReadonlySet<number> {
  const ranks = [...slots.keys()];
  const sizeOf = (position: number) => slots[position]?.size ?? 0;
  const withheld = new Set(ranks.filter((position) => isTooFew(sizeOf(position))));
  const next = ranks
    .filter((position) => sizeOf(position) >= FEWEST_ANONYMOUS)
    .sort((left, right) => sizeOf(left) - sizeOf(right) || left - right);
  const together = () => new Set([...withheld].flatMap((position) => [...slots[position] ?? []]));
  for (const position of next) {
    if (!isTooFew(together().size)) break;
    withheld.add(position);
  }
  return withheld;
}

/**
 * The anonymous dwellings counted at a finer granularity: those of the coarser one that may be shown at it, less as many
 * as needed for the others to be none or 11. The coarser total less the finer ones is that of the others.
 *
 * @spec housing.totals
 * @param coarser those read and counted at the coarser granularity, in a fixed order
 */
export function countedFiner<House>(
  coarser: readonly House[],
  isAllowed: (house: House) => boolean,
): House[] {
  const allowed = coarser.filter(isAllowed);
  const otherCount = coarser.length - allowed.length;
  if (!isTooFew(otherCount)) return allowed;
  return allowed.slice(0, Math.max(0, coarser.length - FEWEST_ANONYMOUS));
}

interface AnonymousHouse {
  readonly id: string;
  readonly anonymousGroupId: string | null;
}

export interface HouseSlots {
  /** Whether its figures may be shown individually; otherwise it is anonymous. */
  readonly isDetailed: boolean;
  readonly slots: readonly RangeSlot[];
  /** Segments of the slots in which its occupant changed: their figures mix two people. */
  readonly sharedSlots?: ReadonlySet<string>;
}

/** A group whose figures may be shown, with its anonymous dwellings that were read. */
interface ShownGroup {
  readonly id: string;
  readonly houseIds: readonly string[];
}

/**
 * The groups whose figures may be shown, made of their anonymous dwellings only, sorted by id.
 *
 * A group of fewer than 11 is hidden. When all hidden groups together have fewer than 11 dwellings, the smallest shown
 * group is hidden too, so that subtraction from the total cannot reveal them.
 *
 * @spec housing.totals "n ≥ 11 (never < 11)… hide a group below it, and complementary groups that allow subtraction"
 * @param anonymous the anonymous dwellings of the residence that were read
 */
export function shownGroups(anonymous: readonly AnonymousHouse[]): ShownGroup[] {
  const members = new Map<string, string[]>();
  for (const { id, anonymousGroupId } of anonymous) {
    if (anonymousGroupId === null) continue;
    members.set(anonymousGroupId, [...members.get(anonymousGroupId) ?? [], id]);
  }
  const shown = [...members]
    .map(([id, houseIds]) => ({ id, houseIds }))
    .filter(({ houseIds }) => houseIds.length >= FEWEST_ANONYMOUS)
    .sort((left, right) => right.houseIds.length - left.houseIds.length || byId(left, right));
  const restOf = () => anonymous.length - sumBy(shown, ({ houseIds }) => houseIds.length);
  while (shown.length > 0 && restOf() > 0 && restOf() < FEWEST_ANONYMOUS) shown.pop();
  return shown.sort(byId);
}

/**
 * Combines the slots of several dwellings: sums for values that add up, otherwise means of the dwellings. A generator,
 * for a caller that pauses between slots: a slot of thousands of dwellings takes a millisecond.
 *
 * A slot with readings of fewer than 11 anonymous dwellings leaves them out: the others are known and could be
 * subtracted from the total. Where there are 11 or more of them, of which fewer were read, those left out are missing
 * from the completeness: the slot is not compared with one that counts them. The lowest and highest values come only
 * from dwellings shown individually.
 *
 * @spec housing.totals
 * @param houses all with the same slots, in the same order
 * @param isSum whether the values of the series add up
 */
export function* togetherSlots(
  houses: readonly HouseSlots[],
  isSum: boolean,
): Generator<RangeSlot> {
  for (const { slot, all, counted, values, identified } of readSlots(houses)) {
    yield {
      slot,
      value: togetherValue(values, isSum),
      min: isSum ? null : lowest(identified),
      max: isSum ? null : highest(identified),
      completeness: meanOf(all.map(({ completeness }) => completeness)),
      estimated: all.some(({ estimated }) => estimated),
      ...doubtfulOf(counted),
    };
  }
}

function togetherValue(values: readonly number[], isSum: boolean): number | null {
  if (values.length === 0) return null;
  return isSum ? exactTotal(values) : inMillionths(meanOf(values));
}

/**
 * The lowest, mean and highest dwelling of each slot, by the rules of {@link togetherSlots}.
 *
 * @spec housing.series
 */
export function* spreadSlots(houses: readonly HouseSlots[]): Generator<RangeStatsSlot> {
  for (const { slot, values, identified } of readSlots(houses)) {
    yield {
      slot,
      min: lowest(identified),
      mean: values.length === 0 ? null : inMillionths(meanOf(values)),
      max: highest(identified),
      count: values.length,
    };
  }
}

interface ReadSlot {
  readonly slot: string;
  readonly all: readonly RangeSlot[];
  /** Slots of the dwellings counted in the figures. */
  readonly counted: readonly RangeSlot[];
  readonly values: readonly number[];
  /** Values that may be shown individually, each of one occupant. */
  readonly identified: readonly number[];
}

function* readSlots(houses: readonly HouseSlots[]): Generator<ReadSlot> {
  const [first] = houses;
  const detailed = houses.filter(({ isDetailed }) => isDetailed);
  const anonymous = houses.filter(({ isDetailed }) => !isDetailed);
  for (const [position, { slot }] of (first?.slots ?? []).entries()) {
    const at = (some: readonly HouseSlots[]) => some.flatMap(({ slots }) => slots[position] ?? []);
    const shown = valuesOf(at(detailed));
    const hidden = valuesOf(at(anonymous));
    const isCounted = hidden.length >= FEWEST_ANONYMOUS;
    const values = isCounted ? [...shown, ...hidden] : shown;
    const identified = valuesOf(at(detailed.filter(({ sharedSlots }) => !sharedSlots?.has(slot))));
    const all = isCounted || anonymous.length < FEWEST_ANONYMOUS
      ? at(houses)
      : [...at(detailed), ...at(anonymous).map(leftOut)];
    const counted = at(isCounted ? houses : detailed);
    yield { slot, all, counted, values, identified };
  }
}

/** A slot without its reading: it covers nothing, as if it had not been read. */
export function leftOut(slot: RangeSlot): RangeSlot {
  return slot.value === null ? slot : { ...slot, value: null, completeness: 0 };
}

function valuesOf(slots: readonly RangeSlot[]): number[] {
  return known(slots.map(({ value }) => value));
}

function byId(left: { id: string }, right: { id: string }): number {
  return left.id < right.id ? -1 : 1;
}
