/** Holds the French words of gas lines, consents and faults. @module */

import { formatDay } from "@/lib/base/date_format.ts";
import { countText } from "@/lib/base/text_format.ts";
import { FIRST_GAS_YEAR, type GasType } from "./lines.ts";
import type { ConsentAlarm } from "./pce_rules.ts";
import type { GasConsent, GasConsentState, GasFault, GasImportError } from "./schema.ts";

/** The type of a line, on the page and in its file. @spec gas.tags */
export const GAS_TYPE_LABELS: Readonly<Record<GasType, string>> = {
  published: "Publiée",
  informative: "Informative",
};

/** What the heading of a gas file has. */
export const GAS_HEADINGS = "«\u00A0Type\u00A0», «\u00A0Du\u00A0» et «\u00A0Au\u00A0», " +
  "ou une date de relevé avec un index ou des volumes";

/** Labels of the totals of a year's table. */
export const GAS_TOTAL_LABELS: Readonly<Record<GasType, string>> = {
  published: "Total des lignes publiées",
  informative: "Total des lignes informatives",
};

const STATES: Readonly<Record<GasConsentState, string>> = {
  "active": "Preuve attendue ou refusée",
  "to-validate": "À valider par le titulaire",
  "to-recheck": "À revérifier",
  "revoked": "Révoqué",
  "obsolete": "Obsolète",
  "refused": "Refusé",
  "unknown": "Aucun consentement",
};

/** State of a consent, with its end date when it is not shown elsewhere. */
export function consentText(consent: GasConsent, alarm: ConsentAlarm | null): string {
  const { endDate } = consent;
  if (endDate === null) return consentWord(consent, alarm);
  if (alarm === null) return `Actif jusqu’au ${formatDay(endDate)}`;
  return alarm.kind === "ended" ? `Terminé le ${formatDay(endDate)}` : consentWord(consent, alarm);
}

export function consentWord({ state }: GasConsent, alarm: ConsentAlarm | null): string {
  if (alarm === null) return "Actif";
  if (alarm.kind === "closed") return STATES[state];
  if (alarm.kind === "ended") return "Terminé";
  return alarm.days === 0
    ? "Se termine aujourd’hui"
    : `Se termine dans ${countText(alarm.days, "jour")}`;
}

/** What to do about a consent; "" when there is nothing. */
export function consentAdvice(alarm: ConsentAlarm | null): string {
  if (alarm === null) return "";
  return alarm.kind === "ends"
    ? "Demander au titulaire de le renouveler"
    : "Demander l’accord du titulaire à GRDF";
}

/** Why the last query to GRDF failed. */
export const GAS_FAULT_TEXTS: Readonly<Record<GasFault, string>> = {
  "unreachable": "GRDF n’a pas répondu",
  "refused": "GRDF a refusé la demande",
  "too-many-requests": "GRDF a demandé d’attendre",
  "unreadable": "La réponse de GRDF est illisible",
  "elsewhere": "Une autre organisation suit déjà ce numéro",
};

const GAS_LINE_FAULT_TEXTS: Readonly<Record<GasImportError["fault"], string>> = {
  "pce": "numéro de point de livraison absent ou mal formé",
  "first-index":
    "premier index de ce point de livraison\u00A0: importez-le avec le suivant, dans un même fichier",
  "pce-unknown": "aucune chaufferie que vous configurez n’a ce point de livraison",
  "type": "type inconnu\u00A0: «\u00A0Publiée\u00A0» ou «\u00A0Informative\u00A0» attendu",
  "from-date": "date de début illisible",
  "to-date": "date de fin illisible",
  "date": "date illisible",
  "period": "la fin précède le début, ou une autre ligne a cette date",
  "past": `la fin précède ${FIRST_GAS_YEAR}, la première année affichée`,
  "future": "la fin est dans le futur",
  "index": "index absent, ou inférieur au précédent",
  "number": "nombre illisible",
  "repeated": "même type et même période qu’une ligne suivante, qui la complète",
  "unit": "unité qui ne se convertit pas",
  "year-full": "plus de relevés de ce type qu’une année n’a de jours",
};

/** Why a line of a file was skipped, with the year that has no room for it. */
export function gasLineFaultText({ fault, year, units, repeatedAt }: GasImportError): string {
  const text = GAS_LINE_FAULT_TEXTS[fault];
  if (repeatedAt !== undefined) return `${text}\u00A0: ligne ${repeatedAt}`;
  if (units !== undefined) return `${text}\u00A0: ${units.from} au lieu de ${units.to}`;
  return year === undefined ? text : `${text} (${year})`;
}
