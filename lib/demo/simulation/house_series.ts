/** Simulates the series of dwellings: climate, water, heating, electricity, openings. @module */

import { type DemoHouse, housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import type { DemoSite } from "@/lib/demo/seed/site_table.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { DataUnitId, EnergyUse } from "@/lib/timeseries/units.ts";
import { DRAW_HOURS, HEATING_HOURS, nightSwingC, TAP_HOURS } from "./boiler_room_series.ts";
import { firstDayOf, winter } from "./climate.ts";
import { heatingRanks, isHeatingDay, stationYear } from "./plant.ts";
import { chance, seedOf, swing, wander } from "./random.ts";
import { daily, instant, type SimulatedSeries, type Simulation } from "./simulation.ts";

export interface HouseSeriesKind {
  readonly suffix: string;
  readonly dataUnitId: DataUnitId;
  readonly name: string;
  /** The only use that its meter supplies. */
  readonly use?: EnergyUse;
  /** Share of the usual amounts counted during an absence. */
  readonly awayShare?: number;
  simulation(home: Home): Simulation;
}

interface Home extends DemoHouse {
  readonly seed: number;
  readonly site: DemoSite;
}

/** Litres a day per person. */
const LITRES = { cold: 88, hot: 34 };
/** Electricity of a day: per home, and per person, kWh. */
const ELECTRICITY_KWH = { home: 2.6, person: 1.4 };
/** Lights, included in the electricity. */
const LIGHTS_KWH = { home: 0.3, person: 0.08 };
/** Shares still used during an absence. */
const AWAY_SHARES = { water: 0.04, electricity: 0.35, lights: 0.05 } as const;
/** Outdoor temperature below which homes are heated, °C. */
export const HEATED_FROM_C = 18;
/** Base values of indoor series. @spec demo.simulation */
const START_C = 20;
const START_PERCENT = 45;
/** How much of the weather's swings around its mean is felt indoors. */
const OUTDOOR_SHARE = 0.09;
const MEAN_OUTDOOR_C = 11;

const HOUSE_SERIES: readonly HouseSeriesKind[] = [
  { suffix: "temp", dataUnitId: "TEMP", name: "Température du séjour", simulation: indoorC },
  { suffix: "hum", dataUnitId: "HUM", name: "Humidité du séjour", simulation: humidity },
  {
    suffix: "efs",
    dataUnitId: "EFSV",
    name: "Eau froide",
    awayShare: AWAY_SHARES.water,
    simulation: water(LITRES.cold, 3),
  },
  {
    suffix: "ecs",
    dataUnitId: "ECSV",
    name: "Eau chaude",
    awayShare: AWAY_SHARES.water,
    simulation: water(LITRES.hot, 4),
  },
  { suffix: "cha", dataUnitId: "CHAE", name: "Chauffage", simulation: heating },
  {
    suffix: "elec",
    dataUnitId: "ELEC",
    name: "Électricité",
    awayShare: AWAY_SHARES.electricity,
    simulation: electricity,
  },
];

const WINDOW: HouseSeriesKind = {
  suffix: "fen",
  dataUnitId: "ETAT",
  name: "Fenêtre du séjour",
  simulation: openings,
};

const LIGHTS: HouseSeriesKind = {
  suffix: "ecl",
  dataUnitId: "ELEC",
  name: "Éclairage",
  use: "lights",
  awayShare: AWAY_SHARES.lights,
  simulation: lights,
};

export function houseSeriesKinds(
  { hasWindowContacts, hasLightsMeters }: DemoSite,
): readonly HouseSeriesKind[] {
  return [
    ...HOUSE_SERIES,
    ...hasWindowContacts ? [WINDOW] : [],
    ...hasLightsMeters ? [LIGHTS] : [],
  ];
}

export function houseSeriesId(projectId: string, { suffix }: Pick<HouseSeriesKind, "suffix">) {
  return `${projectId}-l-${suffix}`;
}

/** The series of every dwelling of a residence, under the ids readings are stored by. */
export function houseSeriesOfSite(site: DemoSite, projectId: string): SimulatedSeries[] {
  return housesOfSite(site, projectId).flatMap((house) => {
    const home: Home = { ...house, site, seed: seedOf(house.id) };
    return houseSeriesKinds(site).map((kind) => ({
      id: storedSeriesId(houseSeriesId(projectId, kind), house.id),
      dataUnitId: kind.dataUnitId,
      name: kind.name,
      simulation: kind.simulation(home),
    }));
  });
}

/** Each home has its habit, and follows the weather a little. */
function indoorC({ seed, site }: Home): Simulation {
  const habitC = 0.6 + 1.1 * swing(seed, 11);
  return instant((year, dayOfYear, hour) => {
    const day = firstDayOf(year) + dayOfYear;
    const outdoorC = stationYear(site.station, year)[dayOfYear]?.meanC ?? MEAN_OUTDOOR_C;
    const weatherC = OUTDOOR_SHARE * (outdoorC - MEAN_OUTDOOR_C) + 0.5 * wander(seed, day, 9);
    return START_C + habitC + weatherC + nightSwingC(hour);
  });
}

function humidity({ seed }: Home): Simulation {
  const habit = 4 * swing(seed, 12);
  return instant((year, dayOfYear, hour) => {
    const day = firstDayOf(year) + dayOfYear;
    const cooking = (TAP_HOURS[hour] ?? 1) - 1;
    return START_PERCENT + habit + 5 * wander(seed + 1, day, 12) + 2 * cooking;
  });
}

function water(litresPerPerson: number, salt: number) {
  return ({ seed, peopleCount }: Home): Simulation => {
    const habit = 1 + 0.3 * swing(seed, 13);
    return metered(DRAW_HOURS, (day) => {
      const today = isAway(seed, day) ? AWAY_SHARES.water : 1 + 0.25 * swing(seed + salt, day);
      return peopleCount * litresPerPerson * habit * habitOn(seed + salt, day) * today / 1_000;
    });
  };
}

/** Habits change over months: no home uses every year the same, in the same weather. */
function habitOn(seed: number, day: number): number {
  return 1 + 0.14 * wander(seed + 20, day, HABIT_DAYS);
}

const HABIT_DAYS = 100;

function heating({ seed, site, areaM2 }: Home): Simulation {
  const [room] = site.boilerRooms;
  const whPerM2Dju = (room?.heating.target ?? 38) * (room?.heating.real ?? 1) *
    (1 + 0.22 * swing(seed, 14));
  const ranksIn = heatingRanks(room?.flaws);
  return metered(HEATING_HOURS, (day, year, dayOfYear) => {
    const weather = stationYear(site.station, year)[dayOfYear];
    if (weather === undefined || !isHeatingDay(ranksIn(year), dayOfYear)) return 0;
    const dju = Math.max(0, HEATED_FROM_C - weather.meanC);
    const habit = habitOn(seed + 5, day) * (1 + 0.08 * swing(seed + 5, day));
    return areaM2 * whPerM2Dju * dju * habit / 1_000;
  });
}

function electricity({ seed, peopleCount }: Home): Simulation {
  const habit = 1 + 0.25 * swing(seed, 15);
  return metered(TAP_HOURS, (day) => {
    const present = isAway(seed, day) ? AWAY_SHARES.electricity : 1;
    const season = 1 + 0.15 * winter(day);
    return (ELECTRICITY_KWH.home + ELECTRICITY_KWH.person * peopleCount) * habit * present *
      season *
      habitOn(seed + 6, day) * (1 + 0.12 * swing(seed + 6, day));
  });
}

/** A part of {@link electricity}, larger in winter. */
function lights({ seed, peopleCount }: Home): Simulation {
  const habit = 1 + 0.25 * swing(seed, 19);
  return metered(TAP_HOURS, (day) => {
    const present = isAway(seed, day) ? AWAY_SHARES.lights : 1;
    return (LIGHTS_KWH.home + LIGHTS_KWH.person * peopleCount) * habit * present *
      (1 + 0.5 * winter(day));
  });
}

/** Aired for an hour on most mornings, and open on summer evenings; closed during absence. */
function openings({ seed }: Home): Simulation {
  const airedAt = 7 + Math.floor(2 * chance(seed, 18));
  return {
    flagged: "instant",
    texts: ["fermée", "ouverte"],
    valueAt: (year, dayOfYear, hour) => {
      const day = firstDayOf(year) + dayOfYear;
      if (isAway(seed, day)) return 0;
      const isAired = hour === airedAt && chance(seed + 7, day) < 0.8;
      const isCooled = hour >= 20 && winter(day) < SUMMER && chance(seed + 8, day) < 0.6;
      return Number(isAired || isCooled);
    },
  };
}

/** Under this a day of the year is warm: from the end of May to the middle of September. */
const SUMMER = -0.5;

/** A fortnight away in summer, not the same for all. */
function isAway(seed: number, day: number): boolean {
  const dayOfYear = (day - 0.5) % 365.25;
  const leaves = 185 + Math.floor(45 * chance(seed, 16));
  return dayOfYear > leaves && dayOfYear < leaves + 14;
}

/** Meters count in thousandths of their unit. */
function metered(
  hourWeights: readonly number[],
  amountOf: (day: number, year: number, dayOfYear: number) => number,
): Simulation {
  return daily(hourWeights, (...at) => Math.round(amountOf(...at) * 1_000) / 1_000);
}
