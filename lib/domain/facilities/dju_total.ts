import { daysInMonth, type IsoMonth, monthParts } from "@/lib/domain/periods/civil_dates.ts";
import type { DjuSlot } from "./types.ts";

/**
 * DJU of a year or a season made of its months, with the share of its days that are known.
 *
 * @spec degree-days.months
 * @param months the twelve slots of a monthly range
 * @returns `dju` null when no month is known; `completeness` 0 to 1, each month weighing its days
 */
export function djuTotal(months: readonly DjuSlot[]): Pick<DjuSlot, "dju" | "completeness"> {
  const known = months.flatMap(({ dju }) => dju ?? []);
  const dayCount = months.reduce((sum, { slot }) => sum + daysOf(slot), 0);
  const knownCount = months.reduce(
    (sum, { slot, completeness }) => sum + completeness * daysOf(slot),
    0,
  );
  return {
    dju: known.length === 0 ? null : known.reduce((sum, dju) => sum + dju, 0),
    completeness: dayCount === 0 ? 0 : knownCount / dayCount,
  };
}

function daysOf(slot: IsoMonth): number {
  const { year, month } = monthParts(slot);
  return daysInMonth(year, month);
}
