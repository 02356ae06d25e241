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
 * DJU of a year or a season from its months, with the share of its known days.
 *
 * @spec degree-days.months
 * @param months the twelve slots of a monthly range
 * @param today this day and later ones are not finished: their DJU are not expected
 * @returns `dju` is null when no month is known; `completeness` is 0 to 1, weighted by the finished days of each month,
 * or null without any
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

/** Days of a month before today; 0 for a future month. */
export function finishedDays(slot: IsoMonth, today: IsoDate): number {
  const running = monthOf(today);
  if (slot > running) return 0;
  if (slot === running) return Number(today.slice("2024-01-".length)) - 1;
  const { year, month } = monthParts(slot);
  return daysInMonth(year, month);
}
