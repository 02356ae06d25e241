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

/** Shown below the name of a dwelling with two occupants in the month. */
export const SHARED_MONTH = "mois partagé";

/** Name of the row of means, at the foot of the list and in its file. */
export const MEAN_ROW = "Moyenne de la résidence";

export const TOTAL_ROW = "Total de la liste";

export const REPORT_LIST_INTRO =
  "Chaque consommation est comparée au même mois un an avant, du même occupant\u00A0; elle est en hausse au-delà de 5\u00A0%.";

/** Effect of ordering reports. */
export const ORDER_INTRO =
  "Un PDF d’une page A4 par logement, à imprimer ou à envoyer. Il se prépare en arrière-plan et se télécharge dans «\u00A0Mes rapports\u00A0».";

/** Shown for a month without reports. */
export const NO_REPORT = {
  title: "Aucun bilan pour ce mois",
  next:
    "Les bilans demandent des logements au détail et des séries d’eau, de chaleur, d’électricité ou de température. Les logements anonymes n’en ont pas.",
} as const;
