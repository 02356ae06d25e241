/** Simulates the meters, machines and temperatures of boiler rooms and their circuits. @module */

import { memo } from "@/lib/base/memo.ts";
import { WOOD_KWH_PER_KG } from "@/lib/energy_balance/formulas.ts";
import { clamp, round } from "@/lib/base/rounding.ts";
import { sumOf } from "@/lib/base/sums.ts";
import type { DemoBoilerRoom } from "@/lib/demo/seed/site_table.ts";
import type { Device } from "@/lib/facilities/schema.ts";
import type { SourceKind } from "@/lib/facilities/source_kinds.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import {
  dayNumber,
  type DayTemperatures,
  dayTemperatures,
  firstDayOf,
  type StationId,
  sunshine,
} from "./climate.ts";
import { type Plant, type PlantYear, plantYear, stationYear } from "./plant.ts";
import { daily, instant, type SimulatedSeries, type Simulation } from "./simulation.ts";

/** How a day's amount spreads over its hours, in tenths of an even share. */
export const HEATING_HOURS: readonly number[] = shape(
  "8 8 8 8 9 12 13 13 11 10 10 10 10 10 10 10 11 11 11 11 10 10 9 8",
);
export const TAP_HOURS: readonly number[] = shape(
  "3 2 1 1 2 8 20 24 16 11 9 9 11 9 7 6 7 10 15 19 17 13 9 5",
);
/** Water of a dwelling: none at night. */
export const DRAW_HOURS: readonly number[] = shape(
  "3 0 0 0 0 6 21 25 16 11 9 9 11 9 7 6 7 10 15 19 17 13 9 7",
);
const SUN_HOURS: readonly number[] = shape(
  "0 0 0 0 0 0 1 4 9 14 18 21 22 21 18 14 9 5 2 0 0 0 0 0",
);

function shape(tenths: string): readonly number[] {
  return tenths.split(" ").map((tenth) => Number(tenth) / 10);
}

/** Meters of machines count in tenths of a kWh. */
const METER_DECIMALS = 1;

/** kWh/m² that fall on the best day of the year under a clear sky. */
const CLEAR_DAY_KWH_PER_M2 = 6.8;

/** Actual production of a photovoltaic plant of the demo, as a share of the rated one. */
const PERFORMANCE_RATIO = 0.78;

/** Change of a pump's share per degree outdoors; the share is given at 7 °C. */
const SHARE_PER_DEGREE = 0.015;

/** COP at 0 °C outdoors, change per degree, and bounds. */
const COP = { atZero: 2.5, perDegree: 0.08, min: 1.9, max: 4.6 } as const;

/** Rated power of collectors, kW/m². */
const THERMAL_KW_PER_M2 = 0.7;

interface DemoMachine {
  readonly id: string;
  readonly device: Omit<Device, "id" | "version">;
}

export function machinesOf(id: string, room: DemoBoilerRoom): DemoMachine[] {
  const { solarM2, heatPumpShare, solarKWp } = room;
  const collectors = {
    kind: "solar-thermal",
    name: "Capteurs solaires",
    productionSeriesId: `${id}-sol`,
    consumptionSeriesId: null,
    powerKW: round((solarM2 ?? 0) * THERMAL_KW_PER_M2, 1),
  } as const;
  const pump = {
    kind: "heat-pump",
    name: "Pompe à chaleur air-eau",
    productionSeriesId: `${id}-pacp`,
    consumptionSeriesId: `${id}-pacc`,
    powerKW: 45,
  } as const;
  const panels = {
    kind: "solar-electric",
    name: "Panneaux photovoltaïques",
    productionSeriesId: `${id}-pv`,
    consumptionSeriesId: null,
    powerKW: solarKWp ?? null,
  } as const;
  return [
    ...solarM2 ? [{ id: "solaire", device: collectors }] : [],
    ...heatPumpShare ? [{ id: "pac", device: pump }] : [],
    ...solarKWp ? [{ id: "pv", device: panels }] : [],
  ];
}

/** Series of the meters of a boiler room's machines, except collectors. */
export function machineSeries(id: string, room: DemoBoilerRoom, plant: Plant): SimulatedSeries[] {
  return [...heatPumpSeries(id, room, plant), ...photovoltaicSeries(id, room, plant)];
}

/** Irradiance on the roof of a residence, from the weather of its panels. */
export function irradianceSeries(projectId: string, station: StationId): SimulatedSeries {
  return {
    id: `${projectId}-sun`,
    dataUnitId: "IRRA",
    name: "Ensoleillement",
    simulation: instant((year, dayOfYear, hour) =>
      1_000 * sunKWh(station, firstDayOf(year) + dayOfYear) *
      (SUN_HOURS[hour] ?? 0) / HOURS_OF_SHAPE
    ),
  };
}

const HOURS_OF_SHAPE = sumOf(SUN_HOURS);

function sunKWh(station: StationId, day: number): number {
  return CLEAR_DAY_KWH_PER_M2 * sunshine(station, day);
}

/** The pump carries a share of the heat beside the boiler, whose meter counts the rest: more of it in mild weather. */
function heatPumpSeries(id: string, room: DemoBoilerRoom, plant: Plant): SimulatedSeries[] {
  const { heatPumpShare: share } = room;
  if (!share) return [];
  const produced = memo((year: number) => {
    const weather = stationYear(plant.station, year);
    return plantYear(plant, year).sourceKWh.map((kWh, day) => {
      const carried = clamp(share + SHARE_PER_DEGREE * ((weather[day]?.meanC ?? 0) - 7), 0.05, 0.6);
      return round(kWh * carried / (1 - carried), METER_DECIMALS);
    });
  });
  const consumed = memo((year: number) => {
    const weather = stationYear(plant.station, year);
    return produced(year).map((kWh, day) =>
      round(kWh / copAt(weather[day]?.meanC ?? 0), METER_DECIMALS)
    );
  });
  const register = (suffix: string, name: string, dailyOf: (year: number) => Float64Array) => ({
    id: `${id}-${suffix}`,
    dataUnitId: suffix === "pacp" ? "PACP" as const : "PACC" as const,
    name,
    simulation: { flagged: "sum", dailyOf, hourWeights: HEATING_HOURS } satisfies Simulation,
  });
  return [
    register("pacp", "Production de la PAC", produced),
    register("pacc", "Consommation de la PAC", consumed),
  ];
}

function copAt(outdoorC: number): number {
  return clamp(COP.atZero + COP.perDegree * outdoorC, COP.min, COP.max);
}

function photovoltaicSeries(id: string, room: DemoBoilerRoom, plant: Plant): SimulatedSeries[] {
  const { solarKWp } = room;
  if (!solarKWp) return [];
  const simulation = photovoltaicPlant(plant.station, solarKWp);
  return [{
    id: `${id}-pv`,
    dataUnitId: "PVE",
    name: "Photovoltaïque",
    simulation,
  }];
}

/** Production of panels of `powerKWp` kW under the sun of a station. */
export function photovoltaicPlant(station: StationId, powerKWp: number): Simulation {
  return daily(
    SUN_HOURS,
    (day) => round(sunKWh(station, day) * powerKWp * PERFORMANCE_RATIO, METER_DECIMALS),
  );
}

/** Measured after the exchanger: what a heat meter on hot water counts, kWh/m³. */
export const MEASURED_KWH_PER_M3 = 70;
/** Meters count in hundredths of their unit. */
const INDEX_DECIMALS = 2;
const GAS_KWH_PER_M3 = { "21 mbar": 0.968 * 11.4, "300 mbar": 1.206 * 11.4 } as const;

/** Series of a boiler room's meters: source, hot water, sun. */
export function meterSeries(id: string, room: DemoBoilerRoom, plant: Plant): SimulatedSeries[] {
  const spread = (hourWeights: readonly number[]): Spread => (pick, factor = 1) => ({
    flagged: "sum",
    dailyOf: memo((year: number) =>
      pick(plantYear(plant, year)).map((value) => round(value * factor, INDEX_DECIMALS))
    ),
    hourWeights,
  });
  return [
    ...sourceSeries(id, room, spread(HEATING_HOURS)),
    ...hotWaterSeries(id, room, spread(TAP_HOURS)),
    ...solarSeries(id, plant, spread(SUN_HOURS)),
  ];
}

type Spread = (pick: (year: PlantYear) => Float64Array, factor?: number) => Simulation;

function sourceSeries(id: string, room: DemoBoilerRoom, spread: Spread): SimulatedSeries[] {
  const { suffix, dataUnitId, name } = SOURCES[room.kind];
  const factor = sourceFactor(room);
  const main = { id: `${id}-${suffix}`, dataUnitId, name };
  const source = { ...main, simulation: spread((year) => year.sourceKWh, factor) };
  if (room.kind !== "gaz-volume") return [source];
  // The distributor's own meter is before ours and reads a little more.
  const pce = { ...main, id: `${id}-pce`, name: "Compteur du distributeur (PCE)" };
  return [source, { ...pce, simulation: spread((year) => year.sourceKWh, factor * 1.012) }];
}

const SOURCES: Record<SourceKind, { suffix: string; dataUnitId: DataUnitId; name: string }> = {
  "gaz-volume": { suffix: "gaz", dataUnitId: "GAZV", name: "Compteur gaz" },
  "gaz-energy": { suffix: "gaz", dataUnitId: "GAZE", name: "Compteur gaz" },
  "urban-energy": { suffix: "rcu", dataUnitId: "RCUE", name: "Compteur de chaleur du réseau" },
  "wood-mass": { suffix: "bois", dataUnitId: "BOIM", name: "Pesée du silo" },
  "wood-energy": { suffix: "bois", dataUnitId: "CHAE", name: "Compteur de chaleur bois" },
};

/** Units of the source meter per kWh. */
function sourceFactor(room: DemoBoilerRoom): number {
  if (room.kind === "gaz-volume") return 1 / GAS_KWH_PER_M3[room.gas ?? "21 mbar"];
  return room.kind === "wood-mass" ? 1 / WOOD_KWH_PER_KG : 1;
}

function hotWaterSeries(id: string, room: DemoBoilerRoom, spread: Spread): SimulatedSeries[] {
  if (room.hotWater === "none") return [];
  const isSilent = room.flaws?.includes("missing-hot-water") ?? false;
  const simulation = (factor: number) => {
    const full = spread((year) => year.hotWaterM3, factor);
    return isSilent ? silentInWinter(full) : full;
  };
  if (room.hotWater === "energy") {
    return [{
      id: `${id}-ecse`,
      dataUnitId: "ECSE",
      name: "Énergie ECS",
      simulation: simulation(MEASURED_KWH_PER_M3),
    }];
  }
  const isLitres = room.hotWater === "litres";
  return [{
    id: `${id}-ecs`,
    dataUnitId: "ECSV",
    name: "Compteur ECS",
    ...isLitres && { importedUnit: "L" },
    simulation: simulation(isLitres ? 1_000 : 1),
  }];
}

/** The series without readings from 15 January to 15 March. */
function silentInWinter(full: Simulation): Simulation {
  if (full.flagged !== "sum") return full;
  return {
    ...full,
    dailyOf: memo((year: number) => {
      const from = dayNumber(`${year}-01-15`) - firstDayOf(year);
      const to = dayNumber(`${year}-03-15`) - firstDayOf(year);
      return full.dailyOf(year).slice().fill(NaN, from, to);
    }),
  };
}

function solarSeries(id: string, plant: Plant, spread: Spread): SimulatedSeries[] {
  if (plant.solarM2 === 0) return [];
  const simulation = spread((year) => year.solarKWh);
  return [{
    id: `${id}-sol`,
    dataUnitId: "SOLE",
    name: "Solaire thermique",
    simulation,
  }];
}

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

type ValueAt = (year: number, dayOfYear: number, hour: number) => number;

function outdoorAt(station: StationId): ValueAt {
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
  return instantSeries(id, [
    [
      "temp",
      "TEMP",
      "Température du local",
      (_year, _day, hour) => DEFAULTS.TEMP + nightSwingC(hour),
    ],
    ["hum", "HUM", "Humidité du local", () => DEFAULTS.HUM],
  ]);
}

type InstantRow = readonly [suffix: string, dataUnitId: DataUnitId, name: string, ValueAt];

function instantSeries(id: string, rows: readonly InstantRow[]): SimulatedSeries[] {
  return rows.map(([suffix, dataUnitId, name, valueAt]) => (
    { id: `${id}-${suffix}`, dataUnitId, name, simulation: instant(valueAt) }
  ));
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
  const circuits = instantSeries(id, [
    ["dep", "TDEP", "Départ chauffage", flow],
    ["ret", "TRET", "Retour chauffage", back],
  ]);
  if (plant.hotWaterKWhPerM3 === 0) return circuits;
  const tap = (_year: number, _day: number, hour: number) => 63.6 - (TAP_HOURS[hour] ?? 0);
  const loop = (_year: number, _day: number, hour: number) => 55.5 - (TAP_HOURS[hour] ?? 0) / 2;
  const hotWater = instantSeries(id, [
    ["ecs-dep", "TDEP", "Départ ECS", tap],
    ["ecs-ret", "TRET", "Retour de boucle ECS", loop],
  ]);
  return [...circuits, ...hotWater];
}
