import type { ComparisonLine, CumulativeReport } from "@/lib/domain/energy_balance/types.ts";
import { wholePercentOf } from "@/lib/domain/numbers/percent.ts";

/** A figure of the comparison. */
interface ComparisonFigure {
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
  figure("data", "Données", "%", 0, (row) => wholePercentOf(row.completeness)),
];

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
