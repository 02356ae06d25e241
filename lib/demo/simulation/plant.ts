/** Simulates the heating season, and the heat and hot water of a boiler room. @module */

import { memo, memoOf } from "@/lib/base/memo.ts";
import { clamp } from "@/lib/base/rounding.ts";
import type { Flaw } from "@/lib/demo/seed/site_table.ts";
import {
  dayNumber,
  type DayTemperatures,
  dayTemperatures,
  firstDayOf,
  type StationId,
  sunshine,
} from "./climate.ts";
import { swing, wander } from "./random.ts";

/** Heating is on from 1 October to 20 May, the contract's season, but where it runs on. */
const START = "10-01";
const STOP = "05-20";
const LATE_STOPS: Readonly<Partial<Record<Flaw, string>>> = {
  "late-season": "06-12",
  // Through its last month, so that the drift is in all of them.
  "drifting": "05-31",
};

type Flaws = readonly Flaw[] | undefined;

export function heatingStop(flaws: Flaws): string {
  return flaws?.map((flaw) => LATE_STOPS[flaw]).find((stop) => stop !== undefined) ?? STOP;
}

/** The last day of heating of a spring and the first of an autumn, from 0 on 1 January. */
export function heatingRanks(flaws: Flaws): (year: number) => Readonly<Ranks> {
  return ranksUntil(heatingStop(flaws));
}

interface Ranks {
  stop: number;
  start: number;
}

/** By the day on which heating stops. */
const ranksUntil = memo((stop: string) =>
  memo((year: number): Ranks => {
    const first = firstDayOf(year);
    return {
      stop: dayNumber(`${year}-${stop}`) - first,
      start: dayNumber(`${year}-${START}`) - first,
    };
  })
);

export function isHeatingDay({ stop, start }: Ranks, dayOfYear: number): boolean {
  return dayOfYear <= stop || dayOfYear >= start;
}

/** Hours in which a dwelling goes from the temperature of its walls to the one it is heated to, and back. */
const RAMP_HOURS = 14 * 24;

/** How much of an hour's temperature is that of heating, 0 to 1, smooth at both ends of the season. */
export function heatedShare({ stop, start }: Ranks, dayOfYear: number, hour: number): number {
  const at = dayOfYear * 24 + hour;
  return eased(Math.max((at - start * 24) / RAMP_HOURS, ((stop + 1) * 24 - at) / RAMP_HOURS));
}

function eased(share: number): number {
  const bounded = clamp(share, 0, 1);
  return bounded * bounded * (3 - 2 * bounded);
}

export interface Plant {
  seed: number;
  station: StationId;
  areaM2: number;
  peopleCount: number;
  /** Heating it really uses, Wh/m²/DJU. */
  heatingWhPerM2Dju: number;
  /** Source energy it really spends per m³ of hot water, kWh/m³; 0 when it makes none. */
  hotWaterKWhPerM3: number;
  solarM2: number;
  flaws: readonly Flaw[];
}

/** Energies of a plant on each day of a year, from 1 January. */
export interface PlantYear {
  heatingKWh: Float64Array;
  hotWaterM3: Float64Array;
  solarKWh: Float64Array;
  sourceKWh: Float64Array;
}

/** Litres of hot water a day per person, mean of the year. */
const LITRES_PER_PERSON = 34;
/** kWh a day that a m² of collector gives under the fullest sun of the year. */
const SOLAR_KWH_PER_M2 = 2.9;
/** Maximum share of a day's hot water heated by the sun. */
const SOLAR_SHARE = 0.65;
/** Daily increase due to a dirty burner: 6 % a month. */
const DRIFT_A_DAY = 0.002;

/** Civil year of a plant, computed once. */
export function plantYear(plant: Plant, year: number): PlantYear {
  return yearsOfPlant(plant)(year);
}

const yearsOfPlant = memoOf((plant: Plant) => memo((year: number) => computedYear(plant, year)));

/** Weather of each day of a civil year, computed once per station. */
export function stationYear(stationId: StationId, year: number): readonly DayTemperatures[] {
  return yearsOf(stationId)(year);
}

const yearsOf = memo((stationId: StationId) =>
  memo((year: number) => {
    const first = firstDayOf(year);
    const length = firstDayOf(year + 1) - first;
    return Array.from({ length }, (_, index) => dayTemperatures(stationId, first + index));
  })
);

function computedYear(plant: Plant, year: number): PlantYear {
  const temperatures = stationYear(plant.station, year);
  const first = firstDayOf(year);
  const { stop, start } = heatingRanks(plant.flaws)(year);
  const result = emptyYear(temperatures.length);
  temperatures.forEach((day, index) => {
    const isHeated = index <= stop || index >= start;
    const drift = index <= stop ? driftOn(plant, index) : 1;
    const heatingKWh = isHeated ? drift * heating(plant, first + index, day) : 0;
    const hotWaterM3 = plant.hotWaterKWhPerM3 > 0 ? hotWater(plant, first + index) : 0;
    const needKWh = hotWaterM3 * plant.hotWaterKWhPerM3;
    const sunKWh = plant.solarM2 * SOLAR_KWH_PER_M2 * sunshine(plant.station, first + index);
    const solarKWh = Math.min(sunKWh, needKWh * SOLAR_SHARE);
    result.heatingKWh[index] = heatingKWh;
    result.hotWaterM3[index] = hotWaterM3;
    result.solarKWh[index] = solarKWh;
    result.sourceKWh[index] = heatingKWh + needKWh - solarKWh;
  });
  return result;
}

function emptyYear(length: number): PlantYear {
  return {
    heatingKWh: new Float64Array(length),
    hotWaterM3: new Float64Array(length),
    solarKWh: new Float64Array(length),
    sourceKWh: new Float64Array(length),
  };
}

function heating(plant: Plant, day: number, { lowC, highC }: DayTemperatures): number {
  const dju = Math.max(0, 18 - (lowC + highC) / 2);
  const wanders = plant.flaws.includes("steady") ? 0.015 : 0.04;
  const habit = 1 + wanders * wander(plant.seed, day, 40) + 0.03 * swing(plant.seed + 1, day);
  return plant.heatingWhPerM2Dju * plant.areaM2 * dju * habit / 1_000;
}

/** How much more a burner that gets dirty from January on burns. */
function driftOn({ flaws }: Plant, dayOfYear: number): number {
  return flaws.includes("drifting") ? 1 + DRIFT_A_DAY * dayOfYear : 1;
}

/** Less hot water in summer, and while people are away in August. */
function hotWater(plant: Plant, day: number): number {
  const season = 1 + 0.12 * Math.cos(2 * Math.PI * (day - 18) / 365.25);
  const dayOfYear = (day - 0.5) % 365.25;
  const isAway = dayOfYear > 212 && dayOfYear < 235;
  const habit = 1 + 0.08 * swing(plant.seed + 2, day);
  return plant.peopleCount * LITRES_PER_PERSON * season * habit * (isAway ? 0.8 : 1) / 1_000;
}
