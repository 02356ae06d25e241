import {
  type ConsumptionStatus,
  LEAST_COMPARED,
  type MonthRead,
  type ProgressStatus,
  STATUS_TOLERANCE_PERCENT,
} from "@/lib/domain/consumption_reports/running_month.ts";
import { formatPercent } from "@/lib/text/format/numbers.ts";

/** How a month is beside the same month a year before. @spec reports.running-month */
export const CONSUMPTION_STATUS_LABELS: Readonly<Record<ConsumptionStatus, string>> = {
  good: "Maîtrisée",
  bad: "En hausse",
};

/** How full a progress bar is, in a word. @spec reports.progress-bar */
export const PROGRESS_LABELS: Readonly<Record<ProgressStatus, string>> = {
  "good": "En deçà",
  "bad": "Proche",
  "very-bad": "Dépassé",
};

/** The column of a file that says how much of the year before was read. */
export const YEAR_BEFORE_READ = "Relevé un an avant";

/** From this share on a month counts as read whole: meters are late by seconds. */
const WHOLE = 0.995;

/** What there is to know about a month that another is compared with: "relevé à 63 %, non comparé"; "" when it is whole. */
export function monthReadNote({ value, completeness }: MonthRead): string {
  if (value === null || completeness >= WHOLE) return "";
  const share = `relevé à ${formatPercent(Math.floor(100 * completeness), 0)}`;
  return completeness < LEAST_COMPARED ? `${share}, non comparé` : share;
}

/** What the table of the running month compares, and when a consumption goes up. */
export const RUNNING_MONTH_INTRO =
  `Jusqu’à hier, à côté du même mois un an avant. Les jours qui restent sont comptés à la moyenne des sept derniers\u00A0; la consommation est en hausse quand le mois entier dépasserait de plus de ${STATUS_TOLERANCE_PERCENT}\u00A0% celui d’un an avant. Un mois relevé ou habité en partie n’est pas comparé.`;

/** What a month without anything that adds up says. */
export const NO_CONSUMPTION = {
  title: "Aucune consommation à suivre",
  next: "Eau, chauffage et électricité des logements se suivent ici dès qu’une série les mesure.",
} as const;
