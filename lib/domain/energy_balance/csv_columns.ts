import { round } from "../numbers/round.ts";
import type { CsvColumn } from "../tables/csv.ts";
import type { BalanceFigures, YearReport } from "./types.ts";

/** A line of the exported file: a month or the cumulative row, with its label. */
export interface BalanceLine {
  /** "janvier 2023", "Année 2023", "Saison 2023 à 2024". */
  readonly label: string;
  readonly figures: BalanceFigures;
}

/**
 * The fourteen columns of `chaufferie.csv`.
 *
 * Headers say gas whatever the source: wood and district heating leave the volume empty.
 *
 * @spec B §9 "CSV has 14 columns", domain §2 A21, A22
 */
export const BALANCE_CSV_COLUMNS: readonly CsvColumn<BalanceLine>[] = [
  { header: "Mois", value: (line) => line.label },
  whole("Conso Gaz (m³)", (row) => row.source.volume),
  whole("Conso Gaz (kWh)", (row) => row.source.energy),
  whole("DJU", (row) => row.dju),
  whole("Conso ECS (m³)", (row) => row.hotWater.volume),
  whole("Conso ECS (kWh)", (row) => row.hotWater.energy),
  whole("Conso ECS (L/j/pers)", (row) => row.hotWater.dailyVolumePerPerson),
  whole("Production ECS solaire (kWh)", (row) => row.solar.energy),
  whole("Production ECS solaire (%)", (row) => row.solar.percent),
  whole("Conso chauffage NC (kWh)", (row) => row.heating.total),
  tenths("Conso chauffage NC (Wh/m²/DJU)", (row) => row.heating.perAreaDju),
  whole("Objectif chauffage N'B (kWh)", (row) => row.target.total),
  tenths("Objectif chauffage N'B (Wh/m²/DJU)", (row) => row.target.perAreaDju),
  tenths("Écart (%)", (row) => row.rate.percent),
];

/** How the two kinds of lines are named. */
export interface BalanceLabels {
  month(month: string): string;
  cumulative(period: YearReport["period"]): string;
}

/**
 * The lines of the file: the months shown, then the cumulative row.
 *
 * @spec B §9 "Last row 'Année {year}' or 'Saison {year} à {year}'"
 * @returns no line when no month has begun
 */
export function balanceLines(report: YearReport, labels: BalanceLabels): BalanceLine[] {
  const { rows, cumulative, period } = report;
  const months = rows.map((row) => ({ label: labels.month(row.month), figures: row }));
  if (cumulative === null) return months;
  return [...months, { label: labels.cumulative(period), figures: cumulative }];
}

type Figure = (row: BalanceFigures) => number | null;

/** @spec B §9 "Rounded to 0 decimals" */
function whole(header: string, figure: Figure): CsvColumn<BalanceLine> {
  return rounded(header, figure, 0);
}

/** @spec B §9 "1 for the per-DJU and gap columns" */
function tenths(header: string, figure: Figure): CsvColumn<BalanceLine> {
  return rounded(header, figure, 1);
}

function rounded(header: string, figure: Figure, decimals: number): CsvColumn<BalanceLine> {
  return {
    header,
    value({ figures }) {
      const value = figure(figures);
      return value === null ? null : round(value, decimals);
    },
  };
}
