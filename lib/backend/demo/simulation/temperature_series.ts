import { clamp } from "@/lib/domain/numbers/round.ts";
import { type DayTemperatures, dayTemperatures, firstDayOf, type StationId } from "./climate.ts";
import { TAP_HOURS } from "./hour_shapes.ts";
import { type Plant, plantYear, stationYear } from "./plant.ts";
import { instant, type SimulatedSeries } from "./simulation.ts";

/** Default base value of a series. @spec demo.simulation */
const DEFAULTS = { TEMP: 20, HUM: 45 } as const;
/** Temperature is this much lower at night and higher by day, °C. */
const NIGHT_C = -0.6;
const DAY_C = 0.3;

export function outdoorSeries(projectId: string, station: StationId): SimulatedSeries {
  return {
    id: `${projectId}-ext`,
    dataUnitId: "TEXT",
    name: "Sonde extérieure",
    simulation: instant(outdoorAt(station)),
  };
}

function outdoorAt(station: StationId): (year: number, dayOfYear: number, hour: number) => number {
  return (year, dayOfYear, hour) => {
    const day = weatherOn(station, year, dayOfYear);
    const near = weatherOn(station, year, dayOfYear + (hour < NOON ? -1 : 1));
    // A day's weather is that of its noon: nights join one noon to the next.
    const share = Math.abs(hour - NOON) / 24;
    const meanC = day.meanC + share * (near.meanC - day.meanC);
    const spreadC = day.highC - day.lowC;
    const gapC = spreadC + share * (near.highC - near.lowC - spreadC);
    // Coldest at 3 h and warmest at 15 h.
    return meanC - Math.cos(2 * Math.PI * (hour - 3) / 24) * gapC / 2;
  };
}

const NOON = 12;

function weatherOn(station: StationId, year: number, dayOfYear: number): DayTemperatures {
  return stationYear(station, year)[dayOfYear] ??
    dayTemperatures(station, firstDayOf(year) + dayOfYear);
}

/** How far indoor air is from its usual temperature at an hour, °C. @spec demo.simulation */
export function nightSwingC(hour: number): number {
  return hour <= 6 || hour > 22 ? NIGHT_C : DAY_C;
}

export function roomClimateSeries(id: string): SimulatedSeries[] {
  const temperature = instant((_year, _day, hour) => DEFAULTS.TEMP + nightSwingC(hour));
  const humidity = instant(() => DEFAULTS.HUM);
  return [
    {
      id: `${id}-temp`,
      dataUnitId: "TEMP",
      name: "Température du local",
      simulation: temperature,
    },
    {
      id: `${id}-hum`,
      dataUnitId: "HUM",
      name: "Humidité du local",
      simulation: humidity,
    },
  ];
}

/** Flow and return of a boiler room's circuits. */
export function circuitSeries(id: string, plant: Plant): SimulatedSeries[] {
  const outdoor = outdoorAt(plant.station);
  const isHeated = (year: number, day: number) => (plantYear(plant, year).heatingKWh[day] ?? 0) > 0;
  // 71 °C at −5 °C outdoors, 35 °C at 15 °C.
  const flow = (year: number, day: number, hour: number) =>
    isHeated(year, day) ? clamp(62 - 1.8 * outdoor(year, day, hour), 30, 78) : 24;
  const back = (year: number, day: number, hour: number) =>
    22 + (flow(year, day, hour) - 22) * 0.72;
  const circuits: SimulatedSeries[] = [
    {
      id: `${id}-dep`,
      dataUnitId: "TDEP",
      name: "Départ chauffage",
      simulation: instant(flow),
    },
    {
      id: `${id}-ret`,
      dataUnitId: "TRET",
      name: "Retour chauffage",
      simulation: instant(back),
    },
  ];
  if (plant.hotWaterKWhPerM3 === 0) return circuits;
  const tap = (_year: number, _day: number, hour: number) => 63.6 - (TAP_HOURS[hour] ?? 0);
  const loop = (_year: number, _day: number, hour: number) => 55.5 - (TAP_HOURS[hour] ?? 0) / 2;
  return [
    ...circuits,
    {
      id: `${id}-ecs-dep`,
      dataUnitId: "TDEP",
      name: "Départ ECS",
      simulation: instant(tap),
    },
    {
      id: `${id}-ecs-ret`,
      dataUnitId: "TRET",
      name: "Retour de boucle ECS",
      simulation: instant(loop),
    },
  ];
}
