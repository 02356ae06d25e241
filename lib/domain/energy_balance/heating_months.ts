import { isMonthOutOfSeason } from "@/lib/domain/facilities/heating_season.ts";
import type { HeatingSeason } from "@/lib/domain/facilities/types.ts";
import { type IsoMonth, monthParts } from "@/lib/domain/periods/civil_dates.ts";
import { FIRST_AUTUMN_HEATING_MONTH, LAST_SPRING_HEATING_MONTH } from "./constants.ts";

/** Whether a calendar month is a heating month. @spec balance.heating-months */
export function isHeatingMonth(month: IsoMonth): boolean {
  const number = monthParts(month).month;
  return number <= LAST_SPRING_HEATING_MONTH || number >= FIRST_AUTUMN_HEATING_MONTH;
}

/**
 * DJU of a month after applying the heating season.
 *
 * @spec balance.heating-months
 * @param dju as read; null when unknown
 * @returns 0 outside the season; otherwise the DJU read
 */
export function djuInSeason(
  seasons: readonly HeatingSeason[],
  month: IsoMonth,
  dju: number | null,
): number | null {
  return isMonthOutOfSeason(seasons, month) ? 0 : dju;
}

/**
 * Whether heating, its target and its gap are computed for a month.
 *
 * @spec balance.heating-months "Heating calculations apply only when DJU is above 0 and the month is…"
 * @param dju heating season applied; null when unknown
 */
export function heatingApplies(month: IsoMonth, dju: number | null): boolean {
  return dju !== null && dju > 0 && isHeatingMonth(month);
}
