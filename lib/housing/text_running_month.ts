/** Holds the French labels and notes of the running month of a dwelling. @module */

import { wholePercentOf } from "@/lib/base/rounding.ts";
import { formatPercent } from "@/lib/base/text_format.ts";
import { DOUBTFUL, DOUBTFUL_REASON } from "@/lib/series/text.ts";
import {
  comparedValue,
  type ConsumptionStatus,
  type MonthRead,
  type ProgressStatus,
  STATUS_TOLERANCE_PERCENT,
} from "./running_month.ts";

/** Comparison of a month with the same month a year before. @spec reports.running-month */
export const CONSUMPTION_STATUS_LABELS: Readonly<Record<ConsumptionStatus, string>> = {
  good: "Maîtrisée",
  bad: "En hausse",
};

/** Level of a progress bar. @spec reports.progress-bar */
export const PROGRESS_LABELS: Readonly<Record<ProgressStatus, string>> = {
  "good": "En deçà",
  "bad": "Proche",
  "very-bad": "Dépassé",
};

/** Heading of the column of the previous year's completeness, in a file. */
export const YEAR_BEFORE_READ = "Relevé un an avant";

/** Completeness from which a month counts as complete: meters are late by seconds. */
const WHOLE = 0.995;

/** Note on a compared month: "relevé à 63 %, non comparé", "douteux, non comparé"; "" when complete. */
export function monthReadNote(month: MonthRead): string {
  const { value, completeness, doubtful } = month;
  if (value === null) return "";
  const notes = [
    ...completeness < WHOLE ? [`relevé à ${formatPercent(wholePercentOf(completeness), 0)}`] : [],
    ...doubtful ? [DOUBTFUL] : [],
    ...comparedValue(month) === null ? ["non comparé"] : [],
  ];
  return notes.join(", ");
}

/** What the table of the running month compares, and when a consumption is rising. */
export const RUNNING_MONTH_INTRO =
  `Jusqu’à hier, à côté du même mois un an avant. Les jours qui restent sont comptés à la moyenne des sept derniers\u00A0; la consommation est en hausse quand le mois entier dépasserait de plus de ${STATUS_TOLERANCE_PERCENT}\u00A0% celui d’un an avant. Un mois relevé ou habité en partie n’est pas comparé, ni un mois douteux (${DOUBTFUL_REASON}).`;

/** Shown for a month without a consumption. */
export const NO_CONSUMPTION = {
  title: "Aucune consommation à suivre",
  next: "Eau, chauffage et électricité des logements se suivent ici dès qu’une série les mesure.",
} as const;

/** Heading of the column of a file that says which figures are doubtful. */
export const REMARKS = "Remarques";
