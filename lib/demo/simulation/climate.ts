/** Weather stations of the simulation: temperature and sunshine of each day. @module */

import { DAY_MS } from "@/lib/base/durations.ts";
import { memo } from "@/lib/base/memo.ts";
import type { DaysRange } from "@/lib/timeseries/series_reader.ts";
import { chance, seedOf, swing, wander } from "./random.ts";

/** The reference stations: mean of the year and half the gap between January and July, °C; DJU of the contracts. */
export const STATIONS = {
  nancy: { name: "Nancy-Ochey", meanC: 10.4, halfGapC: 9.0, contractDju: 2_850 },
  lille: { name: "Lille-Lesquin", meanC: 10.9, halfGapC: 7.4, contractDju: 2_600 },
  lyon: { name: "Lyon-Bron", meanC: 12.9, halfGapC: 9.2, contractDju: 2_300 },
  havre: { name: "Le Havre-Octeville", meanC: 11.2, halfGapC: 6.3, contractDju: 2_450 },
  orly: { name: "Paris-Orly", meanC: 11.8, halfGapC: 8.0, contractDju: 2_450 },
  dijon: { name: "Dijon-Longvic", meanC: 11.2, halfGapC: 9.1, contractDju: 2_700 },
  rennes: { name: "Rennes-Saint-Jacques", meanC: 12.2, halfGapC: 6.9, contractDju: 2_250 },
} as const;

export type StationId = keyof typeof STATIONS;

/** Coldest day of the year, counted from 1 January. */
const COLDEST_DAY = 18;
/** Weather changes about this often, in days. */
const WEATHER_DAYS = 6;

/** Lowest, highest and mean temperature of a day, °C. */
export interface DayTemperatures {
  lowC: number;
  highC: number;
  meanC: number;
}

/** Days since 1970-01-01 of a civil date. */
export function dayNumber(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8))) /
    DAY_MS;
}

export function dayNumbers({ from, to }: DaysRange): number[] {
  const first = dayNumber(from);
  return Array.from({ length: dayNumber(to) - first }, (_, index) => first + index);
}

/** Day number of 1 January. */
export function firstDayOf(year: number): number {
  const past = year - 1;
  return 365 * past + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400) -
    DAYS_BEFORE_1970;
}

/** From 1 January of year 1. */
const DAYS_BEFORE_1970 = 719_162;

/** The civil date of a day number, written once. */
export const dateOfDayNumber: (day: number) => string = memo(
  (day) => new Date(day * DAY_MS).toISOString().slice(0, 10),
  20_000,
);

/** Cosine of the year: 1 on the coldest day, −1 half a year later. */
export function winter(day: number): number {
  // 1 January 1970 is day 0; a year of 365.25 days stays within a day of the calendar until 2100.
  return Math.cos(2 * Math.PI * (day - COLDEST_DAY) / 365.25);
}

/** Weather of a station on a day: the same answer whenever it is asked. */
export function dayTemperatures(stationId: StationId, day: number): DayTemperatures {
  const station = STATIONS[stationId];
  const seed = seedOf(stationId);
  const weather = 4.2 * wander(seed, day, WEATHER_DAYS) + 1.1 * swing(seed + 1, day);
  const meanC = station.meanC - station.halfGapC * winter(day) + weather;
  const spreadC = 3.2 - 1.4 * winter(day) + 1.6 * chance(seed + 2, day);
  return { lowC: meanC - spreadC, highC: meanC + spreadC, meanC };
}

/** Share of a clear sky's yearly peak that the sun gives on a day, 0 to 1. */
export function sunshine(stationId: StationId, day: number): number {
  const height = 0.55 - 0.45 * winter(day);
  return height * (0.45 + 0.55 * chance(seedOf(stationId) + 3, day));
}
