/** Totals, shares, comparison and chart of the use of a production. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { round } from "@/lib/base/rounding.ts";
import { highest, knownTotal, sumBy } from "@/lib/base/sums.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { COMPARABLE } from "@/lib/series/range_rows.ts";
import {
  type ChartAxis,
  type ChartModel,
  chartModel,
  type StackSpec,
  stacksTop,
} from "@/lib/ui/chart_model.ts";
import { chartScale, STEP_COUNT, WIDE_CHART } from "@/lib/ui/chart_scale.ts";
import { isPresent } from "./participation.ts";
import type { AutoconsumptionSlot, Consumer, SharingKind } from "./schema.ts";
import type { ConsumerHours } from "./sharing.ts";
import { USE_NAMES } from "./text.ts";

/** Amounts of several slots, kWh; null when unknown. */
type UseOfProduction = Pick<
  AutoconsumptionSlot,
  "producedKWh" | "consumedKWh" | "selfConsumedKWh" | "surplusKWh" | "fromGridKWh"
>;

export interface UseTotals extends UseOfProduction {
  /** 0 to 1. */
  readonly completeness: number;
  /** Whether the consumption of a slot is hidden, hence missing from the totals. */
  readonly isWithheld: boolean;
}

/** Exact totals of slots. @spec design §12 "Completeness beside every total" */
export function useTotals(slots: readonly AutoconsumptionSlot[]): UseTotals {
  const total = (name: keyof UseOfProduction) => knownTotal(slots.map((slot) => slot[name]));
  const covered = sumBy(slots, ({ completeness }) => completeness);
  return {
    producedKWh: total("producedKWh"),
    consumedKWh: total("consumedKWh"),
    selfConsumedKWh: total("selfConsumedKWh"),
    surplusKWh: total("surplusKWh"),
    fromGridKWh: total("fromGridKWh"),
    completeness: slots.length === 0 ? 0 : covered / slots.length,
    isWithheld: slots.some(({ isWithheld }) => isWithheld),
  };
}

/** Totals of a range and of the one a year before, over the same slots. */
export interface ComparedUse {
  readonly now: UseTotals;
  readonly before: UseTotals;
  /** Whether they are all the slots that were read. */
  readonly isWhole: boolean;
}

/**
 * The totals of two years over the slots that are nearly complete in both.
 *
 * @spec series.compared-slots
 * @param before the slot a year before each; undefined without one, and for the running slot
 * @returns null without such a slot
 */
export function comparedUse(
  slots: readonly AutoconsumptionSlot[],
  before: readonly (AutoconsumptionSlot | undefined)[],
): ComparedUse | null {
  const pairs = slots.map((now, position) => ({ now, then: before[position] }));
  const shared = pairs.flatMap(({ now, then }) => isComparable(now, then) ? [{ now, then }] : []);
  if (shared.length === 0) return null;
  const others = pairs.filter(({ now, then }) => !isComparable(now, then));
  return {
    now: useTotals(shared.map(({ now }) => now)),
    before: useTotals(shared.map(({ then }) => then)),
    isWhole: others.every(({ now, then }) => isUnread(now) && isUnread(then)),
  };
}

function isUnread(slot: AutoconsumptionSlot | undefined): boolean {
  return slot === undefined || (slot.producedKWh === null && slot.consumedKWh === null);
}

function isComparable(
  now: AutoconsumptionSlot,
  then: AutoconsumptionSlot | undefined,
): then is AutoconsumptionSlot {
  const isRead = ({ producedKWh, completeness }: AutoconsumptionSlot) =>
    producedKWh !== null && completeness >= COMPARABLE;
  return then !== undefined && isRead(now) && isRead(then) && now.isWithheld === then.isWithheld;
}

/**
 * Share of the shared production that was consumed locally.
 *
 * @returns percent, one decimal; null when nothing was produced or shared
 */
export function selfConsumptionPercent(
  { selfConsumedKWh, surplusKWh }: UseOfProduction,
): number | null {
  if (selfConsumedKWh === null || surplusKWh === null) return null;
  return percentOf(selfConsumedKWh, selfConsumedKWh + surplusKWh);
}

/**
 * Share of the consumption supplied by the operation, in hours when its production was read.
 *
 * @returns percent, one decimal; null when nothing was consumed or shared
 */
export function selfProductionPercent(
  { selfConsumedKWh, fromGridKWh }: UseOfProduction,
): number | null {
  if (selfConsumedKWh === null || fromGridKWh === null) return null;
  return percentOf(selfConsumedKWh, selfConsumedKWh + fromGridKWh);
}

/** Sum of the participants' shares, %. @spec autoconsumption.sharing */
export function sharesTotal(
  consumers: readonly Pick<Consumer, "status" | "sharePercent">[],
): number {
  return sumOfShares(consumers.filter(({ status }) => status === "active"));
}

/**
 * Highest sum of the participants' shares on a day of an operation, %; undefined where shares are not used.
 *
 * @spec autoconsumption.sharing
 * @param dates the days shared
 */
export function highestShares(
  sharing: SharingKind,
  consumers: readonly Pick<ConsumerHours, "presences" | "sharePercent">[],
  dates: Iterable<IsoDate>,
): number | undefined {
  if (sharing === "full-dynamic") return undefined;
  const shared = consumers.filter(({ sharePercent }) => sharePercent !== null);
  let most = 0;
  for (const date of dates) {
    most = Math.max(most, sumOfShares(shared.filter((one) => isPresent(one.presences, date))));
  }
  return most;
}

function sumOfShares(consumers: readonly Pick<Consumer, "sharePercent">[]): number {
  return round(sumBy(consumers, ({ sharePercent }) => sharePercent ?? 0), 4);
}

function percentOf(part: number, whole: number): number | null {
  return whole <= 0 ? null : round(100 * part / whole, 1);
}

/** Decimals of a millionth of a kWh. */
const MILLIONTHS = 6;

/**
 * Chart of production and consumption, side by side. Both stacks start with the local consumption; above it are the
 * surplus, or the grid's supply.
 *
 * @returns null when nothing was read
 */
export function useChart(
  slots: readonly AutoconsumptionSlot[],
  axis: ChartAxis,
): ChartModel | null {
  const isKnown = slots.some(({ producedKWh, consumedKWh }) =>
    producedKWh !== null || consumedKWh !== null
  );
  if (!isKnown) return null;
  const stacks = [producedStack(slots), consumedStack(slots)];
  return chartModel({
    ...axis,
    size: WIDE_CHART,
    scale: chartScale(0, stacksTop(stacks), STEP_COUNT),
    stacks,
    formatValue: formatNumber,
  });
}

function producedStack(slots: readonly AutoconsumptionSlot[]): StackSpec {
  const unshared = slots.map(({ producedKWh, selfConsumedKWh, surplusKWh }) =>
    rest(producedKWh, selfConsumedKWh, surplusKWh)
  );
  return [
    {
      name: USE_NAMES.selfConsumed,
      colour: "green",
      values: slots.map((slot) => slot.selfConsumedKWh),
    },
    { name: USE_NAMES.surplus, colour: "orange", values: slots.map((slot) => slot.surplusKWh) },
    ...unsharedLayer(unshared),
  ];
}

/** When nothing was shared, the grid's supply is unknown. */
function consumedStack(slots: readonly AutoconsumptionSlot[]): StackSpec {
  const fromGrid = slots.map(({ fromGridKWh }) => fromGridKWh);
  const unshared = slots.map(({ consumedKWh, selfConsumedKWh, fromGridKWh }) =>
    rest(consumedKWh, selfConsumedKWh, fromGridKWh)
  );
  return [
    { name: "", colour: "green", values: slots.map((slot) => slot.selfConsumedKWh) },
    { name: USE_NAMES.fromGrid, colour: "grey", values: fromGrid },
    ...unsharedLayer(unshared),
  ];
}

/** Amounts of hours that were not shared, or that are hidden. */
function unsharedLayer(values: readonly (number | null)[]): StackSpec {
  return (highest(values) ?? 0) > 0 ? [{ name: USE_NAMES.unshared, colour: "blue", values }] : [];
}

function rest(whole: number | null, ...parts: readonly (number | null)[]): number | null {
  if (whole === null) return null;
  return Math.max(0, round(whole - sumBy(parts, (part) => part ?? 0), MILLIONTHS));
}
