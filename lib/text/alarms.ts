import type { AlarmHandler } from "../domain/alarms/types.ts";

/** What each handler looks at. @spec B §3 "Alarm handlers" */
export const ALARM_HANDLER_LABELS: Readonly<Record<AlarmHandler, string>> = {
  "accessory-status": "État des accessoires (portes, piles)",
  "boilerroom-circuit": "Circuits de chaufferie",
  "boilerroom-errorcode": "Codes défaut de chaufferie",
  "boilerroom-faultdetector": "Détecteurs de défaut de chaufferie",
  "building-cmv": "Ventilation",
  "building-skydome": "Skydomes",
  "collect-online": "Réception des capteurs",
  "pilot-online": "Connexion des modules de pilotage",
  "pilot-threshold": "Seuils de pilotage",
};

/** What a report may be narrowed to. */
export const ALARM_FILTER_LABELS = {
  project: "Résidences",
  boilerRoom: "Chaufferies",
  building: "Bâtiments",
} as const;

/** How often an open alarm is told again: "2h" is « toutes les 2 h ». */
export function everyText(every: string): string {
  const count = Number.parseInt(every);
  const isHours = every.endsWith("h");
  if (count === 1) return isHours ? "toutes les heures" : "tous les jours";
  return isHours ? `toutes les ${count}\u00A0h` : `tous les ${count}\u00A0jours`;
}
