import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { BalanceColumnId } from "./columns.ts";
import type { BalancePeriod } from "./types.ts";

export interface BalanceLabels {
  month(month: IsoMonth): string;
  cumulative(period: BalancePeriod): string;
}

/** Exact headers of the file without the month, identical for every source: they name gas. @spec balance.csv */
export const CSV_HEADERS: Readonly<Record<Exclude<BalanceColumnId, "source-mass">, string>> = {
  "source-volume": "Conso Gaz (m³)",
  "source-energy": "Conso Gaz (kWh)",
  "dju": "DJU",
  "hot-water-volume": "Conso ECS (m³)",
  "hot-water-energy": "Conso ECS (kWh)",
  "hot-water-daily": "Conso ECS (L/j/pers)",
  "solar-energy": "Production ECS solaire (kWh)",
  "solar-percent": "Production ECS solaire (%)",
  "heating-total": "Conso chauffage NC (kWh)",
  "heating-per-area-dju": "Conso chauffage NC (Wh/m²/DJU)",
  "target-total": "Objectif chauffage N'B (kWh)",
  "target-per-area-dju": "Objectif chauffage N'B (Wh/m²/DJU)",
  "gap": "Écart (%)",
};
