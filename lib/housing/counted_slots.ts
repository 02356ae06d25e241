/** Chooses the anonymous dwellings counted in each slot of a total. @module */

import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilDays, slotsOf } from "@/lib/base/slots.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { allowedResolution, FINENESSES, reaches } from "@/lib/series/resolution.ts";
import { countedFiner, FEWEST_ANONYMOUS, isTooFew, leftOut, withComplement } from "./anonymity.ts";
import {
  countedHouses,
  daysOfHouses,
  type HouseRange,
  type HouseRead,
  type HousingWorld,
  type SeenHouse,
  seenHouses,
  slotsOfHouses,
} from "./visible_readings.ts";

type CountedHouse = SeenHouse & HouseRead;

/**
 * The slots of the dwellings that the figures of a range include for the caller. Values of anonymous dwellings that a
 * subtraction between two ranges would give are left out.
 *
 * @spec housing.totals
 * @returns null when the range is finer than the caller may see in any dwelling
 */
export async function countedSlotsOfHouses(
  world: HousingWorld,
  query: HouseRange,
): Promise<CountedHouse[] | null> {
  const counted = countedHouses(world, query);
  if (counted === null) return null;
  const read = await slotsOfHouses(world, counted, query);
  const anonymous = read.filter(({ isDetailed }) => !isDetailed);
  if (anonymous.length < FEWEST_ANONYMOUS || query.range.type === "daily") return read;
  const shown = allowedResolution(query.range.type) === "day"
    ? await withoutSparseDays(world, anonymous, query)
    : await withoutSparseHours(world, anonymous, query);
  const byId = new Map(shown.map((house) => [house.id, house]));
  return read.map((house) => byId.get(house.id) ?? house);
}

/** Months and weeks without the days on which one to ten anonymous dwellings were read. */
async function withoutSparseDays(
  world: HousingWorld,
  anonymous: readonly CountedHouse[],
  query: HouseRange,
): Promise<readonly CountedHouse[]> {
  const leftOut = await sparseDays(world, anonymous, query);
  return leftOut.size === 0
    ? anonymous
    : await slotsOfHouses(world, anonymous, { ...query, leftOut });
}

/** Dwellings whose days are counted together: usually, the first ones have eleven readings of each day. */
const COUNTED_AT_ONCE = 16;

async function sparseDays(
  world: HousingWorld,
  anonymous: readonly CountedHouse[],
  { series, range }: HouseRange,
): Promise<ReadonlySet<IsoDate>> {
  const read = daysWithReadings(anonymous, range);
  const [first, last] = [read[0], read.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const days = { from: first, to: addDays(last, 1) };
  const counts = new Map(read.map((day) => [day, 0]));
  const ordered = anonymous.toSorted((left, right) => completenessOf(right) - completenessOf(left));
  for (const some of chunk(ordered, COUNTED_AT_ONCE)) {
    for (const slots of (await daysOfHouses(world, some, { series, days })).values()) {
      for (const { slot, value } of slots) {
        const count = counts.get(slot);
        if (value !== null && count !== undefined) counts.set(slot, count + 1);
      }
    }
    if ([...counts.values()].every((count) => count >= FEWEST_ANONYMOUS)) return new Set();
  }
  return new Set([...counts].flatMap(([day, count]) => isTooFew(count) ? [day] : []));
}

/** The days of the slots in which an anonymous dwelling was read. */
function daysWithReadings(anonymous: readonly CountedHouse[], range: PeriodRange): IsoDate[] {
  return slotsOf(range).flatMap(({ from, to }, position) => {
    if (anonymous.every(({ slots }) => (slots[position]?.value ?? null) === null)) return [];
    const days: IsoDate[] = [];
    for (let day: IsoDate = from; day < to; day = addDays(day, 1)) days.push(day);
    return days;
  });
}

function completenessOf({ slots }: CountedHouse): number {
  return sumBy(slots, ({ completeness }) => completeness);
}

/** Hours, or less, without the anonymous dwellings and the slots that the figures of the day would give. */
async function withoutSparseHours(
  world: HousingWorld,
  anonymous: readonly CountedHouse[],
  query: HouseRange,
): Promise<readonly CountedHouse[]> {
  const finer = await finerIds(world, query);
  const counted = anonymous.filter(({ id }) => finer.has(id));
  // A civil day has 23, 24 or 25 hours.
  const [{ slots: zoned } = { slots: [] }] = anonymous;
  const readers = zoned.map((_, position) =>
    new Set(
      counted.flatMap(({ id, slots }) => (slots[position]?.value ?? null) === null ? [] : [id]),
    )
  );
  const isHourly = allowedResolution(query.range.type) === "hour";
  const isSparse = readers.some(({ size }) => isTooFew(size));
  const withheld = isHourly ? withComplement(readers) : isSparse ? readers.keys() : [];
  const ranks = new Set(withheld);
  return anonymous.map((house) => ({
    ...house,
    slots: house.slots.map((slot, position) => {
      // Left out of every hour of every day: its completeness stays.
      if (!finer.has(house.id)) return { ...slot, value: null };
      return ranks.has(position) ? leftOut(slot) : slot;
    }),
  }));
}

/** The anonymous dwellings counted at the granularity of a range of one day. */
async function finerIds(
  world: HousingWorld,
  { series, range }: HouseRange,
): Promise<ReadonlySet<string>> {
  const { from: day } = civilDays(range);
  const ofDay = seenHouses(world, series, day).filter(({ isDetailed, seen }) =>
    !isDetailed && reaches(seen.together, "day")
  );
  const days = { from: day, to: addDays(day, 1) };
  const read = await daysOfHouses(world, ofDay, { series, days });
  let counted = ofDay.filter(({ id }) => (read.get(id)?.[0]?.value ?? null) !== null);
  for (
    const fineness of FINENESSES.slice(1, FINENESSES.indexOf(allowedResolution(range.type)) + 1)
  ) {
    counted = countedFiner(counted, ({ seen }) => reaches(seen.together, fineness));
  }
  return new Set(counted.map(({ id }) => id));
}
