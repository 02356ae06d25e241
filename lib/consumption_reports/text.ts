/** Holds the French words of the list, mails, orders and PDF files of reports. @module */

import type { IsoMonth } from "@/lib/base/civil_dates.ts";
import { formatInstant, formatMonth, ofMonth } from "@/lib/base/date_format.ts";
import { countText, formatEuros, withNoBreaks } from "@/lib/base/text_format.ts";
import type { ConsumptionKind } from "@/lib/timeseries/units.ts";
import { DOUBTFUL, KIND_LABELS, withDoubt } from "@/lib/series/text.ts";
import { FIRST_MAIL_DAY, LAST_WAIT_DAY } from "./mail_rules.ts";
import { isCostDoubtful, REPORT_STATES, type ReportState } from "./month_list.ts";
import type {
  ConsumptionItem,
  ConsumptionReportMails,
  QueuedReportState,
  ReportSheet,
  WaterHeatingEnergy,
} from "./schema.ts";

export const TABLE_TITLE = "Les consommations du mois";
export const BARS_TITLE = "À côté de l’an dernier et de la résidence";
export const MEAN_LABEL = "moyenne de la résidence";
export const IMAGE_LABEL = "Image choisie par le bailleur";

export function totalCostText(
  { items }: Pick<ReportSheet, "items">,
  euros: number,
): string {
  return withNoBreaks(`Coût estimé : ${withDoubt(formatEuros(euros), isCostDoubtful(items))}`);
}

/** Title of the reports of several dwellings. @param count number of chosen dwellings; null for all */
export function reportsTitle(
  { month, residence, count }: {
    readonly month: IsoMonth;
    readonly residence: string;
    readonly count: number | null;
  },
): string {
  const chosen = count === null ? "" : ` de ${countText(count, "logement")}`;
  return `Bilans de consommation${chosen}, ${residence}, ${formatMonth(month)}`;
}

/**
 * File name of ordered reports: two orders have two names.
 *
 * @spec queued-reports.names
 * @param label their {@link reportsTitle}
 * @param orderedAt ISO instant
 * @returns "Bilans de consommation, Les Tilleuls, octobre 2026 (2026-11-29 201530).pdf"; the instant is UTC
 */
export function reportsFileName(label: string, orderedAt: string): string {
  const moment = orderedAt.slice(0, "2026-11-29T20:15:30".length).replace("T", " ");
  return `${label} (${moment.replaceAll(":", "")}).pdf`;
}

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

/** Introduction of the monthly mail's section. */
export const REPORT_MAILS_INTRO =
  `Le bilan d’un mois est envoyé le mois suivant\u00A0: à partir du ${FIRST_MAIL_DAY}, dès que tous ses relevés sont là\u00A0; à partir du ${LAST_WAIT_DAY}, même s’il en manque.`;

/** Recipients of the mails, first mailed month, and last mails. */
export function reportMailsTexts(
  { isOn, firstMonth, houseCount, last }: ConsumptionReportMails,
  timeZone: string,
) {
  const houses = `${countText(houseCount, "logement")} ${
    houseCount < 2 ? "a" : "ont"
  } aujourd’hui un occupant avec une adresse email.`;
  const first = isOn && firstMonth !== null
    ? [`Les bilans sont envoyés depuis celui ${ofMonth(firstMonth)}.`]
    : [];
  const sent = last === null
    ? "Aucun bilan n’a été envoyé."
    : `Dernier envoi : ${countText(last.mailCount, "bilan")} ${ofMonth(last.month)}, le ${
      formatInstant(last.at, timeZone)
    }.`;
  return [houses, ...first, sent].map(withNoBreaks);
}

export const QUEUED_STATE_LABELS: Readonly<Record<QueuedReportState, string>> = {
  queued: "En attente",
  running: "En préparation",
  done: "Prêt",
  failed: "Échec",
};

export const WATER_HEATING_ENERGIES: Readonly<Record<WaterHeatingEnergy, string>> = {
  electricity: "Électricité",
  gas: "Gaz",
  urban: "Chauffage urbain",
  wood: "Bois",
};

/** A use with its energy: "Chauffage de l’eau (gaz)". */
export function kindLabel(kind: ConsumptionKind, energy: WaterHeatingEnergy | null): string {
  if (kind !== "waterHeating" || energy === null) return KIND_LABELS[kind];
  return `${KIND_LABELS[kind]} (${WATER_HEATING_ENERGIES[energy].toLowerCase()})`;
}
