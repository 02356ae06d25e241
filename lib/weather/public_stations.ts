/** Finds the public weather stations near a residence, and the file of their days. @module */

import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import type { OutdoorDay } from "@/lib/facilities/degree_days.ts";

/** A public station, as its file describes it. */
export interface Station {
  /** Eight digits. */
  readonly number: string;
  readonly name: string;
  readonly altitudeM: number | null;
  /** To the residence, along the ground. */
  readonly distanceKm: number;
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Farthest station whose degree days stand for those of a residence, km. */
const FARTHEST_KM = 50;
/** Days of the last month, and how many of them a station must have measured. */
const [RECENT_DAYS, FEWEST_RECENT] = [30, 20];
/** Stations among which one chooses. */
const OFFERED = 5;
/** Days without a temperature after which a station is silent. */
const SILENT_DAYS = 7;
const EARTH_RADIUS_KM = 6_371;

/** Great-circle distance between two places, km. */
export function distanceKm(from: Place, to: Place): number {
  const radians = (degrees: number) => degrees * Math.PI / 180;
  const haversine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const share = haversine(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) *
      haversine(to.longitude - from.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(share));
}

type Days = ReadonlyMap<IsoDate, OutdoorDay>;

/**
 * Whether a station measures both temperatures: on 20 of the 30 days until the newest of its file.
 *
 * @spec degree-days.public-station
 */
export function isMeasuring(days: Days, newest: IsoDate): boolean {
  const recent = Array.from({ length: RECENT_DAYS }, (_, back) => days.get(addDays(newest, -back)));
  const known = recent.filter((day) =>
    (day?.minC ?? null) !== null && (day?.maxC ?? null) !== null
  );
  return known.length >= FEWEST_RECENT;
}

/** Whether a station is silent, by its last day with both temperatures. @spec degree-days.public-station */
export function isStationSilent(lastDay: IsoDate | null, today: IsoDate): boolean {
  return lastDay === null || lastDay < addDays(today, -SILENT_DAYS);
}

/**
 * The nearest stations that measure, nearest first.
 *
 * @spec degree-days.public-station
 * @param measures whether a station has enough days
 */
export async function nearestStations<Found extends Station>(
  stations: readonly Found[],
  measures: (station: Found) => Promise<boolean>,
): Promise<Found[]> {
  const nearest: Found[] = [];
  const inReach = stations.filter((one) => one.distanceKm <= FARTHEST_KM)
    .sort((a, b) => a.distanceKm - b.distanceKm);
  for (const station of inReach) {
    if (await measures(station)) nearest.push(station);
    if (nearest.length === OFFERED) break;
  }
  return nearest;
}
