/** Names of the uses of a report with the energy that heats water. @module */

import type { ConsumptionKind } from "@/lib/series/consumption_kinds.ts";
import { KIND_LABELS } from "@/lib/series/text.ts";
import type { WaterHeatingEnergy } from "./schema.ts";

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
