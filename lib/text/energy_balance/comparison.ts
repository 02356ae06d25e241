import { wholePercent } from "@/lib/domain/consumption_reports/running_month.ts";
import type { ComparisonLine } from "@/lib/domain/energy_balance/comparison.ts";
import type { CumulativeReport } from "@/lib/domain/energy_balance/types.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import type { SortValue } from "@/lib/domain/tables/sort.ts";
import { GAP_STATUS_LABELS } from "./energy_balance.ts";

/** A figure of the comparison: a column of the table, of its sort and of its file. */
export interface ComparisonFigure {
  readonly field: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: 0 | 1;
  /** null without settings, or when no month of the year has begun. */
  value(line: ComparisonLine): number | null;
}

/** The figures of the comparison, in the order of its columns. @spec balance.comparison */
export const COMPARISON_FIGURES: readonly ComparisonFigure[] = [
  figure("dju", "DJU", "°C·j", 0, (row) => row.dju),
  figure("nc", "Conso NC", "kWh", 0, (row) => row.heating.total),
  figure("target", "Objectif N'B", "kWh", 0, (row) => row.target.total),
  figure("ncPerArea", "Conso NC", "Wh/m²/DJU", 1, (row) => row.heating.perAreaDju),
  figure("targetPerArea", "Objectif N'B", "Wh/m²/DJU", 1, (row) => row.target.perAreaDju),
  figure("gap", "Écart", "%", 1, (row) => row.rate.percent),
  figure("days", "Jours comparés", "j", 0, (row) => row.comparedDayCount),
  figure("data", "Données", "%", 0, (row) => wholePercent(100 * row.completeness)),
];

/** Sort values of the lines, by column. */
export const COMPARISON_SORT: Readonly<Record<string, (line: ComparisonLine) => SortValue>> = {
  project: (line) => [line.projectName, line.boilerRoomName],
  boilerRoom: (line) => line.boilerRoomName,
  ...Object.fromEntries(COMPARISON_FIGURES.map(({ field, value }) => [field, value])),
};

/** The columns of the file: those of the table, with units in the headings and the gap's status in words. */
export const COMPARISON_CSV: readonly CsvColumn<ComparisonLine>[] = [
  { header: "Résidence", value: (line) => line.projectName },
  { header: "Chaufferie", value: (line) => line.boilerRoomName },
  ...COMPARISON_FIGURES.map(csvColumn),
  {
    header: "État",
    value: ({ cumulative }) => cumulative?.status ? GAP_STATUS_LABELS[cumulative.status] : null,
  },
];

function csvColumn({ label, unit, decimals, value }: ComparisonFigure): CsvColumn<ComparisonLine> {
  return {
    header: `${label} (${unit})`,
    value(line) {
      const figure = value(line);
      return figure === null ? null : round(figure, decimals);
    },
  };
}

function figure(
  field: string,
  label: string,
  unit: string,
  decimals: 0 | 1,
  value: (row: CumulativeReport) => number | null,
): ComparisonFigure {
  return {
    field,
    label,
    unit,
    decimals,
    value: ({ cumulative }) => cumulative && value(cumulative),
  };
}
