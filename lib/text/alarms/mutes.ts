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
