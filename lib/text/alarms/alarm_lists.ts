import { isAlarmHandler } from "@/lib/domain/alarms/selections.ts";
import type { Alarm } from "@/lib/domain/alarms/types.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { PAGE_NAMES } from "@/lib/text/pages.ts";

export const OPEN_ALARMS = "Ouvertes";
export const CLOSED_ALARMS = "Closes";

/** Title of the window of a list; of the closed ones of a year when it is given. */
export function alarmListTitle(closedYear: number | undefined): string {
  return closedYear === undefined
    ? PAGE_NAMES.orgAlarms
    : `${PAGE_NAMES.orgAlarms} closes en ${closedYear}`;
}

export const NO_OPEN_ALARM = "Aucune alerte ouverte";
export const NO_CLOSED_ALARM = "Aucune alerte close cette année";
export const NO_ALARM_KEPT = "Aucune alerte trouvée";

/** Head of the column that counts the open alarms of a residence or of a dwelling. */
export const OPEN_ALARMS_LABEL = "Alertes ouvertes";

/** How many alarms are open, where the head says that they are: « 3 alertes ». */
export function alarmCountText(count: number): string {
  return countText(count, "alerte");
}

/** The same where nothing says it: « 3 alertes ouvertes ». */
export function openAlarmsText(count: number): string {
  return countText(count, "alerte ouverte", "alertes ouvertes");
}

/** Head of what is folded under an alarm: « 12 alertes en dépendent ». */
export function childrenText(count: number): string {
  return countText(count, "alerte en dépend", "alertes en dépendent");
}

/** Said of an alarm whose subject is muted. */
export function mutedText(until: string, timeZone?: string): string {
  return `Travaux jusqu’au ${formatInstant(until, timeZone)}\u00A0: alertes suspendues`;
}

/** Since when an alarm is open, or from when to when it was. */
export function alarmPeriodText({ start, end }: Pick<Alarm, "start" | "end">, timeZone?: string) {
  const from = formatInstant(start, timeZone);
  return end === null ? `Depuis le ${from}` : `Du ${from} au ${formatInstant(end, timeZone)}`;
}

/** The author of a comment: name, or address of one without a name. An account that was removed has neither. */
export function authorText(
  { firstName, lastName, email }: Alarm["alarmComments"][number]["author"],
): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email || "Compte supprimé";
}

/** What a handler watches, for a value of a filter. */
export function handlerLabel(handler: string): string {
  return isAlarmHandler(handler) ? ALARM_HANDLER_LABELS[handler] : handler;
}

export const ARCHIVE_TEXT =
  "L’alerte se ferme et quitte les listes. Elle ne sera levée de nouveau qu’après un retour à la normale.";

/** Head of the curve of an alarm, and what marks the hour in which it began. */
export const CURVE_TITLE = "Autour du début de l’alerte";
export const CURVE_INTRO =
  "Les relevés tels qu’ils sont aujourd’hui, corrections comprises\u00A0; l’alerte dit ce qui a été lu quand elle a été levée.";
export const ALARM_START = "Début de l’alerte";
