import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { DataUnitId, EnergyUse } from "@/lib/domain/series/types.ts";
import type { ConsumptionKind, ConsumptionReportSettings } from "./types.ts";

type PriceField = keyof ConsumptionReportSettings & `${string}Pricing`;

/** Use of a dwelling series in its reports. */
export interface ReportSource {
  readonly kind: ConsumptionKind;
  /** Price of its unit; null for kinds without a price in the settings: gas, temperatures. */
  readonly price: PriceField | null;
  readonly isElectric: boolean;
}

/**
 * The report use of a series. A volume of gas has none: it has neither reference nor price, and dwellings have no
 * coefficient to convert it to energy.
 *
 * @spec reports.uses
 * @returns null when no report shows the series
 */
export function reportSource(
  { scope, dataUnitId, use = null }: Pick<ProjectSeries, "scope" | "dataUnitId" | "use">,
): ReportSource | null {
  if (scope !== "housing") return null;
  if (dataUnitId === "ELEC") return { ...ELECTRIC[use ?? "electricity"], isElectric: true };
  const source = dataUnitId === "GAZE" ? GAS[use ?? "gas"] : SOURCES[dataUnitId];
  return source === undefined ? null : { ...source, isElectric: false };
}

type Source = Pick<ReportSource, "kind" | "price">;

const HEATING: Source = { kind: "heating", price: "heatingPricing" };
const WATER_HEATING: Source = { kind: "waterHeating", price: "waterHeatingPricing" };

const SOURCES: { readonly [Id in DataUnitId]?: Source } = {
  TEMP: { kind: "temp", price: null },
  EFSV: { kind: "coldWater", price: "waterPricing" },
  ECSV: { kind: "hotWater", price: "waterPricing" },
  ECSE: WATER_HEATING,
  CHAE: HEATING,
};

const ELECTRIC: Readonly<Record<EnergyUse | "electricity", Source>> = {
  electricity: { kind: "electricity", price: "elecPricing" },
  lights: { kind: "lights", price: "elecPricing" },
  plugs: { kind: "plugs", price: "elecPricing" },
  cooking: { kind: "cooking", price: "elecPricing" },
  waterHeating: WATER_HEATING,
  heating: HEATING,
};

const GAS: Readonly<Record<EnergyUse | "gas", Source>> = {
  gas: { kind: "gas", price: null },
  lights: { kind: "lights", price: null },
  plugs: { kind: "plugs", price: null },
  cooking: { kind: "cooking", price: null },
  waterHeating: WATER_HEATING,
  heating: HEATING,
};
