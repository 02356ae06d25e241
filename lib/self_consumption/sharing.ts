/** Shares the production of an operation between its consumers, hour by hour. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { sumBy, sumOf } from "@/lib/base/sums.ts";
import { isTooFew, withComplement } from "@/lib/housing/anonymity.ts";
import { isPresent } from "./participation.ts";
import type { AutoconsumptionSlot, Presence, SharingKind } from "./schema.ts";

/** A participant's consumption and share, for the sharing of a production. */
export interface Claim {
  readonly id: string;
  /** Consumption, whole millionths of a kWh. */
  readonly consumed: number;
  /** Its share of the production, %; null when there is none. */
  readonly sharePercent: number | null;
}

/**
 * Each consumer's part of a production, in whole millionths of a kWh.
 *
 * - `static`: each consumes up to its share; the rest goes to the grid.
 * - `dynamic`: as `static`, then the unused part is shared between the others in proportion to their remaining need.
 * - `full-dynamic`: production is shared in proportion to consumption.
 *
 * Shares that add up to more than 100 % are scaled down to 100 %. No consumer gets more than its consumption, and the
 * sum never exceeds the production. The order of the consumers does not matter.
 *
 * @spec autoconsumption.sharing
 * @param produced whole millionths of a kWh, at least 0
 * @returns one part per claim, in the same order
 */
export function sharedParts(
  kind: SharingKind,
  produced: number,
  claims: readonly Claim[],
): number[] {
  if (kind === "full-dynamic") return inProportion(produced, claims);
  const parts = offeredParts(produced, claims);
  if (kind === "static") return parts;
  const needs = claims.map(({ id, consumed }, position) => ({
    id,
    consumed: consumed - (parts[position] ?? 0),
  }));
  const more = inProportion(produced - sumOf(parts), needs);
  return parts.map((part, position) => part + (more[position] ?? 0));
}

/** Each consumer's part, limited to its share. */
function offeredParts(produced: number, claims: readonly Claim[]): number[] {
  const shares = claims.map(({ sharePercent }) =>
    Math.round((sharePercent ?? 0) * STEPS_PER_PERCENT)
  );
  const whole = Math.max(100 * STEPS_PER_PERCENT, sumOf(shares));
  return claims.map(({ consumed }, position) =>
    Math.min(consumed, partOf(produced, shares[position] ?? 0, whole).part)
  );
}

/** Precision of shares: a ten-thousandth of a percent. */
const STEPS_PER_PERCENT = 10_000;

type Need = Pick<Claim, "id" | "consumed">;

/** Shares an amount in proportion to needs; the rounding remainder goes to the largest remainders. */
function inProportion(amount: number, needs: readonly Need[]): number[] {
  const needed = sumOf(needs.map(({ consumed }) => consumed));
  if (amount >= needed) return needs.map(({ consumed }) => consumed);
  if (amount === 0) return needs.map(() => 0);
  const cut = needs.map(({ consumed }) => partOf(amount, consumed, needed));
  const parts = cut.map(({ part }) => part);
  const order = needs
    .map(({ id }, position) => ({ id, position, remainder: cut[position]?.remainder ?? 0n }))
    .sort((a, b) => compared(b.remainder, a.remainder) || compared(a.id, b.id));
  for (const { position } of order.slice(0, amount - sumOf(parts))) {
    parts[position] = 1 + (parts[position] ?? 0);
  }
  return parts;
}

/** BigInt, since products of two amounts exceed the range of exact numbers. */
function partOf(amount: number, share: number, whole: number): { part: number; remainder: bigint } {
  const [product, divisor] = [BigInt(amount) * BigInt(share), BigInt(whole)];
  return { part: Number(product / divisor), remainder: product % divisor };
}

function compared<Value extends bigint | string>(left: Value, right: Value): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** An hour of an operation, or less: production is shared within each. */
export interface SharedHour {
  /** Its civil day. */
  readonly date: IsoDate;
  readonly lengthS: number;
}

/** A meter's hourly amounts, in order. */
export interface MeterHours {
  /** Whole millionths of a kWh; null without readings. */
  readonly amounts: readonly (number | null)[];
  /** Seconds covered by readings. */
  readonly coveredS: readonly number[];
}

/** Disclosure of a consumer's figures: individually, in a total, or not at all. */
export type Disclosure = "detailed" | "anonymous" | "hidden";

export interface ConsumerHours extends MeterHours {
  readonly id: string;
  readonly sharePercent: number | null;
  readonly presences: readonly Presence[];
  readonly telling: Disclosure;
}

export interface OperationHours {
  readonly sharing: SharingKind;
  /** First day of the operation; null until it starts. */
  readonly startDate: IsoDate | null;
  readonly hours: readonly SharedHour[];
  readonly producers: readonly MeterHours[];
  readonly consumers: readonly ConsumerHours[];
}

/** Length of the slots of a range: days and longer, hours, or less. */
export type SlotScale = "days" | "hours" | "minutes";

/** A slot of a range, with the indexes of its hours, `to` excluded. */
export interface HoursOfSlot {
  readonly segment: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Production of each slot of a range and its use, hour by hour.
 *
 * An unread meter does not count as 0: it lowers the completeness. An hour without any generator or consumer read is
 * not shared. Nothing is shared before the operation starts.
 *
 * @spec autoconsumption.hours, autoconsumption.anonymity
 */
export function useOfProduction(
  operation: OperationHours,
  slots: readonly HoursOfSlot[],
  scale: SlotScale,
): AutoconsumptionSlot[] {
  const read = slots.map((slot) => slotRead(operation, slot));
  const withheld = withheldRanks(read.map(({ days }) => days), scale);
  return read.map(({ segment, sums }, position) => sums.slot(segment, withheld.has(position)));
}

function slotRead(operation: OperationHours, { segment, from, to }: HoursOfSlot) {
  const sums = new Sums();
  const days = new Map<IsoDate, DayReaders>();
  const { startDate, hours, producers, consumers, sharing } = operation;
  let day: IsoDate | null = null;
  let present: readonly ConsumerHours[] = [];
  for (let position = from; position < to; position++) {
    const hour = hours[position];
    if (hour === undefined || startDate === null || hour.date < startDate) continue;
    const { date } = hour;
    if (date !== day) present = consumers.filter((one) => isPresent(one.presences, date));
    day = date;
    const readers = days.get(date) ?? new DayReaders();
    days.set(date, readers);
    readers.add(present, position);
    sums.addCoverage([...producers, ...present], position, hour.lengthS);
    sums.addHour(sharing, producedIn(producers, position), claimsIn(present, position));
  }
  return { segment, sums, days: [...days.values()] };
}

function producedIn(producers: readonly MeterHours[], position: number): number | null {
  const read = producers.flatMap(({ amounts }) => amounts[position] ?? []);
  return read.length === 0 ? null : sumOf(read);
}

function claimsIn(consumers: readonly ConsumerHours[], position: number): Claim[] {
  return consumers.flatMap(({ id, sharePercent, amounts }) => {
    const consumed = amounts[position] ?? null;
    return consumed === null ? [] : [{ id, sharePercent, consumed }];
  });
}

/** The consumers read on a day of a slot. */
class DayReaders {
  readonly anonymous = new Set<string>();
  isRead = false;
  hasHidden = false;

  add(consumers: readonly ConsumerHours[], position: number): void {
    for (const { id, telling, amounts } of consumers) {
      if ((amounts[position] ?? null) === null) continue;
      this.isRead = true;
      if (telling === "hidden") this.hasHidden = true;
      if (telling === "anonymous") this.anonymous.add(id);
    }
  }
}

/**
 * The slots whose consumption is withheld, so that no subtraction between ranges gives the consumption of one to ten
 * anonymous dwellings.
 *
 * - Days and longer: those with such a day. Weeks and months overlap, so a shown one has no withheld day.
 * - Hours: those with one to ten, and one more until the withheld hours of the day have 11 together. A dwelling that may
 *   not be shown by the hour withholds all of them.
 * - Finer, which no page offers: all slots of the day, as soon as one is.
 *
 * @spec autoconsumption.anonymity
 * @param slots the days of each slot
 */
function withheldRanks(
  slots: readonly (readonly DayReaders[])[],
  scale: SlotScale,
): ReadonlySet<number> {
  const isWithheld = ({ anonymous, hasHidden }: DayReaders) =>
    hasHidden || isTooFew(anonymous.size);
  const primary = ranksWhere(slots, (days) => days.some(isWithheld));
  if (scale === "days" || primary.size === 0) return primary;
  const hasHidden = slots.some((days) => days.some((day) => day.hasHidden));
  if (hasHidden || scale === "minutes") {
    return ranksWhere(slots, (days) => days.some(({ isRead }) => isRead));
  }
  return withComplement(slots.map((days) => new Set(days.flatMap((day) => [...day.anonymous]))));
}

function ranksWhere<Slot>(slots: readonly Slot[], isOne: (slot: Slot) => boolean): Set<number> {
  return new Set(slots.flatMap((slot, position) => isOne(slot) ? [position] : []));
}

/** Sums over several hours, in whole millionths of a kWh. */
class Sums {
  #produced: number | null = null;
  #consumed: number | null = null;
  #selfConsumed: number | null = null;
  #surplus: number | null = null;
  #fromGrid: number | null = null;
  #coveredS = 0;
  #expectedS = 0;

  addCoverage(meters: readonly MeterHours[], position: number, lengthS: number): void {
    this.#expectedS += meters.length * lengthS;
    for (const { coveredS } of meters) this.#coveredS += Math.min(lengthS, coveredS[position] ?? 0);
  }

  addHour(sharing: SharingKind, produced: number | null, claims: readonly Claim[]): void {
    if (produced !== null) this.#produced = (this.#produced ?? 0) + produced;
    if (claims.length === 0) return;
    const consumed = sumBy(claims, (claim) => claim.consumed);
    this.#consumed = (this.#consumed ?? 0) + consumed;
    if (produced === null) return;
    const shared = sumOf(sharedParts(sharing, produced, claims));
    this.#selfConsumed = (this.#selfConsumed ?? 0) + shared;
    this.#surplus = (this.#surplus ?? 0) + produced - shared;
    this.#fromGrid = (this.#fromGrid ?? 0) + consumed - shared;
  }

  slot(segment: string, isWithheld: boolean): AutoconsumptionSlot {
    const visible = (amount: number | null) => isWithheld ? null : inKWh(amount);
    return {
      slot: segment,
      producedKWh: inKWh(this.#produced),
      consumedKWh: visible(this.#consumed),
      selfConsumedKWh: visible(this.#selfConsumed),
      surplusKWh: visible(this.#surplus),
      fromGridKWh: visible(this.#fromGrid),
      completeness: this.#expectedS === 0 ? 0 : this.#coveredS / this.#expectedS,
      isWithheld,
    };
  }
}

function inKWh(millionths: number | null): number | null {
  return millionths === null ? null : millionths / 1e6;
}
