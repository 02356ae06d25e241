/** Holds the French words of the residence form, chosen residences and open alarms. @module */

import { countText, exactNumber } from "@/lib/base/text_format.ts";
import type { LookupEnd, ResidenceField } from "./residence_form.ts";
import type { ProjectLocation } from "./schema.ts";

/** Heading of the column of open alarm counts. */
export const OPEN_ALARMS_LABEL = "Alertes ouvertes";

/** Number of open alarms, when the heading says that they are open: « 3 alertes ». */
export function alarmCountText(count: number): string {
  return countText(count, "alerte");
}

/** Number of open alarms, without such a heading: « 3 alertes ouvertes ». */
export function openAlarmsText(count: number): string {
  return countText(count, "alerte ouverte", "alertes ouvertes");
}

/** An address on one line: "3 rue des Lilas, 54000 Nancy". */
export function addressText({ street, zipCode, city }: ProjectLocation): string {
  const town = [zipCode, city].filter(Boolean).join(" ");
  return [street, town].filter(Boolean).join(", ");
}

/** Labels of a residence's form. @spec projects.fields */
export const RESIDENCE_LABELS: Readonly<Record<ResidenceField, string>> = {
  name: "Nom",
  code: "Code",
  street: "Numéro et rue",
  zipCode: "Code postal",
  city: "Ville",
  latitude: "Latitude",
  longitude: "Longitude",
};

/** Result of an address lookup, and what to do next; typed values are never lost. @spec projects.address-results */
export const LOOKUP_TEXTS: Readonly<Record<LookupEnd, string>> = {
  "found": "Adresse trouvée. Vérifiez le repère, puis enregistrez.",
  "uncertain": "Adresse incertaine, vérifiez le marqueur.",
  "not-found":
    "Aucune adresse trouvée. Corrigez la rue, le code postal ou la ville, ou placez le repère vous-même.",
  "nothing-typed": "Saisissez une rue, un code postal ou une ville, puis recommencez.",
  "busy":
    "Le service national des adresses reçoit trop de demandes. Attendez quelques secondes, puis recommencez\u00A0; votre saisie est gardée.",
  "unreachable":
    "Le service national des adresses ne répond pas. Votre saisie est gardée\u00A0: placez le repère vous-même, ou réessayez plus tard.",
  "lost":
    "La connexion a été perdue pendant la recherche. Votre saisie est gardée\u00A0: vérifiez la connexion, puis recommencez.",
  "failed":
    "La recherche d’adresse a échoué sur le serveur. Votre saisie est gardée\u00A0: réessayez plus tard, ou placez le repère vous-même.",
  "forbidden":
    "Vous n’avez pas, ou plus, le droit de chercher une adresse. Votre saisie est gardée\u00A0; vos droits se demandent à un administrateur de l’organisation.",
  "signed-out":
    "Votre session est terminée. Votre saisie est gardée\u00A0: connectez-vous dans un autre onglet, puis recommencez.",
};

/** Why saving failed and the form is unchanged: no connection, or an ended session. */
export type SavingFailure = "lost" | "signed-out";

export const SAVING_TEXTS: Readonly<Record<SavingFailure, string>> = {
  "lost":
    "La connexion a été perdue\u00A0: rien n’est enregistré, et votre saisie est gardée. Vérifiez la connexion, puis enregistrez de nouveau.",
  "signed-out":
    "Votre session est terminée\u00A0: rien n’est enregistré, et votre saisie est gardée. Connectez-vous dans un autre onglet, puis enregistrez de nouveau.",
};

/** The chosen residences: the first by name, the others as a count. @param counts `namedCount`: maximum number of names */
export function chosenProjectsText(
  names: readonly string[],
  { offeredCount, namedCount }: { readonly offeredCount: number; readonly namedCount: number },
): string {
  if (names.length === 0) return "Aucune résidence choisie";
  if (names.length === offeredCount) {
    return names.length === 1 ? names.join() : `Les ${exactNumber(names.length)} résidences`;
  }
  const more = names.length - namedCount;
  const listed = names.slice(0, namedCount).join(", ");
  if (more <= 0) return listed;
  return more === 1 ? `${listed} et 1 autre` : `${listed} et ${exactNumber(more)} autres`;
}

/** What a person takes charge of, or puts off. @spec projects.follow-up */
export const FOLLOWED_LABELS = {
  "alarm": "Alerte",
  "boiler-room": "Chaufferie",
  "silence": "Relevés manquants",
  "gas-consent": "Consentement de gaz",
} as const;
