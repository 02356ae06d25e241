import type { EfficiencySettings, SimulationOverrides } from "@/lib/domain/energy_balance/types.ts";
import { latestOnOrBefore } from "@/lib/domain/facilities/dated_settings.ts";
import {
  addDays,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  monthOf,
} from "@/lib/domain/periods/civil_dates.ts";

/**
 * The settings of a month: the latest version on or before its first day, or the simulated values.
 *
 * Simulated values replace every version of the year, except the contract's DJU, which is not in the form.
 *
 * @spec balance.settings
 * @returns null before the first version, unless simulated
 */
export function settingsOf(
  versions: readonly EfficiencySettings[],
  month: IsoMonth,
  overrides?: SimulationOverrides,
): EfficiencySettings | null {
  const firstDay = firstDayOf(month);
  const version = latestOnOrBefore(versions, firstDay);
  if (overrides === undefined) return version;
  const { gasSource: _, ...values } = overrides;
  const djuContract = version?.djuContract ?? null;
  return { fromDate: version?.fromDate ?? firstDay, ...values, djuContract };
}

const LONGEST_MONTH_DAYS = 31;

/**
 * The first month that uses the settings of a version.
 *
 * @spec balance.settings
 * @param versions every version recorded, including the version of that day
 * @returns null when another version starts on or before the first day of that month
 */
export function firstMonthUsing(
  versions: readonly { readonly fromDate: IsoDate }[],
  fromDate: IsoDate,
): IsoMonth | null {
  const month = monthOf(fromDate);
  // The next month, or 9999-12, the last one: 9999-12-31 is typed for "without end".
  const nextMonth = monthOf(addDays(firstDayOf(month), LONGEST_MONTH_DAYS));
  const firstDay = fromDate.endsWith("-01") ? fromDate : firstDayOf(nextMonth);
  const isReplaced = versions.some((one) => one.fromDate > fromDate && one.fromDate <= firstDay);
  return isReplaced ? null : monthOf(firstDay);
}
