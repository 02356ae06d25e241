/** Declares the forms of planned works, delays, comments and alarm reports. @module */

import { isIsoDate } from "@/lib/base/civil_dates.ts";
import { civilDateOf, clockTimeOf, epochOfClock } from "@/lib/base/time_zones.ts";
import { isClockTime, minLength } from "@/lib/base/validators.ts";
import { projectsError } from "@/lib/residences/project_selection.ts";
import {
  area,
  boxes,
  check,
  choice,
  date,
  emails,
  type FormField,
  hidden,
  number,
  password,
  pick,
  text,
  ticked,
  time,
} from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import {
  ALARM_HANDLER_LABELS,
  ALARM_HANDLERS,
  DEFAULT_NIGHT_FLOW,
  MOST_LITRES_PER_HOUR,
  MOST_NIGHTS,
  type StoredAlarmSettings,
} from "./alarm_handlers.ts";
import {
  EVERY_RULE,
  EVERY_UNIT_LABELS,
  EVERY_UNITS,
  isEverMailed,
  isWebhookUrl,
  readEvery,
  WEBHOOK_SECRET_LENGTH,
  writeEvery,
} from "./report_settings.ts";
import { NO_MOMENT, NO_PROJECT } from "./report_text.ts";
import {
  alarmCommentDraft,
  type AlarmMute,
  type AlarmMuteDraft,
  alarmMuteDraft,
  type AlarmReport,
  alarmReportDraft,
  type AlarmReportSettings,
  type AlarmSelection,
  alarmSettingsDraft,
  type AvailableSelection,
} from "./schema.ts";
import {
  chosenProjects,
  followsAllProjects,
  isAlarmHandler,
  NO_HANDLER,
  offeredProjects,
  ofProjects,
  SELECTION_FIELDS,
  selectionsError,
  sentSelections,
  withoutProjectFilter,
} from "./selections.ts";
import { MUTE_LABELS } from "./text.ts";

/** Planned works; times are in the residence's time zone. @spec alarms.mutes */
export function muteForm(timeZone: string) {
  const clockOf = (instant: string) => {
    const epochMs = Date.parse(instant);
    return { day: civilDateOf(epochMs, timeZone), clock: clockTimeOf(epochMs, timeZone) };
  };
  /** An unchanged time keeps its instant: the clock shows some times twice when it changes. */
  const instantOf = (day: string, clock: string, shown: string) => {
    if (isInstant(shown)) {
      const before = clockOf(shown);
      if (before.day === day && before.clock === clock) return shown;
    }
    const [hours = 0, minutes = 0] = clock.split(":").map(Number);
    const epochS = epochOfClock(day, hours * 3_600 + minutes * 60, timeZone);
    return new Date(epochS * 1_000).toISOString();
  };
  return form({
    name: "mute",
    limits: alarmMuteDraft,
    fields: {
      place: pick({ label: MUTE_LABELS.place, control: "named", empty: "Toute la résidence" }),
      handler: choice(ALARM_HANDLERS, ALARM_HANDLER_LABELS, {
        label: MUTE_LABELS.handler,
        empty: "Toutes",
      }),
      fromDate: date({ label: MUTE_LABELS.from, required: true }),
      fromTime: time({ label: "À partir de", initial: "08:00" }),
      toDate: date({ label: MUTE_LABELS.to, required: true }),
      toTime: time({ label: "Jusqu’à", initial: "18:00" }),
      reason: text({ label: MUTE_LABELS.reason, isWide: true }),
      shownFrom: hidden(),
      shownTo: hidden(),
    },
    check(
      { fromDate = "", fromTime = "", shownFrom = "", toDate = "", toTime = "", shownTo = "" },
    ) {
      const areRead = [fromDate, toDate].every(isIsoDate) && [fromTime, toTime].every(isClockTime);
      if (!areRead) return {};
      // Instants are compared: 02:30 is after 03:15 when the clock skips an hour.
      const isBackwards = Date.parse(instantOf(toDate, toTime, shownTo)) <=
        Date.parse(instantOf(fromDate, fromTime, shownFrom));
      return isBackwards ? { toDate: { code: "date-order" } } : {};
    },
    body: ({ place, handler, reason, ...at }): Omit<AlarmMuteDraft, "version"> => ({
      ...mutePlaceIds(place),
      handler,
      from: instantOf(at.fromDate, at.fromTime, at.shownFrom),
      to: instantOf(at.toDate, at.toTime, at.shownTo),
      reason,
    }),
    values: ({ handler, reason, from, to, ...mute }: Omit<AlarmMute, "author">) => {
      const [first, last] = [clockOf(from), clockOf(to)];
      return {
        place: mutePlace(mute),
        handler,
        fromDate: first.day,
        fromTime: first.clock,
        toDate: last.day,
        toTime: last.clock,
        reason,
        shownFrom: from,
        shownTo: to,
      };
    },
    refusals: { "unknown-reference": "place", "silence-too-long": "toDate" },
  });
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

const [EQUIPMENT, HOUSE] = ["equipment:", "house:"];

/** The form's value for a place: "equipment:…", "house:…", or null for the whole residence. */
export function mutePlace(
  { equipmentId, houseId }: Pick<AlarmMute, "equipmentId" | "houseId">,
): string | null {
  if (equipmentId !== null) return `${EQUIPMENT}${equipmentId}`;
  return houseId === null ? null : `${HOUSE}${houseId}`;
}

/** The ids of a place from its form value; all null for the whole residence. */
export function mutePlaceIds(place: string | null): Pick<AlarmMute, "equipmentId" | "houseId"> {
  const idAfter = (kind: string) => place?.startsWith(kind) ? place.slice(kind.length) : null;
  return { equipmentId: idAfter(EQUIPMENT), houseId: idAfter(HOUSE) };
}

const minutes = (handler: keyof typeof ALARM_HANDLER_LABELS) =>
  number({ label: ALARM_HANDLER_LABELS[handler], unit: "min" });

/** Delays before an alarm is raised, and the night flow. @spec alarms.delays, alarms.night-flow */
export const DELAYS_FORM = form({
  name: "delays",
  limits: alarmSettingsDraft,
  fields: {
    "boilerroom-circuit": minutes("boilerroom-circuit"),
    "building-cmv": minutes("building-cmv"),
    "building-skydome": minutes("building-skydome"),
    "pilot-threshold": minutes("pilot-threshold"),
    nightFlow: check({ label: "Surveiller l’eau qui coule dans les logements, de 2 h à 5 h" }),
    nights: number({
      label: "Petite fuite",
      unit: "nuits",
      hint: "L’eau coule à chaque heure, tant de nuits de suite",
      integer: true,
      min: 1,
      max: MOST_NIGHTS,
      initial: String(DEFAULT_NIGHT_FLOW.nights),
    }),
    litresPerHour: number({
      label: "Grosse fuite",
      unit: "L/h",
      hint: "Chaque heure d’une seule nuit dépasse ce débit",
      integer: true,
      min: 1,
      max: MOST_LITRES_PER_HOUR,
      initial: String(DEFAULT_NIGHT_FLOW.litresPerHour),
    }),
  },
  body: ({ nightFlow, nights, litresPerHour, ...delays }) => ({
    ...delays,
    "water-night-flow": nightFlow
      ? {
        nights: nights ?? DEFAULT_NIGHT_FLOW.nights,
        litresPerHour: litresPerHour ?? DEFAULT_NIGHT_FLOW.litresPerHour,
      }
      : null,
  }),
  values: ({ "water-night-flow": nightFlow = null, ...delays }: StoredAlarmSettings) => ({
    ...delays,
    nightFlow: nightFlow !== null,
    ...nightFlow ?? DEFAULT_NIGHT_FLOW,
  }),
});

/** A user's comment on an alarm. @spec alarms.lists */
export const COMMENT_FORM = form({
  name: "comment",
  limits: alarmCommentDraft,
  fields: {
    text: area({ label: "Votre commentaire", rows: 3, isWide: true }),
  },
});

type FormReport = AlarmReportSettings & Pick<AlarmReport, "webhookUrl">;

const isLongEnough = minLength(WEBHOOK_SECRET_LENGTH.min);

/**
 * A mail report: its alarms, its recipients and its schedule. Residences are a field when several can be chosen.
 *
 * @spec alarms.mail-reports
 * @param available the alarms available to it
 */
export function reportForm(available: readonly AvailableSelection[]) {
  const hasProjects = offeredProjects(available) !== null;
  return form({
    name: "report",
    limits: alarmReportDraft,
    fields: {
      name: text({ label: "Nom" }),
      selections: selectionsOf(available),
      allProjects: check({ label: "Toutes les résidences, celles à venir aussi" }),
      projects: boxes({ label: "Résidences" }),
      emails: emails({
        label: "Destinataires",
        hint: "Adresses email, séparées par des espaces ou des virgules",
      }),
      notifyStart: check({ label: "Au début d’une alerte", initial: "on" }),
      notifyEnd: check({ label: "À sa fin", initial: "on" }),
      everyCount: number({ ...EVERY_RULE, label: "Rappel tous les" }),
      everyUnit: choice(EVERY_UNITS, EVERY_UNIT_LABELS, { label: "Unité", initial: "h" }),
      webhookUrl: {
        ...text({
          label: "Adresse du webhook",
          hint:
            "https://…\u00A0: chaque début et chaque fin y sont aussi envoyés en JSON, avec leur mail\u00A0: après deux minutes sans autre alerte, dix quand elles se suivent. Un circuit n’alerte qu’après ses minutes hors bornes, quinze si la résidence n’en règle pas d’autres, et seulement en saison de chauffe s’il chauffe.",
          group: "Webhook",
        }),
        error: (typed: string) =>
          typed.trim() === "" || isWebhookUrl(typed.trim()) ? null : {
            code: "message",
            message: "Adresse https:// ou http:// attendue, sans nom d’utilisateur",
          },
      },
      webhookSecret: {
        ...password({
          label: "Secret du webhook",
          required: false,
          autocomplete: "new-password",
          maxLength: WEBHOOK_SECRET_LENGTH.max,
          group: "Webhook",
        }),
        error: (typed: string) => typed === "" ? null : isLongEnough(typed, null),
      },
    },
    check: ({ allProjects = "", projects = "", ...moments }) => {
      const isLacking = hasProjects && allProjects === "" &&
        projectsError(ticked(projects)) !== null;
      return {
        ...isLacking && { projects: { code: "message", message: NO_PROJECT } },
        ...!hasMoment(moments) && { everyCount: { code: "message", message: NO_MOMENT } },
      };
    },
    body: ({
      everyCount,
      everyUnit,
      selections,
      allProjects,
      projects,
      webhookSecret,
      ...report
    }) => ({
      ...report,
      ...webhookSecret !== "" && { webhookSecret },
      notifyEvery: writeEvery({ count: everyCount, unit: everyUnit ?? "h" }),
      selections: hasProjects && !allProjects ? ofProjects(selections, projects) : [...selections],
    }),
    refusals: {
      "name-taken": "name",
      "unknown-reference": "selections",
      "webhook-secret-missing": "webhookSecret",
    },
    values: ({ name, emails, notifyStart, notifyEnd, webhookUrl, ...report }: FormReport) => {
      const { count, unit } = readEvery(report.notifyEvery);
      return {
        name,
        emails,
        notifyStart,
        notifyEnd,
        everyCount: count,
        everyUnit: unit,
        webhookUrl: webhookUrl ?? "",
        webhookSecret: "",
        selections: hasProjects ? withoutProjectFilter(report.selections) : report.selections,
        allProjects: hasProjects && followsAllProjects(report.selections),
        projects: hasProjects ? chosenProjects(report.selections) : [],
      };
    },
  });
}

/** Whether a start, an end or a reminder is chosen, as typed. */
function hasMoment({ notifyStart = "", notifyEnd = "", everyCount = "" }: {
  readonly notifyStart?: string;
  readonly notifyEnd?: string;
  readonly everyCount?: string;
}): boolean {
  const notifyEvery = Number(everyCount) === 0 ? "" : everyCount;
  return isEverMailed({
    notifyStart: notifyStart !== "",
    notifyEnd: notifyEnd !== "",
    notifyEvery,
  });
}

/** The alarms of a report, without its residences; its text encodes what the form sends under several names. */
export function selectionsOf(
  available: readonly AvailableSelection[],
): FormField<readonly AlarmSelection[]> {
  const read = (typed: string) => {
    const sent = new URLSearchParams(typed);
    return sentSelections((name) => sent.getAll(name), available);
  };
  return {
    kind: "text",
    label: "Alertes",
    error: (typed) => selectionsError(read(typed)),
    read,
    write(selections) {
      const sent = selections.flatMap(({ handler, filters }) => [
        [SELECTION_FIELDS.handler, handler],
        ...Object.entries(filters).flatMap(([filter, values]) =>
          values.map((value) => [SELECTION_FIELDS.filter(handler, filter), value])
        ),
      ]);
      return new URLSearchParams(sent).toString();
    },
  };
}

/** The text of the alarms of a report with the type that is chosen in their list, not added yet. */
export function withPicked(typed: string, picked: string): string {
  const sent = new URLSearchParams(typed);
  if (isAlarmHandler(picked)) sent.append(SELECTION_FIELDS.picked, picked);
  return sent.toString();
}

/** The type that {@link withPicked} added to a text; that of no choice without one. */
export function pickedIn(typed: string): string {
  return new URLSearchParams(typed).get(SELECTION_FIELDS.picked) ?? NO_HANDLER;
}
