import type { HotWaterKind, SourceKind } from "../domain/energy_balance/types.ts";

/** What a boiler room burns and how it is counted, as its settings offer it. @spec B §3 */
export const SOURCE_KIND_LABELS: Record<SourceKind, string> = {
  "gaz-volume": "Gaz, compté en volume (m³)",
  "gaz-energy": "Gaz, compté en énergie (kWh)",
  "urban-energy": "Chauffage urbain, compté en énergie (kWh)",
  "wood-mass": "Bois, compté en masse (kg)",
  "wood-energy": "Bois, compté en énergie (kWh)",
};

/** What a hot-water series counts, as the settings offer it. @spec B §3 "hotWaterKind" */
export const HOT_WATER_KIND_LABELS: Record<HotWaterKind, string> = {
  volume: "Volume (m³)",
  energy: "Énergie (kWh)",
};
