/** Words of alarm reports: selections, moments, webhook hints and errors. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import { exactNumber, NO_BREAK_SPACE } from "@/lib/base/text_format.ts";
import { ALARM_HANDLER_LABELS } from "./alarm_handlers.ts";
import { everyText } from "./report_settings.ts";
import type {
  AlarmReport,
  AlarmReportSettings,
  AlarmSelection,
  AvailableSelection,
} from "./schema.ts";
import {
  chosenProjects,
  followsAllProjects,
  offeredProjects,
  PROJECT_FILTER,
  withoutProjectFilter,
} from "./selections.ts";

/** Names of the filters of a report. */
export const ALARM_FILTER_LABELS = {
  project: "Résidences",
  boilerRoom: "Chaufferies",
  building: "Bâtiments",
} as const;

/** Word between two selections. @spec forms.alarms */
export const OR = "OU";

/** Error of a mail report with neither all residences nor some. */
export const NO_PROJECT = "Choisissez des résidences, ou toutes";

/** Error of a report that would never be sent. */
export const NO_MOMENT = "Choisissez le début, la fin ou un rappel\u00A0: sinon aucun mail ne part";

/** Sending times of a report: "au début, à la fin, toutes les 2 heures"; "jamais" for never. */
export function momentsText(
  { notifyStart, notifyEnd, notifyEvery }: Pick<
    AlarmReport,
    "notifyStart" | "notifyEnd" | "notifyEvery"
  >,
): string {
  const moments = [
    ...(notifyStart ? ["au début"] : []),
    ...(notifyEnd ? ["à la fin"] : []),
    ...(everyText(notifyEvery) === "" ? [] : [everyText(notifyEvery)]),
  ];
  return moments.length === 0 ? "jamais" : moments.join(", ");
}

/** Alarms of a report: "Ventilation OU Skydomes". */
export function selectionsText(selections: readonly AlarmSelection[]): string {
  return selections.map(({ handler }) => ALARM_HANDLER_LABELS[handler]).join(` ${OR} `);
}

/**
 * The choices of a report's form: what is offered, and the alarms that it is about although they are no longer
 * offered, such as those of boiler rooms that were all deleted.
 *
 * @spec alarms.choices
 */
export function withKeptSelections(
  available: readonly AvailableSelection[],
  selections: readonly AlarmSelection[],
): AvailableSelection[] {
  const gone = selections.filter(({ handler }) =>
    !available.some((one) => one.handler === handler)
  );
  const labels: Readonly<Record<string, string>> = ALARM_FILTER_LABELS;
  const remaining = gone.map(({ handler, filters }) => ({
    handler,
    label: ALARM_HANDLER_LABELS[handler],
    filters: Object.keys(filters).map((name) => ({
      name,
      label: labels[name] ?? name,
      values: [],
    })),
  }));
  return [...available, ...remaining];
}

/** Name of a chosen place that was deleted since. */
export const GONE_PLACE = "Lieu supprimé";

/** Values accepted by a filter: "Chaufferies : toutes", "Bâtiments : 2 sur 5". */
export function filterText(
  { label, name, values }: AvailableSelection["filters"][number],
  keptCount: number,
): string {
  const all = name === "building" ? "tous" : "toutes";
  const remaining = keptCount === 0
    ? all
    : `${exactNumber(keptCount)} sur ${exactNumber(values.length)}`;
  return `${label}${NO_BREAK_SPACE}: ${remaining}`;
}

/** A report line by line, to compare two versions of it. */
export function reportLines(
  { name, emails, selections, webhookUrl = "", ...moments }:
    & AlarmReportSettings
    & Pick<AlarmReport, "webhookUrl">,
  available: readonly AvailableSelection[],
): { label: string; text: string }[] {
  const labels = filterLabels(available);
  const named = (ids: readonly string[]) =>
    ids.map((id) => labels.get(id) ?? GONE_PLACE).join(", ");
  const hasProjects = offeredProjects(available) !== null;
  const places = hasProjects ? withoutProjectFilter(selections) : selections;
  const projects = followsAllProjects(selections) ? "toutes" : named(chosenProjects(selections));
  return [
    { label: "Nom", text: name },
    { label: "Alertes", text: selectionsText(selections) },
    { label: "Lieux", text: named(places.flatMap(({ filters }) => Object.values(filters).flat())) },
    ...hasProjects ? [{ label: ALARM_FILTER_LABELS[PROJECT_FILTER], text: projects }] : [],
    { label: "Destinataires", text: emails.join(", ") },
    { label: "Envoi", text: momentsText(moments) },
    { label: "Webhook", text: webhookUrl },
  ];
}

function filterLabels(available: readonly AvailableSelection[]): ReadonlyMap<string, string> {
  const values = available.flatMap(({ filters }) => filters.flatMap((filter) => filter.values));
  return new Map(values.map(({ value, label }) => [value, label]));
}

/** Shown when the last post to a webhook failed. */
export function webhookFailureText(
  { at, answer, isGivenUp }: NonNullable<AlarmReport["webhookFailure"]>,
  timeZone?: string,
): string {
  const next = isGivenUp ? "Il n’est pas renouvelé." : "Il est renouvelé pendant trois jours.";
  const reason = WEBHOOK_ANSWERS.get(answer) ?? answer;
  const when = formatInstant(at, timeZone);
  return `Dernier envoi au webhook sans succès, le ${when} (${reason}). ${next}`;
}

const WEBHOOK_ANSWERS: ReadonlyMap<string, string> = new Map([
  ["not a public address", "l’adresse n’est pas publique"],
  ["webhooks are off", "cette instance n’envoie pas aux webhooks"],
  ["no secret", "le secret manque"],
  ["no answer in time", "pas de réponse à temps"],
]);
