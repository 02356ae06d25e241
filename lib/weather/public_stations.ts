/** Finds the public weather stations near a residence, and the departments whose files have their days. @module */

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

/** The department of the files: the postcodes of Corsica are in file 20, those overseas have three digits. */
export function departmentOf(zipCodeOrStation: string): string {
  return zipCodeOrStation.slice(0, /^9[78]/.test(zipCodeOrStation) ? 3 : 2);
}

/** Each department of the mainland, then those around it with a higher number. */
const AROUND = `01 38 39 69 71 73 74,02 08 51 59 60 77 80,03 18 23 42 58 63 71,04 05 06 26 83 84,
05 26 38 73,06 83,07 26 30 38 42 43 48,08 51 55,09 11 31 66,10 21 51 52 77 89,11 31 34 66 81,
12 15 30 34 46 48 81 82,13 30 83 84,14 27 50 61,15 19 43 46 48 63,16 17 24 79 86 87,17 24 33 79 85,
18 23 36 41 45 58,19 23 24 46 63 87,21 39 52 58 70 71 89,22 29 35 56,23 36 63 87,24 33 46 47 87,
25 39 70 90,26 38 84,27 28 60 61 76 78 95,28 41 45 61 72 78 91,29 56,30 34 48 84,31 32 65 81 82,
32 40 47 64 65 82,33 40 47,34 81,35 44 49 50 53 56,36 37 41 86 87,37 41 49 72 86,38 42 69 73,
39 70 71,40 47 64,41 45 72,42 43 63 69 71,43 48 63,44 49 56 85,45 58 77 89 91,46 47 82,47 82,
49 53 72 79 85 86,50 53 61,51 52 55 77,52 55 70 88,53 61 72,54 55 57 67 88,55 88,57 67,58 71 89,
59 62 80,60 76 77 80 95,61 72,62 80,64 65,67 68 88,68 88 90,69 71,70 88 90,73 74,75 92 93 94,76 80,
77 89 91 93 94 95,78 91 92 95,79 85 86,81 82,83 84,86 87,88 90,91 92 94,92 93 94 95,93 94 95`
  .split(/,\s*/).map((line) => line.split(" "));

/** The departments that share a border with one; none of an island. @spec degree-days.public-station */
export function departmentsAround(department: string): string[] {
  return AROUND.flatMap(([first = "", ...others]) => {
    if (first === department) return others;
    return others.includes(department) ? [first] : [];
  });
}
