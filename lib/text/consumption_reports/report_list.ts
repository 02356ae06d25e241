import { REPORT_STATES, type ReportState } from "@/lib/domain/consumption_reports/report_list.ts";

const REPORT_STATE_LABELS: Readonly<Record<ReportState, string>> = {
  up: "Une consommation en hausse",
  unread: "Relevé en partie",
  shared: "Mois partagé",
  fine: "Rien à signaler",
};

/** State of a dwelling's month, for the filter of its list. */
export function reportStateLabel(state: string): string {
  const known = REPORT_STATES.find((one) => one === state);
  return known === undefined ? state : REPORT_STATE_LABELS[known];
}

/** Name of the row of means, at the foot of the list and in its file. */
export const MEAN_ROW = "Moyenne de la résidence";

/** Shown for a month without reports. */
export const NO_REPORT = {
  title: "Aucun bilan pour ce mois",
  next:
    "Les bilans demandent des logements au détail et des séries d’eau, de chaleur, d’électricité ou de température. Les logements anonymes n’en ont pas.",
} as const;
