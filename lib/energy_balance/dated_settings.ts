/** Finds the version of dated settings in force, and adds or removes a version. @module */

import {
  addDays,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  monthOf,
} from "@/lib/base/civil_dates.ts";
import type { EfficiencySettings } from "@/lib/facilities/energy_settings_schema.ts";
import type { SimulationOverrides } from "./balance_report.ts";

/** A value in force from a civil day until the next version. @spec facilities.dated-settings */
export interface DatedVersion {
  readonly fromDate: IsoDate;
}

/**
 * The version in force on a day: the latest that starts on or before it.
 *
 * @spec facilities.dated-settings
 * @param versions in any order; of two versions on the same day, the later in the list wins
 * @param date civil day, compared as a calendar date
 * @returns null before the first version
 */
export function latestOnOrBefore<Version extends DatedVersion>(
  versions: readonly Version[],
  date: IsoDate,
): Version | null {
  let latest: Version | null = null;
  for (const version of versions) {
    if (version.fromDate > date) continue;
    if (latest === null || version.fromDate >= latest.fromDate) latest = version;
  }
  return latest;
}

/**
 * The versions with one more, which replaces the version of the same day, if any.
 *
 * @spec facilities.dated-settings
 * @param versions in any order
 * @returns a new list, oldest first
 */
export function withVersion<Version extends DatedVersion>(
  versions: readonly Version[],
  version: Version,
): Version[] {
  return [...withoutVersion(versions, version.fromDate), version]
    .sort((a, b) => (a.fromDate < b.fromDate ? -1 : 1));
}

/**
 * The versions without that of a day.
 *
 * @spec facilities.dated-settings
 * @param versions in any order
 * @param fromDate civil day of the version to remove
 * @returns a new list, as long as before when no version has that day
 */
export function withoutVersion<Version extends DatedVersion>(
  versions: readonly Version[],
  fromDate: IsoDate,
): Version[] {
  return versions.filter((version) => version.fromDate !== fromDate);
}

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

/**
 * The outdoor source of a season: that of the settings in force at its end, or today while it runs, so that a later
 * station changes no earlier season. Without settings, the first source.
 *
 * @spec degree-days.seasons
 */
export function outdoorSourceOf<Source extends { readonly id: string }>(
  yearStart: number,
  { sources, versions, today }: {
    readonly sources: readonly Source[];
    readonly versions: readonly EfficiencySettings[];
    readonly today: IsoDate;
  },
): Source | undefined {
  const end = `${yearStart + 1}-06-30`;
  const version = latestOnOrBefore(versions, today < end ? today : end) ?? versions[0];
  return sources.find(({ id }) => id === version?.djuSource) ?? sources[0];
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
