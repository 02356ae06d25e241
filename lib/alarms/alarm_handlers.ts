/** The kinds of alarms, their names, and how long a fault lasts before each is raised. @module */

/** Alarm handlers, in the order of the specification. @spec alarms.subjects */
export const ALARM_HANDLERS = [
  "accessory-status",
  "boilerroom-circuit",
  "boilerroom-errorcode",
  "boilerroom-faultdetector",
  "building-cmv",
  "building-skydome",
  "collect-online",
  "pilot-online",
  "pilot-threshold",
  "water-night-flow",
  "energy-drift",
] as const;

/** One of {@link ALARM_HANDLERS}. */
export type AlarmHandler = typeof ALARM_HANDLERS[number];

/**
 * Default delays, in minutes, of the handlers whose condition must last before an alarm is raised.
 *
 * Gates have their own hours; a fault, a code and a silence need no other delay.
 *
 * @spec alarms.delays
 */
export const DEFAULT_DELAYS_MIN = {
  "boilerroom-circuit": 15,
  "building-cmv": 15,
  "building-skydome": 0,
  "pilot-threshold": 0,
} as const satisfies Partial<Record<AlarmHandler, number>>;

export type DelayedHandler = keyof typeof DEFAULT_DELAYS_MIN;

/** Delays of a residence, minutes by handler. */
export type AlarmDelays = Readonly<Record<DelayedHandler, number>>;

/** From how many nights, and from which flow in one night, water that runs at night raises an alarm. */
export interface NightFlowSettings {
  readonly nights: number;
  readonly litresPerHour: number;
}

/** Proposed where the alarm is off. @spec alarms.night-flow */
export const DEFAULT_NIGHT_FLOW: NightFlowSettings = { nights: 5, litresPerHour: 10 };

export const MOST_NIGHTS = 30;
export const MOST_LITRES_PER_HOUR = 10_000;

/** Delays of a residence, and its night flow: null while it is not watched. */
export type StoredAlarmSettings = AlarmDelays & {
  readonly "water-night-flow"?: NightFlowSettings | null | undefined;
};

/** Names of the handlers. @spec alarms.subjects */
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
  "water-night-flow": "Débit d’eau la nuit",
  "energy-drift": "Dérive de consommation",
};
