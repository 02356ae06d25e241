import {
  EVERY_RULE,
  EVERY_UNITS,
  isEverMailed,
  readEvery,
  writeEvery,
} from "@/lib/domain/alarms/every.ts";
import {
  chosenProjects,
  followsAllProjects,
  offeredProjects,
  ofProjects,
  withoutProjectFilter,
} from "@/lib/domain/alarms/report_projects.ts";
import { isAlarmHandler, NO_HANDLER, selectionsError } from "@/lib/domain/alarms/selections.ts";
import { SELECTION_FIELDS, sentSelections } from "@/lib/domain/alarms/sent_selections.ts";
import type {
  AlarmReport,
  AlarmReportSettings,
  AlarmSelection,
  AvailableSelection,
} from "@/lib/domain/alarms/types.ts";
import {
  isWebhookUrl,
  WEBHOOK_SECRET_LENGTH,
  WEBHOOK_URL_LENGTH,
} from "@/lib/domain/alarms/webhook_url.ts";
import { minLength } from "@/lib/domain/forms/validators.ts";
import { projectsError } from "@/lib/domain/projects/project_selection.ts";
import {
  boxes,
  check,
  choice,
  emails,
  type FormField,
  number,
  password,
  text,
  ticked,
} from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import {
  EVERY_UNIT_LABELS,
  NO_MOMENT,
  NO_PROJECT,
  NOT_A_WEBHOOK,
  WEBHOOK_HINT,
} from "@/lib/text/alarms.ts";

type FormReport = AlarmReportSettings & Pick<AlarmReport, "webhookUrl">;

const isLongEnough = minLength(WEBHOOK_SECRET_LENGTH.min);

/**
 * A mail report: its alarms, its recipients and its schedule. Residences are a field when several can be chosen.
 *
 * @spec alarms.mail-reports
 * @param offered the alarms available to it
 */
export function reportForm(offered: readonly AvailableSelection[]) {
  const hasProjects = offeredProjects(offered) !== null;
  return form({
    name: "report",
    fields: {
      name: text({ label: "Nom", required: true, maxLength: 100 }),
      selections: selectionsOf(offered),
      allProjects: check({ label: "Toutes les résidences, celles à venir aussi" }),
      projects: boxes({ label: "Résidences" }),
      emails: emails({
        label: "Destinataires",
        hint: "Adresses email, séparées par des espaces ou des virgules",
        required: true,
      }),
      notifyStart: check({ label: "Au début d’une alerte", initial: "on" }),
      notifyEnd: check({ label: "À sa fin", initial: "on" }),
      everyCount: number({ ...EVERY_RULE, label: "Rappel tous les" }),
      everyUnit: choice(EVERY_UNITS, EVERY_UNIT_LABELS, { label: "Unité", initial: "h" }),
      webhookUrl: {
        ...text({
          label: "Adresse du webhook",
          hint: WEBHOOK_HINT,
          maxLength: WEBHOOK_URL_LENGTH,
          group: "Webhook",
        }),
        error: (typed: string) =>
          typed.trim() === "" || isWebhookUrl(typed.trim())
            ? null
            : { code: "message", message: NOT_A_WEBHOOK },
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
  offered: readonly AvailableSelection[],
): FormField<readonly AlarmSelection[]> {
  const read = (typed: string) => {
    const sent = new URLSearchParams(typed);
    return sentSelections((name) => sent.getAll(name), offered);
  };
  return {
    kind: "text",
    label: "Alertes",
    required: true,
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
