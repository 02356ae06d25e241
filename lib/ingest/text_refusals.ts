/** Words about refused readings, with advice to the sender's maintainer. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import type { RefusalCause } from "@/lib/series/refusals.ts";

/** Name of each cause of refusal, and advice to the sender's maintainer. */
export const REFUSAL_WORDS: Readonly<
  Record<RefusalCause, { readonly label: string; readonly advice: string }>
> = {
  "too-old": {
    label: "Date trop ancienne",
    advice:
      "Vérifiez l’horloge de la carte qui envoie ces relevés\u00A0: elle n’est pas à l’heure. Sans date, un relevé prend celle de son arrivée.",
  },
  "future": {
    label: "Date dans le futur",
    advice:
      "Vérifiez l’horloge de la carte qui envoie ces relevés, et son fuseau horaire\u00A0: elle avance.",
  },
  "value": {
    label: "Valeur impossible",
    advice:
      "Vérifiez le capteur et son câblage, puis l’unité de la série\u00A0: rien ne mesure une telle valeur. Un compteur ne descend jamais sous zéro.",
  },
  "unit": {
    label: "Unité qui ne se convertit pas",
    advice:
      "Vérifiez l’unité que la carte envoie, puis celle de la série\u00A0: une puissance, en W ou en kW, n’est pas une énergie.",
  },
  "text": {
    label: "Texte ou oui/non au lieu d’un nombre",
    advice: "Vérifiez ce que la carte envoie\u00A0: cette série attend des nombres.",
  },
  "no-room": {
    label: "Pas de place pour une nouvelle source",
    advice:
      "La résidence garde déjà 500 sources à rattacher, et ne garde aucun relevé des suivantes. Rattachez ou oubliez des sources de la liste\u00A0: les nouvelles y entreront à leur prochain envoi.",
  },
  "deleted": {
    label: "Relevé supprimé, envoyé de nouveau",
    advice:
      "Rien à faire\u00A0: un relevé supprimé ne revient pas. Pour le reprendre, annulez sa suppression dans les relevés de la série.",
  },
  "source": {
    label: "Nom de source inutilisable",
    advice:
      "Raccourcissez les noms et les étiquettes que la carte envoie avec ses valeurs, et envoyez-les sans retour à la ligne.",
  },
};

export function refusedExample(
  { cause, example }: { readonly cause: RefusalCause; readonly example: string },
  timeZone: string,
): string {
  const isTime = cause === "too-old" || cause === "future" || cause === "deleted";
  return isTime && !Number.isNaN(Date.parse(example)) ? formatInstant(example, timeZone) : example;
}
