import type { DemoSite } from "@/lib/backend/demo/seed/site_table.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import { winter } from "./climate.ts";
import { TAP_HOURS } from "./hour_shapes.ts";
import { photovoltaicPlant } from "./machine_series.ts";
import { seedOf, swing } from "./random.ts";
import { daily, type SimulatedSeries } from "./simulation.ts";

/** Lifts, lights and ventilation of the common parts: kWh a day for each dwelling. */
const COMMON_KWH_PER_HOUSE = 0.9;
/** Meters count in tenths of a kWh. */
const METER_DECIMALS = 1;

export function sharedSolarId(projectId: string): string {
  return `${projectId}-pv`;
}

export function commonPartsId(projectId: string): string {
  return `${projectId}-elec`;
}

/** Series of the meters of a collective self-consumption, except those of dwellings. */
export function operationSeries(
  { station, dwellings, sharedSolarKWp }: DemoSite,
  projectId: string,
): SimulatedSeries[] {
  if (sharedSolarKWp === undefined) return [];
  const seed = seedOf(projectId);
  const commonParts = daily(TAP_HOURS, (day) => {
    const season = 1 + 0.2 * winter(day);
    const habit = 1 + 0.06 * swing(seed, day);
    return round(dwellings.count * COMMON_KWH_PER_HOUSE * season * habit, METER_DECIMALS);
  });
  return [
    {
      id: sharedSolarId(projectId),
      dataUnitId: "PVE",
      name: "Photovoltaïque des toitures",
      simulation: photovoltaicPlant(station, sharedSolarKWp),
    },
    {
      id: commonPartsId(projectId),
      dataUnitId: "ELEC",
      name: "Électricité des parties communes",
      simulation: commonParts,
    },
  ];
}
