import type { SourceKind } from "../../domain/energy_balance/types.ts";
import { round } from "../../domain/numbers/round.ts";
import type { DataUnitId } from "../../domain/series/types.ts";
import { dayNumber, type StationId } from "./climate.ts";
import { type Plant, type PlantYear, plantYear, stationYear } from "./plant.ts";
import { seedOf } from "./random.ts";
import type { DemoBoilerRoom, DemoSite } from "./sites.ts";

/** What a simulated series is over a day: an amount spread over its hours, or a value at each hour. */
export type Simulation =
  | { flagged: "sum"; dailyOf(year: number): Float64Array; hourWeights: readonly number[] }
  | { flagged: "instant"; valueAt(year: number, dayOfYear: number, hour: number): number };

/** A series of the demo: what it is called and how it is computed. */
export interface SimulatedSeries {
  id: string;
  dataUnitId: DataUnitId;
  name: string;
  /** Unit of its values when it is not the catalogue's. */
  importedUnit: string | null;
  simulation: Simulation;
}

/** Where a series starts from, unless said otherwise. @spec B §9 "TEMP 20, HUM 45" */
export const DEFAULTS = { TEMP: 20, HUM: 45 } as const;
/** Temperature is this much lower at night and higher by day, °C. @spec B §9 "Demo simulation" */
const NIGHT_C = -0.6;
const DAY_C = 0.3;

/** Meters count in hundredths of their unit. */
const METER_DECIMALS = 2;
const GAS_KWH_PER_M3 = { "21 mbar": 0.968 * 11.4, "300 mbar": 1.206 * 11.4 } as const;
const WOOD_KWH_PER_KG = 4.6;
/** Measured after the exchanger: what a heat meter on hot water counts, kWh/m³. */
const MEASURED_KWH_PER_M3 = 70;
/** Source energy per m³ of hot water: boiler, storage and loop losses included. */
const SPENT_KWH_PER_M3 = 98;

const HEATING_HOURS = [
  .8,
  .8,
  .8,
  .8,
  .9,
  1.2,
  1.3,
  1.3,
  1.1,
  1,
  1,
  1,
  1,
  1,
  1,
  1,
  1.1,
  1.1,
  1.1,
  1.1,
  1,
  1,
  .9,
  .8,
];
const TAP_HOURS = [
  .3,
  .2,
  .1,
  .1,
  .2,
  .8,
  2,
  2.4,
  1.6,
  1.1,
  .9,
  .9,
  1.1,
  .9,
  .7,
  .6,
  .7,
  1,
  1.5,
  1.9,
  1.7,
  1.3,
  .9,
  .5,
];
const SUN_HOURS = [
  0,
  0,
  0,
  0,
  0,
  0,
  .1,
  .4,
  .9,
  1.4,
  1.8,
  2.1,
  2.2,
  2.1,
  1.8,
  1.4,
  .9,
  .5,
  .2,
  0,
  0,
  0,
  0,
  0,
];

/** Ids of the demo: `p01`, its boiler rooms `p01-c1`, their series `p01-c1-gaz`. */
export function siteId(index: number): string {
  return `p${String(index + 1).padStart(2, "0")}`;
}

/** Id of the nth boiler room of a residence. */
export function boilerRoomId(projectId: string, index: number): string {
  return `${projectId}-c${index + 1}`;
}

/** The plant behind a boiler room: its share of the residence's dwellings. */
export function plantOf(site: DemoSite, room: DemoBoilerRoom): Plant {
  const houses = Math.round(site.housesCount / site.boilerRooms.length);
  const spent = room.hotWater === "energy" ? MEASURED_KWH_PER_M3 : SPENT_KWH_PER_M3;
  return {
    seed: seedOf(`${site.name}/${room.name}`),
    station: site.station,
    areaM2: houses * site.areaPerHouseM2,
    peopleCount: Math.round(houses * 2.15),
    heatingWhPerM2Dju: room.target * room.real,
    hotWaterKWhPerM3: room.hotWater === "none" ? 0 : spent,
    solarM2: room.solarM2 ?? 0,
    flaws: room.flaws ?? [],
  };
}

/** Every series of a residence. */
export function seriesOfSite(site: DemoSite, projectId: string): SimulatedSeries[] {
  const rooms = site.boilerRooms.flatMap((room, index) =>
    seriesOfRoom(boilerRoomId(projectId, index), room, plantOf(site, room))
  );
  return [...rooms, outdoorSeries(projectId, site.station)];
}

function outdoorSeries(projectId: string, station: StationId): SimulatedSeries {
  return {
    id: `${projectId}-ext`,
    dataUnitId: "TEXT",
    name: "Sonde extérieure",
    importedUnit: null,
    simulation: { flagged: "instant", valueAt: outdoorAt(station) },
  };
}

function outdoorAt(station: StationId): (year: number, dayOfYear: number, hour: number) => number {
  return (year, dayOfYear, hour) => {
    const day = stationYear(station, year)[dayOfYear];
    if (!day) return NaN;
    // Coldest at 3 h and warmest at 15 h.
    return day.meanC - Math.cos(2 * Math.PI * (hour - 3) / 24) * (day.highC - day.lowC) / 2;
  };
}

type Spread = (pick: (year: PlantYear) => Float64Array, factor?: number) => Simulation;

function seriesOfRoom(id: string, room: DemoBoilerRoom, plant: Plant): SimulatedSeries[] {
  const spread = (hourWeights: readonly number[]): Spread => (pick, factor = 1) => ({
    flagged: "sum",
    dailyOf: yearly((year) =>
      pick(plantYear(plant, year)).map((value) => round(value * factor, METER_DECIMALS))
    ),
    hourWeights,
  });
  return [
    ...sourceSeries(id, room, spread(HEATING_HOURS)),
    ...hotWaterSeries(id, room, spread(TAP_HOURS)),
    ...solarSeries(id, plant, spread(SUN_HOURS)),
    ...roomClimateSeries(id),
    ...circuitSeries(id, plant),
  ];
}

function sourceSeries(id: string, room: DemoBoilerRoom, spread: Spread): SimulatedSeries[] {
  const { suffix, dataUnitId, name } = SOURCES[room.kind];
  const factor = sourceFactor(room);
  const importedUnit = null;
  const main = { id: `${id}-${suffix}`, dataUnitId, name, importedUnit };
  const source = { ...main, simulation: spread((year) => year.sourceKWh, factor) };
  if (room.kind !== "gaz-volume") return [source];
  // The distributor's own meter stands before ours and reads a little more.
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
      importedUnit: null,
      simulation: simulation(MEASURED_KWH_PER_M3),
    }];
  }
  const isLitres = room.hotWater === "litres";
  return [{
    id: `${id}-ecs`,
    dataUnitId: "ECSV",
    name: "Compteur ECS",
    importedUnit: isLitres ? "L" : null,
    simulation: simulation(isLitres ? 1_000 : 1),
  }];
}

/** The same series, whose meter says nothing from 15 January to 15 March. */
function silentInWinter(full: Simulation): Simulation {
  if (full.flagged !== "sum") return full;
  return {
    ...full,
    dailyOf: yearly((year) => {
      const from = dayNumber(`${year}-01-15`) - dayNumber(`${year}-01-01`);
      const to = dayNumber(`${year}-03-15`) - dayNumber(`${year}-01-01`);
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
    importedUnit: null,
    simulation,
  }];
}

function roomClimateSeries(id: string): SimulatedSeries[] {
  const temperature: Simulation = {
    flagged: "instant",
    valueAt: (_year, _day, hour) => DEFAULTS.TEMP + (hour <= 6 || hour > 22 ? NIGHT_C : DAY_C),
  };
  const humidity: Simulation = { flagged: "instant", valueAt: () => DEFAULTS.HUM };
  return [
    {
      id: `${id}-temp`,
      dataUnitId: "TEMP",
      name: "Température du local",
      importedUnit: null,
      simulation: temperature,
    },
    {
      id: `${id}-hum`,
      dataUnitId: "HUM",
      name: "Humidité du local",
      importedUnit: null,
      simulation: humidity,
    },
  ];
}

function circuitSeries(id: string, plant: Plant): SimulatedSeries[] {
  const outdoor = outdoorAt(plant.station);
  const isHeated = (year: number, day: number) => (plantYear(plant, year).heatingKWh[day] ?? 0) > 0;
  // 71 °C at −5 °C outdoors, 35 °C at 15 °C.
  const flow = (year: number, day: number, hour: number) =>
    isHeated(year, day) ? Math.min(78, Math.max(30, 62 - 1.8 * outdoor(year, day, hour))) : 24;
  const back = (year: number, day: number, hour: number) =>
    22 + (flow(year, day, hour) - 22) * 0.72;
  const circuits: SimulatedSeries[] = [
    {
      id: `${id}-dep`,
      dataUnitId: "TDEP",
      name: "Départ chauffage",
      importedUnit: null,
      simulation: { flagged: "instant", valueAt: flow },
    },
    {
      id: `${id}-ret`,
      dataUnitId: "TRET",
      name: "Retour chauffage",
      importedUnit: null,
      simulation: { flagged: "instant", valueAt: back },
    },
  ];
  if (plant.hotWaterKWhPerM3 === 0) return circuits;
  const tap = (_year: number, _day: number, hour: number) => 62.5 - (TAP_HOURS[hour] ?? 0);
  const loop = (_year: number, _day: number, hour: number) => 55.5 - (TAP_HOURS[hour] ?? 0) / 2;
  return [
    ...circuits,
    {
      id: `${id}-ecs-dep`,
      dataUnitId: "TDEP",
      name: "Départ ECS",
      importedUnit: null,
      simulation: { flagged: "instant", valueAt: tap },
    },
    {
      id: `${id}-ecs-ret`,
      dataUnitId: "TRET",
      name: "Retour de boucle ECS",
      importedUnit: null,
      simulation: { flagged: "instant", valueAt: loop },
    },
  ];
}

/** Computes each year once. */
function yearly(compute: (year: number) => Float64Array): (year: number) => Float64Array {
  const known = new Map<number, Float64Array>();
  return (year) => {
    let values = known.get(year);
    if (!values) known.set(year, values = compute(year));
    return values;
  };
}
