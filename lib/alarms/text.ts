/** Words of alarms: their messages, lists, notices and planned works. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import type { DatedState } from "@/lib/base/dated_states.ts";
import { round } from "@/lib/base/rounding.ts";
import { lowered } from "@/lib/base/strings.ts";
import {
  countText,
  formatNumber,
  formatQuantity,
  NARROW_SPACE,
  NO_BREAK_SPACE,
} from "@/lib/base/text_format.ts";
import { FAULT_ALARM_KINDS, type FaultAlarmKind } from "@/lib/facilities/faults.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { ALARM_HANDLER_LABELS } from "./alarm_handlers.ts";
import type { Alarm, AlarmMute } from "./schema.ts";
import { isAlarmHandler } from "./selections.ts";
import type { EndCause, MonitoredItem, NewAlarm, NightFlowRule, WatchRule } from "./subjects.ts";

type Fact = Pick<NewAlarm, "subject" | "value" | "silentForS">;

/** French text of an alarm: its place, then its fault. @spec alarms.messages */
export function alarmMessage(alarm: Fact): string {
  return `${placeText(alarm.subject)}${NO_BREAK_SPACE}: ${factText(alarm)}`;
}

/** Text of an alarm closed because its circuit is no longer watched. @spec alarms.season */
export function seasonEndedMessage(message: string): string {
  return `${message} (fin de la saison de chauffe)`;
}

/** Text of an alarm closed by something other than a reading. @spec alarms.changes */
export function changedMessage(message: string, because: EndCause): string {
  return `${message} (${CHANGES[because]})`;
}

const CHANGES: Readonly<Record<EndCause, string>> = {
  unwatched: "surveillance arrêtée",
  settings: "réglages modifiés",
};

function placeText({ name, rule }: MonitoredItem): string {
  if (rule.kind === "gateway") {
    return name === "" ? "Collecteurs de la résidence" : `Passerelle ${name}`;
  }
  return rule.kind === "module" ? `Module de ${name}` : name;
}

function factText({ subject, value, silentForS }: Fact): string {
  const { rule } = subject;
  switch (rule.kind) {
    case "bounds":
      return boundsText(subject, rule, Number(value));
    case "threshold":
      return `${formatQuantity(Number(value), rule.unit)}, seuil de ${
        formatQuantity(rule.threshold, rule.unit)
      } atteint`;
    case "code":
      return `code ${valueText(value)}`;
    case "fault":
      return faultText(rule.alarmKind, value);
    case "open":
      return rule.alarmFromH === 0
        ? "ouverture"
        : `ouverture depuis plus de ${formatQuantity(rule.alarmFromH, "h", 2)}`;
    case "skydome":
      return "ouverture";
    case "battery":
      return "pile faible";
    case "silence":
      return `aucune donnée reçue depuis ${sinceText(silentForS)}`;
    case "gateway":
      return `aucun capteur reçu depuis ${sinceText(silentForS)}`;
    case "night-flow":
      return nightFlowText(rule, Number(value));
    case "drift":
      return lowered(String(value));
    case "module":
      return `aucun contact depuis ${sinceText(silentForS)}`;
  }
}

/**
 * « débit au-dessus de zéro toute la nuit (2 h à 5 h), 5 nuits de suite ; … ». Without an hourly figure, for which a
 * mail could not ask the occupant's consent, and which their withdrawal could not take back.
 *
 * @spec alarms.night-flow, housing.hourly-consent
 */
function nightFlowText({ nights, litresPerHour }: NightFlowRule, leastLitres: number): string {
  const hours = `toute la nuit (2${NARROW_SPACE}h à 5${NARROW_SPACE}h)`;
  if (leastLitres > litresPerHour) {
    const advice = "grosse fuite ou robinet ouvert, à vérifier sans attendre";
    return `débit au-dessus du seuil réglé ${hours}${NO_BREAK_SPACE}; ${advice}`;
  }
  const times = nights === 1 ? "" : `, ${nights}${NO_BREAK_SPACE}nuits de suite`;
  const advice = "fuite à chercher (chasse d’eau, robinet)";
  return `débit au-dessus de zéro ${hours}${times}${NO_BREAK_SPACE}; ${advice}`;
}

function boundsText(
  { part, handler }: MonitoredItem,
  { min, max, unit }: Extract<WatchRule, { kind: "bounds" }>,
  value: number,
): string {
  const what = MEASURED[part ?? (handler === "building-cmv" ? "" : unit)] ?? "valeur à";
  const isLow = min !== null && value < min;
  const [side, bound] = isLow ? ["au-dessous de", min] as const : ["au-dessus de", max] as const;
  const text = (shown: number | null) => formatQuantity(shown, unit, decimalsOf(value, bound));
  return `${what} ${text(value)}, ${side} ${text(bound)}`;
}

/** The fewest decimals, at least one, that tell a value from its bound: 80.04 is above 80, and no « 80 ». */
function decimalsOf(value: number, bound: number | null): number {
  const decimals = [1, 2, 3, 4, 5, 6];
  return decimals.find((count) => round(value, count) !== round(bound ?? value, count)) ?? 1;
}

/** Measured quantity of a bound: the part of a circuit, or a boiler room's air according to the unit. */
const MEASURED: Readonly<Record<string, string>> = {
  "out": "départ à",
  "back": "retour à",
  "°C": "air à",
  "%": "humidité de l’air à",
};

function faultText(alarmKind: FaultAlarmKind, value: Fact["value"]): string {
  switch (alarmKind) {
    case FAULT_ALARM_KINDS.OnEmit:
      return "défaut signalé";
    case FAULT_ALARM_KINDS.OnNoEmit:
      return "aucune émission depuis plus d’une heure";
    case FAULT_ALARM_KINDS.OnAlarmData:
    case FAULT_ALARM_KINDS.OnAlarmDataInv:
      return `défaut signalé (donnée${NO_BREAK_SPACE}: ${valueText(value)})`;
  }
}

function valueText(value: Fact["value"]): string {
  return typeof value === "number" ? formatNumber(value) : value ?? "";
}

/** "plus de 24 h", "plus de 10,5 jours". */
function sinceText(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  return hours < 72
    ? `plus de ${formatNumber(hours, 0)}${NARROW_SPACE}h`
    : `plus de ${formatNumber(hours / 24, 1)}${NO_BREAK_SPACE}jours`;
}

/** Window title of a list of alarms; of the closed alarms of a year, when given. */
export function alarmListTitle(closedYear: number | undefined): string {
  return closedYear === undefined
    ? PAGES.orgAlarms.title
    : `${PAGES.orgAlarms.title} closes en ${closedYear}`;
}

/** Heading of an alarm's children: « 12 alertes en dépendent ». */
export function childrenText(count: number): string {
  return countText(count, "alerte en dépend", "alertes en dépendent");
}

/** Shown for an alarm whose subject is muted. */
export function mutedText(until: string, timeZone?: string): string {
  return `Travaux jusqu’au ${formatInstant(until, timeZone)}\u00A0: alertes suspendues`;
}

/** Shown for works of a place: some mute the alarms of one handler only. */
export function worksText(
  { to, handler }: Pick<AlarmMute, "to" | "handler">,
  timeZone: string,
): string {
  const only = handler === null ? "" : ` (${ALARM_HANDLER_LABELS[handler]})`;
  return mutedText(to, timeZone) + only;
}

/** Start of an open alarm, or period of a closed one. */
export function alarmPeriodText({ start, end }: Pick<Alarm, "start" | "end">, timeZone?: string) {
  const from = formatInstant(start, timeZone);
  return end === null ? `Depuis le ${from}` : `Du ${from} au ${formatInstant(end, timeZone)}`;
}

/** The author of a comment: name, or address without a name. A removed account has neither. */
export function authorText(
  { firstName, lastName, email }: Alarm["alarmComments"][number]["author"],
): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email || "Compte supprimé";
}

/** Label of a handler in a filter. */
export function handlerLabel(handler: string): string {
  return isAlarmHandler(handler) ? ALARM_HANDLER_LABELS[handler] : handler;
}

/** What is not watched outside the heating season. @spec alarms.season */
export function outOfSeasonText(rooms: readonly string[]): string {
  return `${
    rooms.join(", ")
  }\u00A0: les températures des circuits de chauffage ne lèvent pas d’alerte jusqu’à la prochaine saison.`;
}

/** Labels of the fields of planned works. */
export const MUTE_LABELS = {
  place: "Lieu",
  handler: "Alertes suspendues",
  from: "Début",
  to: "Fin",
  reason: "Motif",
} as const;

export const MUTE_STATE_LABELS: Readonly<Record<DatedState, string>> = {
  current: "En cours",
  coming: "À venir",
  past: "Terminé",
};

/** Names of places that the user cannot see. */
export const GONE_EQUIPMENT = "Équipement supprimé";
export const UNNAMED_HOUSE = "Un logement";
