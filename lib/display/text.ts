/** Words of hall screens, their messages and contacts. @module */

import { type IsoDate, weekday } from "@/lib/base/civil_dates.ts";
import { formatLongDay, WEEKDAYS } from "@/lib/base/date_format.ts";

export const CONTACT_LABELS = {
  name: "Nom",
  priority: "Priorité",
  phone: "Téléphone",
  mail: "Email",
} as const;

/** A day on an information screen: "mardi 10 février 2026". */
export function screenDay(date: IsoDate): string {
  return `${WEEKDAYS[weekday(date) - 1]} ${formatLongDay(date)}`;
}

/** Last day of a message; null for a message without end. */
export function shownUntil(to: IsoDate | null): string | null {
  return to === null ? null : `Jusqu’au ${screenDay(to)}`;
}

export const NO_MESSAGE = "Aucun message aujourd’hui.";

export function posterDay(today: IsoDate): string {
  return `Affiché le ${screenDay(today)}`;
}

export function posterFileName(residence: string, today: IsoDate): string {
  return `Affiche ${residence} ${today}.pdf`;
}

/** Why an information screen is empty. */
export type ScreenFault = "revoked" | "off" | "unavailable";

export const SCREEN_FAULTS: Readonly<Record<ScreenFault, { title: string; next: string }>> = {
  revoked: {
    title: "Cet écran n’est pas autorisé",
    next:
      "Son adresse est incomplète, ou elle a été révoquée. Demandez une nouvelle adresse à votre bailleur\u00A0: la personne qui gère la résidence la crée depuis la page «\u00A0Écrans\u00A0».",
  },
  off: {
    title: "L’écran d’information est désactivé",
    next:
      "La résidence n’affiche plus d’informations ici. Pour la réactiver, adressez-vous à votre bailleur.",
  },
  unavailable: {
    title: "Informations momentanément indisponibles",
    next: "L’écran réessaie de lui-même dans quelques minutes.",
  },
};
