import { REPORT_STATES, type ReportState } from "@/lib/domain/consumption_reports/report_list.ts";
import type { ConsumptionItem } from "@/lib/domain/consumption_reports/types.ts";
import { DOUBTFUL } from "@/lib/text/series/doubtful.ts";
import { KIND_LABELS } from "./kinds.ts";

const REPORT_STATE_LABELS: Readonly<Record<ReportState, string>> = {
  up: "Une consommation en hausse",
  doubtful: "Chiffres douteux",
  unread: "Relevé en partie",
  shared: "Mois partagé",
  fine: "Rien à signaler",
};

/** State of a dwelling's month, for the filter of its list. */
export function reportStateLabel(state: string): string {
  const known = REPORT_STATES.find((one) => one === state);
  return known === undefined ? state : REPORT_STATE_LABELS[known];
}

/** The doubtful figures of a line, in its file: "douteux : eau froide, chauffage"; "" without any. */
export function doubtfulKindsText(items: readonly ConsumptionItem[]): string {
  const kinds = items.filter(({ doubtful }) => doubtful)
    .map(({ kind }) => KIND_LABELS[kind].toLowerCase());
  return kinds.length === 0 ? "" : `${DOUBTFUL}\u00A0: ${kinds.join(", ")}`;
}

/** Name of the row of means, at the foot of the list and in its file. */
export const MEAN_ROW = "Moyenne de la résidence";

/** Shown for a month without reports. */
export const NO_REPORT = {
  title: "Aucun bilan pour ce mois",
  next:
    "Les bilans demandent des logements au détail et des séries d’eau, de chaleur, d’électricité ou de température. Les logements anonymes n’en ont pas.",
} as const;
