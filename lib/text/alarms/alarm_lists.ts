import { isAlarmHandler } from "@/lib/domain/alarms/selections.ts";
import type { Alarm, AlarmMute } from "@/lib/domain/alarms/types.ts";
import { PAGE_NAMES } from "@/lib/links/links.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";

/** Window title of a list of alarms; of the closed alarms of a year, when given. */
export function alarmListTitle(closedYear: number | undefined): string {
  return closedYear === undefined
    ? PAGE_NAMES.orgAlarms
    : `${PAGE_NAMES.orgAlarms} closes en ${closedYear}`;
}

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

export const ALARM_START = "Début de l’alerte";

/** What is not watched outside the heating season. @spec alarms.season */
export function outOfSeasonText(rooms: readonly string[]): string {
  return `${
    rooms.join(", ")
  }\u00A0: les températures des circuits de chauffage ne lèvent pas d’alerte jusqu’à la prochaine saison.`;
}
