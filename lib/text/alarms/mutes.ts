import type { MuteState } from "@/lib/domain/alarms/mute_state.ts";

/** Labels of the fields of planned works. */
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

/** Names of places that the user cannot see. */
export const GONE_EQUIPMENT = "Équipement supprimé";
export const UNNAMED_HOUSE = "Un logement";

export const NO_MUTE = "Aucuns travaux prévus";

/** Effect of planned works. */
export const MUTES_INTRO =
  "Pendant des travaux, aucune alerte n’est levée pour le lieu et aucun mail ne part. Ce qui dure encore à leur fin lève une alerte à ce moment-là.";

export const DELAYS_INTRO =
  "Durée pendant laquelle une valeur reste hors de ses bornes avant de lever une alerte.";

/** Effect of deleting planned works. */
export const MUTE_LOSS_TEXT = "Les alertes du lieu seront de nouveau levées et envoyées.";
