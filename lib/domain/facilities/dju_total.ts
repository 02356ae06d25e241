import { sumBy, sumOf } from "@/lib/domain/numbers/sums.ts";
import {
  daysInMonth,
  type IsoDate,
  type IsoMonth,
  monthOf,
  monthParts,
} from "@/lib/domain/periods/civil_dates.ts";
import type { DjuSlot } from "./types.ts";

/**
 * DJU of a year or a season made of its months, with the share of its days that are known.
 *
 * @spec degree-days.months
 * @param months the twelve slots of a monthly range
 * @param today days from this one on are not over: nobody expects their DJU
 * @returns `dju` null when no month is known; `completeness` 0 to 1, each month weighing its finished days; null
 *   without any
 */
export function djuTotal(
  months: readonly DjuSlot[],
  today: IsoDate,
): Pick<DjuSlot, "dju"> & { readonly completeness: number | null } {
  const known = months.flatMap(({ dju }) => dju ?? []);
  const dayCount = sumBy(months, ({ slot }) => finishedDays(slot, today));
  const knownCount = sumBy(
    months,
    ({ slot, completeness }) => completeness * finishedDays(slot, today),
  );
  return {
    dju: known.length === 0 ? null : sumOf(known),
    completeness: dayCount === 0 ? null : knownCount / dayCount,
  };
}

/** Days of a month before today; 0 in a month to come. */
export function finishedDays(slot: IsoMonth, today: IsoDate): number {
  const running = monthOf(today);
  if (slot > running) return 0;
  if (slot === running) return Number(today.slice("2024-01-".length)) - 1;
  const { year, month } = monthParts(slot);
  return daysInMonth(year, month);
}
