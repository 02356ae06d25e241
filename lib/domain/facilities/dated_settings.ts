import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";

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
