import type {
  ConsumptionKind,
  WaterHeatingEnergy,
} from "@/lib/domain/consumption_reports/types.ts";

/** Names of the uses of a report. */
export const KIND_LABELS: Readonly<Record<ConsumptionKind, string>> = {
  electricity: "Électricité",
  lights: "Éclairage",
  plugs: "Prises",
  cooking: "Cuisson",
  gas: "Gaz",
  coldWater: "Eau froide",
  hotWater: "Eau chaude",
  waterHeating: "Chauffage de l’eau",
  heating: "Chauffage",
  temp: "Température",
};

export const WATER_HEATING_ENERGIES: Readonly<Record<WaterHeatingEnergy, string>> = {
  electricity: "Électricité",
  gas: "Gaz",
  urban: "Chauffage urbain",
  wood: "Bois",
};

/** A use with its energy: "Chauffage de l’eau (gaz)". */
export function kindLabel(kind: ConsumptionKind, energy: WaterHeatingEnergy | null): string {
  if (kind !== "waterHeating" || energy === null) return KIND_LABELS[kind];
  return `${KIND_LABELS[kind]} (${WATER_HEATING_ENERGIES[energy].toLowerCase()})`;
}
