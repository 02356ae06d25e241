import type { ImageMimeType, WaterHeatingEnergy } from "./schema.ts";

export type * from "./schema.ts";

/** Kinds of consumption reports. @spec B §3 "Consumption report settings" */
export const CONSUMPTION_KINDS = [
  "lights",
  "plugs",
  "cooking",
  "coldWater",
  "hotWater",
  "waterHeating",
  "heating",
  "temp",
] as const;

/** References and prices of the consumption reports; null = not shown. @spec B §3 "Consumption report settings" */
export interface ConsumptionReportSettings {
  /** Yearly references of a dwelling, kWh. */
  lightsReference: number | null;
  plugsReference: number | null;
  cookingReference: number | null;
  /** €/kWh */
  elecPricing: number | null;
  /** Yearly references of a person, m³. */
  coldWaterReference: number | null;
  hotWaterReference: number | null;
  /** €/m³ */
  waterPricing: number | null;
  waterHeatingEnergy: WaterHeatingEnergy | null;
  /** €/kWh */
  waterHeatingPricing: number | null;
  /** Wh/m²/DJU */
  heatingReference: number | null;
  /** °C */
  tempReference: number | null;
  /** €/kWh */
  heatingPricing: number | null;
  /** Outdoor source whose DJU count. */
  djuSource: string | null;
  /** Base64. */
  image: string | null;
  imageMimeType: ImageMimeType | null;
}
