import type { DemoBoilerRoom } from "@/lib/backend/demo/seed/site_table.ts";
import { WOOD_KWH_PER_KG } from "@/lib/domain/energy_balance/constants.ts";
import type { SourceKind } from "@/lib/domain/energy_balance/types.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import { dayNumber, firstDayOf } from "./climate.ts";
import { HEATING_HOURS, SUN_HOURS, TAP_HOURS } from "./hour_shapes.ts";
import { type Plant, type PlantYear, plantYear } from "./plant.ts";
import { type SimulatedSeries, type Simulation, yearly } from "./simulation.ts";

/** Measured after the exchanger: what a heat meter on hot water counts, kWh/m³. */
export const MEASURED_KWH_PER_M3 = 70;
/** Meters count in hundredths of their unit. */
const METER_DECIMALS = 2;
const GAS_KWH_PER_M3 = { "21 mbar": 0.968 * 11.4, "300 mbar": 1.206 * 11.4 } as const;

/** Series of a boiler room's meters: source, hot water, sun. */
export function meterSeries(id: string, room: DemoBoilerRoom, plant: Plant): SimulatedSeries[] {
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
    dailyOf: yearly((year) => {
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
