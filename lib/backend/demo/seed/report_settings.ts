import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import {
  NO_REPORT_SETTINGS,
  type ReportSettingsRecord,
} from "@/lib/backend/records/consumption_reports.ts";
import { outdoorId } from "./weather.ts";

/** One residence in three has consumption reports, that of the demo's occupant among them. */
export function hasReports(index: number): boolean {
  return index % 3 === 0;
}

/** Writes the references and prices of a residence's reports. @spec reports.demo */
export function setReportSettings(atomic: Atomic, index: number): void {
  if (!hasReports(index)) return;
  const projectId = siteId(index);
  const djuSource = outdoorId(projectId, "meteo");
  atomic.set(keys.reportSettings(projectId), { ...SETTINGS, djuSource });
}

/** Consumption of an economical French household, and its prices in 2025. */
const SETTINGS: ReportSettingsRecord = {
  ...NO_REPORT_SETTINGS,
  lightsReference: 200,
  plugsReference: 1_300,
  cookingReference: 500,
  elecPricing: 0.2,
  coldWaterReference: 30,
  hotWaterReference: 13,
  waterPricing: 4.3,
  waterHeatingEnergy: "gas",
  waterHeatingPricing: 0.11,
  heatingReference: 36,
  tempReference: 19,
  heatingPricing: 0.11,
};
