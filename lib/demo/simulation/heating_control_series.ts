/** Simulates dwellings whose heating is controlled: setpoints, absences, nights. @module */

import { memo } from "@/lib/base/memo.ts";
import { sumOf } from "@/lib/base/sums.ts";
import {
  ABSENT_C,
  ABSENT_DAYS,
  appliedConfig,
  type DemoHouse,
  heatedHouse,
  housesOfSite,
} from "@/lib/demo/seed/dwellings.ts";
import type { DemoSite } from "@/lib/demo/seed/site_table.ts";
import { tempOffsetC } from "@/lib/housing/temperature_offset.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { yearAndRank } from "./calendar.ts";
import { firstDayOf } from "./climate.ts";
import { faultHours } from "./hours.ts";
import {
  HEATED_FROM_C,
  houseSeriesId,
  type HouseSeriesKind,
  houseSeriesKinds,
} from "./house_series.ts";
import { heatedShare, heatingRanks, stationYear } from "./plant.ts";
import { seedOf, swing, wander } from "./random.ts";
import { type SimulatedSeries, type Simulation, withValues } from "./simulation.ts";

/** How far a heated room is from what is asked: the habits of its home, its weeks; together less than 0.5 °C. */
const SPREAD_C = { home: 0.25, week: 0.2 } as const;
const WANDER_DAYS = 9;

/** Share of the night decrease that walls let a room lose by the hours from 23 to 6. */
const NIGHT_SHARES: readonly number[] = [0.15, 0.3, 0.45, 0.6, 0.7, 0.75, 0.5, 0.2];

/** Hours in which an empty dwelling loses two thirds of its heat. */
const COOLING_HOURS = 30;
/** Days without heating until it is as cool as it may be. */
const COOLING_DAYS = 2;

interface PilotedSite {
  readonly projectId: string;
  /** When the demo was filled, epoch ms. */
  readonly filledMs: number;
}

/**
 * The temperatures of the dwellings of a residence with a pilot follow what it asks while they are heated; the meters of
 * those whose occupants left count less.
 */
export function withPilot(
  series: readonly SimulatedSeries[],
  site: DemoSite,
  { projectId, filledMs }: PilotedSite,
): readonly SimulatedSeries[] {
  if (site.hasPilot === undefined) return series;
  const homes = housesOfSite(site, projectId).flatMap((house) =>
    houseSeriesKinds(site).map((kind) => {
      const id = storedSeriesId(houseSeriesId(projectId, kind), house.id);
      return [id, { house, kind, site, filledMs }] as const;
    })
  );
  const pilotedOf = new Map<string, Piloted>(homes);
  return series.map((one) => {
    const piloted = pilotedOf.get(one.id);
    if (piloted === undefined) return one;
    if (piloted.kind.dataUnitId === "TEMP") return withHeating(one, piloted);
    return heatedHouse(piloted.house.id).kind === "absent"
      ? withAbsence(one, absenceOf(piloted))
      : one;
  });
}

interface Piloted {
  readonly house: DemoHouse;
  readonly kind: HouseSeriesKind;
  readonly site: DemoSite;
  readonly filledMs: number;
}

function withHeating(series: SimulatedSeries, { house, site, filledMs }: Piloted): SimulatedSeries {
  const ranksIn = heatingRanks(site.boilerRooms[0]?.flaws);
  const heatedC = heatedAt(house.id, filledMs);
  const offsetC = tempOffsetC(house.config);
  return withValues(series, (free) => (year, dayOfYear, hour) => {
    const day = firstDayOf(year) + dayOfYear;
    const share = heatedShare(ranksIn(year), dayOfYear, hour);
    const freeC = share === 1 ? 0 : free(year, dayOfYear, hour);
    return offsetC + share * heatedC(day, hour) + (1 - share) * freeC;
  });
}

/** The temperature of a heated dwelling at an hour of a day, by its day number. */
export function heatedAt(houseId: string, filledMs: number): (day: number, hour: number) => number {
  const seed = seedOf(houseId);
  const house = heatedHouse(houseId);
  const { temp_conf, night_decrease } = appliedConfig(house);
  const homeC = SPREAD_C.home * swing(seed, 11);
  const leftHour = house.kind === "absent" ? leavingHour(filledMs) : Infinity;
  return (day, hour) => {
    const spreadC = homeC + SPREAD_C.week * wander(seed, day, WANDER_DAYS);
    const emptyHours = day * 24 + hour - leftHour;
    if (emptyHours < 0) return temp_conf - night_decrease * nightShare(hour) + spreadC;
    return ABSENT_C + (temp_conf - ABSENT_C) * Math.exp(-emptyHours / COOLING_HOURS) + spreadC;
  };
}

function leavingHour(filledMs: number): number {
  return faultHours({ daysAgo: ABSENT_DAYS, hour: 12, hours: null }, filledMs).from;
}

function absenceOf({ house, kind, site, filledMs }: Piloted): Absence {
  const fromHour = leavingHour(filledMs);
  const { awayShare } = kind;
  if (awayShare !== undefined) return { fromHour, shareOn: () => awayShare };
  const coolerC = appliedConfig(heatedHouse(house.id)).temp_conf - ABSENT_C;
  const heatsFrom = Math.floor(fromHour / 24) + COOLING_DAYS + 1;
  return {
    fromHour,
    shareOn(day) {
      const { year, dayOfYear } = yearAndRank(day);
      const outdoorC = stationYear(site.station, year)[dayOfYear]?.meanC ?? HEATED_FROM_C;
      const usualC = HEATED_FROM_C - outdoorC;
      return day < heatsFrom || usualC <= coolerC ? 0 : (usualC - coolerC) / usualC;
    },
  };
}

function nightShare(hour: number): number {
  return NIGHT_SHARES[(hour + 1) % 24] ?? 0;
}

interface Absence {
  /** Hour of the local clock since 1970 at which its occupants left. */
  readonly fromHour: number;
  /** Share of the usual consumption on a day, by its day number. */
  shareOn(day: number): number;
}

type Summed = Extract<Simulation, { flagged: "sum" }>;

/** A meter of a dwelling whose occupants left: its consumption falls in the hour in which they do. */
function withAbsence(series: SimulatedSeries, absence: Absence): SimulatedSeries {
  const { simulation } = series;
  if (simulation.flagged !== "sum") return series;
  const leavingDay = Math.floor(absence.fromHour / 24);
  const weights = leavingWeights(simulation, absence);
  const leavingShare = sumOf(weights) / sumOf(simulation.hourWeights);
  const dailyOf = memo((year: number) => {
    const first = firstDayOf(year);
    return simulation.dailyOf(year).map((amount, position) => {
      const day = first + position;
      if (day < leavingDay) return amount;
      const share = day === leavingDay ? leavingShare : absence.shareOn(day);
      return Math.round(amount * share * 1_000) / 1_000;
    });
  });
  const weightsOn = (year: number, dayOfYear: number) =>
    firstDayOf(year) + dayOfYear === leavingDay ? weights : null;
  return { ...series, simulation: { ...simulation, dailyOf, weightsOn } };
}

/** How the day of the leaving spreads: little after the hour. */
function leavingWeights({ hourWeights }: Summed, { fromHour, shareOn }: Absence): number[] {
  const share = shareOn(Math.floor(fromHour / 24));
  return hourWeights.map((weight, hour) => hour < fromHour % 24 ? weight : weight * share);
}
