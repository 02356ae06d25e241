/** Words of the comparison of boiler rooms and of the limits of the balance. @module */

import { wholePercentOf } from "@/lib/base/rounding.ts";
import { withNoBreaks } from "@/lib/base/text_format.ts";
import type { ComparisonLine, CumulativeReport } from "./schema.ts";

/** The three limits of the help text. @spec balance.limits */
export const BALANCE_LIMITS: readonly string[] = [
  "Le gaz est compté en PCS, le solaire et le chauffage urbain en énergie utile : on compare chaque chaufferie à son propre objectif, pas les niveaux de deux chaufferies entre eux.",
  "Le solaire est ajouté pour sa valeur utile, comme le veut le contrat. Avec un rendement de chaudière de 85 %, l’équivalent à la chaudière serait 1,18 fois plus grand.",
  "Une erreur de 10 kWh/m³ sur q, pour 150 m³ d’eau chaude, décale NC de 1 500 kWh par mois, soit 10 à 14 % de NC en mai ou en octobre.",
].map(withNoBreaks);

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
