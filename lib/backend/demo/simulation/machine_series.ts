import type { DemoBoilerRoom } from "@/lib/backend/demo/seed/site_table.ts";
import type { Device } from "@/lib/domain/facilities/types.ts";
import { clamp, round } from "@/lib/domain/numbers/round.ts";
import { sumOf } from "@/lib/domain/numbers/sums.ts";
import { firstDayOf, type StationId, sunshine } from "./climate.ts";
import { HEATING_HOURS, SUN_HOURS } from "./hour_shapes.ts";
import { type Plant, plantYear, stationYear } from "./plant.ts";
import { daily, instant, type SimulatedSeries, type Simulation, yearly } from "./simulation.ts";

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
  const produced = yearly((year) => {
    const weather = stationYear(plant.station, year);
    return plantYear(plant, year).sourceKWh.map((kWh, day) => {
      const carried = clamp(share + SHARE_PER_DEGREE * ((weather[day]?.meanC ?? 0) - 7), 0.05, 0.6);
      return round(kWh * carried / (1 - carried), METER_DECIMALS);
    });
  });
  const consumed = yearly((year) => {
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
