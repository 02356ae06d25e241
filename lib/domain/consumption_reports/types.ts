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

/** One of {@link CONSUMPTION_KINDS}. */
export type ConsumptionKind = typeof CONSUMPTION_KINDS[number];

/** Energy that heats the water. @spec B §3 "waterHeatingEnergy" */
export type WaterHeatingEnergy = "electricity" | "gas" | "urban" | "wood";

/** Image types of a report. @spec B §5 "Images must be jpeg or png" */
export type ImageMimeType = "image/jpeg" | "image/png";

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

/** {@link ConsumptionReportSettings} as read. */
export interface ConsumptionReportSettingsRead extends ConsumptionReportSettings {
  version: string;
}

/** {@link ConsumptionReportSettings} to write. */
export interface ConsumptionReportSettingsDraft extends ConsumptionReportSettings {
  version?: string | undefined;
}

/** One consumption of a dwelling over a month. */
export interface ConsumptionItem {
  kind: ConsumptionKind;
  unit: string;
  /** null without readings. */
  value: number | null;
  /** The same month of the year before. */
  previousYear: number | null;
  /** Since 1 January. */
  yearToDate: number | null;
  /** The month's target; null without reference. */
  reference: number | null;
  /** Projected consumption of the month; null for a past month. */
  projected: number | null;
  /** € of the month; null without price. */
  cost: number | null;
  /** 0 to 1. */
  completeness: number;
}

/** A month of the residence, dwelling by dwelling. @spec B §7 "analysis/{yyyy-mm}" */
export interface ConsumptionAnalysis {
  month: string;
  houses: { houseId: string; items: ConsumptionItem[] }[];
  /** Mean of the residence, to compare with. */
  mean: ConsumptionItem[];
}

/** The dwellings whose reports are wanted. @spec B §7 "consumption report pdf … for all with a select" */
export interface ConsumptionReportOrder {
  /** None = all. */
  houseIds: string[];
}
