import type { MuteState } from "@/lib/domain/alarms/mute_state.ts";

/** What the form and the list of planned works call their fields. */
export const MUTE_LABELS = {
  place: "Lieu",
  handler: "Alertes suspendues",
  from: "Début",
  to: "Fin",
  reason: "Motif",
} as const;

export const MUTE_STATE_LABELS: Readonly<Record<MuteState, string>> = {
  current: "En cours",
  coming: "À venir",
  past: "Terminé",
};

/** Where works are of which the place has no name for their reader. */
export const GONE_EQUIPMENT = "Équipement supprimé";
export const UNNAMED_HOUSE = "Un logement";

export const NO_MUTE = "Aucuns travaux prévus";

/** What planned works do. */
export const MUTES_INTRO =
  "Pendant des travaux, aucune alerte n’est levée pour le lieu et aucun mail ne part. Ce qui dure encore à leur fin lève une alerte à ce moment-là.";

export const DELAYS_INTRO =
  "Durée pendant laquelle une valeur reste hors de ses bornes avant de lever une alerte.";

/** What is lost with planned works that are deleted. */
export const MUTE_LOSS_TEXT = "Les alertes du lieu seront de nouveau levées et envoyées.";
