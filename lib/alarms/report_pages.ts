/** Reads and saves alarm reports of a residence, an organisation or a user. @module */

import { DAY_MS } from "@/lib/base/durations.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { answerOrThrow } from "@/lib/web/errors.ts";
import { action, type FormAction, save, shownAgain } from "@/lib/web/form_handlers.ts";
import { typedAgain, wrongFields } from "@/lib/web/form_values.ts";
import { administered, type CallFunction, HttpError, type PageContext } from "@/lib/web/state.ts";
import { ALARMS_CALLS, type Result } from "./calls.ts";
import { reportForm, selectionsOf, withPicked } from "./forms.ts";
import { mailHistory, type PastMail, PREVIEW_DAYS } from "./report_mails.ts";
import { withKeptSelections } from "./report_text.ts";
import type { AlarmReport, AlarmReportDraft, AvailableSelection } from "./schema.ts";
import {
  pressedSelections,
  SELECTION_FIELDS,
  SELECTION_INTENTS,
  sentSelections,
} from "./selections.ts";
import { muteOf } from "./silences.ts";
import type { Mute } from "./subjects.ts";

/** The mail reports of a residence, of an organisation, or of the user: their URLs and their calls. */
export interface ReportLevel {
  readonly title: string;
  /** Their residence or organisation. */
  readonly subtitle: string;
  /** The time zone of the residence; absent for an organisation. */
  readonly timeZone?: string;
  readonly list: string;
  readonly fresh: string;
  hrefOf(reportId: string): string;
  reports(): Promise<Result<"listAlarmReports">>;
  selections(): Promise<Result<"listAvailableSelections">>;
  create(body: AlarmReportDraft): Promise<Result<"createAlarmReport">>;
  put(reportId: string, body: AlarmReportDraft): Promise<Result<"putAlarmReport">>;
  remove(reportId: string): Promise<Result<"deleteAlarmReport">>;
  /** The alarms that its reports may select. */
  alarms(closed: "true" | "false"): Promise<Result<"listAlarms">>;
}

export function projectReports({ state }: PageContext): ReportLevel {
  const { project: { id: projectId, name, timeZone } } = residenceOf(state);
  const { call } = state.api;
  return {
    title: PAGES.alarmReports.title,
    subtitle: name,
    timeZone,
    list: links.alarmReports(projectId),
    fresh: links.newAlarmReport(projectId),
    hrefOf: (reportId) => links.alarmReport(projectId, reportId),
    reports: () => call(ALARMS_CALLS.listAlarmReports, { projectId }),
    selections: () => call(ALARMS_CALLS.listAvailableSelections, { projectId }),
    create: (body) => call(ALARMS_CALLS.createAlarmReport, { projectId, body }),
    put: (reportId, body) => call(ALARMS_CALLS.putAlarmReport, { projectId, reportId, body }),
    remove: (reportId) => call(ALARMS_CALLS.deleteAlarmReport, { projectId, reportId }),
    alarms: (closed) => call(ALARMS_CALLS.listAlarms, { projectId, closed }),
  };
}

export function organisationReports({ state }: PageContext): ReportLevel {
  const { id: orgId, name } = administered(state);
  const { call } = state.api;
  return {
    title: PAGES.orgAlarmReports.title,
    subtitle: name,
    list: links.orgAlarmReports(),
    fresh: links.newOrgAlarmReport(),
    hrefOf: links.orgAlarmReport,
    reports: () => call(ALARMS_CALLS.listOrgAlarmReports, { orgId }),
    selections: () => call(ALARMS_CALLS.listOrgAvailableSelections, { orgId }),
    create: (body) => call(ALARMS_CALLS.createOrgAlarmReport, { orgId, body }),
    put: (reportId, body) => call(ALARMS_CALLS.putOrgAlarmReport, { orgId, reportId, body }),
    remove: (reportId) => call(ALARMS_CALLS.deleteOrgAlarmReport, { orgId, reportId }),
    alarms: (closed) => call(ALARMS_CALLS.listOrgAlarms, { orgId, closed }),
  };
}

/** The user's own reports in the current organisation. @throws HttpError 404 for a user who is a member of none */
export function ownReports({ state }: PageContext): ReportLevel {
  const organisation = state.place?.organisation;
  if (!organisation) throw new HttpError(404, "not-found");
  const { id: orgId, name } = organisation;
  const { call } = state.api;
  return {
    title: PAGES.ownAlarmReports.title,
    subtitle: name,
    list: links.ownAlarmReports(),
    fresh: links.newOwnAlarmReport(),
    hrefOf: links.ownAlarmReport,
    reports: () => call(ALARMS_CALLS.listUserAlarmReports, { orgId }),
    selections: () => call(ALARMS_CALLS.listOrgAvailableSelections, { orgId }),
    create: (body) => call(ALARMS_CALLS.createUserAlarmReport, { orgId, body }),
    put: (reportId, body) => call(ALARMS_CALLS.putUserAlarmReport, { orgId, reportId, body }),
    remove: (reportId) => call(ALARMS_CALLS.deleteUserAlarmReport, { orgId, reportId }),
    alarms: (closed) => call(ALARMS_CALLS.listOrgAlarms, { orgId, closed }),
  };
}

export async function readReportList(level: ReportLevel) {
  const [reports, selections] = await Promise.all([level.reports(), level.selections()]);
  return { level, reports: answerOrThrow(reports), available: answerOrThrow(selections) };
}

export interface ReportPage {
  readonly level: ReportLevel;
  /** null for a new one. */
  readonly report: AlarmReport | null;
  readonly available: readonly AvailableSelection[];
  /** The mails it would have sent recently, newest first; null for a new one, or without the right to read alarms. */
  readonly past: readonly PastMail[] | null;
}

/** Reads a report and its available selections. @param reportId null for a new one @throws HttpError 404 */
export async function readReportPage(
  { state }: PageContext,
  level: ReportLevel,
  reportId: string | null,
): Promise<ReportPage> {
  const { report, available } = await readReport(level, reportId);
  if (report === null && reportId !== null) throw new HttpError(404, "not-found");
  return { level, report, available, past: report && await pastMails(state, level, report) };
}

async function pastMails(
  { api, now }: PageContext["state"],
  level: ReportLevel,
  report: AlarmReport,
): Promise<readonly PastMail[] | null> {
  const [open, closed] = await Promise.all([level.alarms("false"), level.alarms("true")]);
  if (!open.ok || !closed.ok) return null;
  const toMs = Date.parse(now);
  const fromMs = toMs - PREVIEW_DAYS * DAY_MS;
  const recent = closed.answer.filter(({ end }) => end !== null && Date.parse(end) >= fromMs);
  const alarms = [...open.answer, ...recent];
  const mutes = await plannedWorks(api.call, new Set(alarms.map(({ projectId }) => projectId)));
  return mailHistory(report, { alarms, mutes, fromMs, toMs }).toReversed();
}

/** The planned works of some residences; empty when they may not be read. */
async function plannedWorks(
  call: CallFunction,
  projectIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Mute[]>> {
  return new Map(
    await Promise.all([...projectIds].map(async (projectId) => {
      const works = await call(ALARMS_CALLS.listAlarmMutes, { projectId });
      return [projectId, works.ok ? works.answer.map(muteOf) : []] as const;
    })),
  );
}

/** A report, and the choices of its form: those of its level, and what it is already about. */
async function readReport(level: ReportLevel, reportId: string | null) {
  const { reports, available } = await readReportList(level);
  const report = reports.find(({ id }) => id === reportId) ?? null;
  return { report, available: withKeptSelections(available, report?.selections ?? []) };
}

/**
 * Action of the form of a report: saves or deletes it, or only changes its list of selections.
 *
 * @param reportId null for a new one
 */
export function reportAction(level: ReportLevel, reportId: string | null): FormAction {
  return async (sent) => {
    const { available } = await readReport(level, reportId);
    const form = reportForm(available);
    const selections = sentSelections(sent.all, available);
    const picked = sent.text(SELECTION_FIELDS.picked);
    const pressed = pressedSelections(selections, sent.intent, picked);
    const written = selectionsOf(available).write(pressed ?? selections);
    const isAdded = sent.intent === SELECTION_INTENTS.add;
    const typed = isAdded ? written : withPicked(written, picked);
    const whole = {
      ...sent,
      text: (name: string) => name === "selections" ? typed : sent.text(name),
    };
    if (pressed !== null) {
      const { values, lost } = typedAgain(form, whole);
      return shownAgain(sent, { ...wrongFields(values, {}), lost, status: 200 });
    }
    const next = level.list;
    const saveReport = save(
      form,
      async (body) =>
        reportId === null ? await level.create(body) : await level.put(reportId, body),
      {
        next: () => next,
        intents: reportId === null ? {} : { remove: action(() => level.remove(reportId), next) },
      },
    );
    return await saveReport(whole);
  };
}
