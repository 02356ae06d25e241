import { latestOnOrBefore } from "../facilities/dated_settings.ts";
import { firstDayOf, type IsoMonth } from "../periods/civil_dates.ts";
import type { EfficiencySettings, SimulationOverrides } from "./types.ts";

/**
 * The settings of a month: the latest version on or before its first day, or the simulated values.
 *
 * Simulated values replace every version of the year; the contract's DJU, which the form does not
 * hold, stays the version's.
 *
 * @spec B §3 "the latest one on or before the period is used", B §4 "Simulation", domain §2 A6
 * @param versions every version recorded
 * @param month the month
 * @param overrides the simulated values, if any
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
  const { area, peopleNb, djuSource, q, target, threshold } = overrides;
  return {
    fromDate: version?.fromDate ?? firstDay,
    area,
    peopleNb,
    djuSource,
    q,
    target,
    threshold,
    djuContract: version?.djuContract ?? null,
  };
}
