import { type Context, HttpError } from "fresh";
import type { Result } from "@/lib/contract/catalogue.ts";
import { everyUnitOf } from "@/lib/domain/alarms/every.ts";
import {
  newReport,
  offeredProjects,
  PROJECTS_FIELD,
  readReport,
  reportErrors,
  type ReportField,
  type TypedReport,
  typedReport,
} from "@/lib/domain/alarms/report_form.ts";
import {
  pressedSelections,
  SELECTION_FIELDS,
  sentSelections,
} from "@/lib/domain/alarms/sent_selections.ts";
import type {
  AlarmReport,
  AlarmReportDraft,
  AvailableSelection,
} from "@/lib/domain/alarms/types.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { withProjects } from "@/lib/domain/projects/project_selection.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import type { Refusing } from "@/lib/web/forms/refused_values.ts";
import { issuesByField, readSubmission, type Submission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

/** The mail reports of a residence, of an organisation, or one's own: where they are, and how they are requested. */
export interface ReportLevel {
  readonly title: string;
  /** Residence or organisation they are about. */
  readonly subtitle: string;
  readonly list: string;
  readonly fresh: string;
  hrefOf(reportId: string): string;
  reports(): Promise<Result<"listAlarmReports">>;
  selections(): Promise<Result<"listAvailableSelections">>;
  create(body: AlarmReportDraft): Promise<Result<"createAlarmReport">>;
  put(reportId: string, body: AlarmReportDraft): Promise<Result<"putAlarmReport">>;
  remove(reportId: string): Promise<Result<"deleteAlarmReport">>;
}

export function projectReports({ state }: Context<State>): ReportLevel {
  const { id: projectId, name } = residenceOf(state).project;
  const { call } = state.api;
  return {
    title: PAGE_NAMES.alarmReports,
    subtitle: name,
    list: links.alarmReports(projectId),
    fresh: links.newAlarmReport(projectId),
    hrefOf: (reportId) => links.alarmReport(projectId, reportId),
    reports: () => call("listAlarmReports", { projectId }),
    selections: () => call("listAvailableSelections", { projectId }),
    create: (body) => call("createAlarmReport", { projectId, body }),
    put: (reportId, body) => call("putAlarmReport", { projectId, reportId, body }),
    remove: (reportId) => call("deleteAlarmReport", { projectId, reportId }),
  };
}

export function organisationReports({ state }: Context<State>): ReportLevel {
  const { id: orgId, name } = administered(state);
  const { call } = state.api;
  return {
    title: PAGE_NAMES.orgAlarmReports,
    subtitle: name,
    list: links.orgAlarmReports(),
    fresh: links.newOrgAlarmReport(),
    hrefOf: links.orgAlarmReport,
    reports: () => call("listOrgAlarmReports", { orgId }),
    selections: () => call("listOrgAvailableSelections", { orgId }),
    create: (body) => call("createOrgAlarmReport", { orgId, body }),
    put: (reportId, body) => call("putOrgAlarmReport", { orgId, reportId, body }),
    remove: (reportId) => call("deleteOrgAlarmReport", { orgId, reportId }),
  };
}

/** One's own reports in the organisation one works in. @throws HttpError 404 for a user who belongs to none */
export function ownReports({ state }: Context<State>): ReportLevel {
  const organisation = state.place?.organisation;
  if (!organisation) throw new HttpError(404, "not-found");
  const { id: orgId, name } = organisation;
  const { call } = state.api;
  return {
    title: PAGE_NAMES.ownAlarmReports,
    subtitle: name,
    list: links.ownAlarmReports(),
    fresh: links.newOwnAlarmReport(),
    hrefOf: links.ownAlarmReport,
    reports: () => call("listUserAlarmReports", { orgId }),
    selections: () => call("listOrgAvailableSelections", { orgId }),
    create: (body) => call("createUserAlarmReport", { orgId, body }),
    put: (reportId, body) => call("putUserAlarmReport", { orgId, reportId, body }),
    remove: (reportId) => call("deleteUserAlarmReport", { orgId, reportId }),
  };
}

/** The reports of a level, and what they may be about. */
export interface ReportList {
  readonly level: ReportLevel;
  readonly reports: readonly AlarmReport[];
  readonly offered: readonly AvailableSelection[];
}

export async function readReportList(level: ReportLevel): Promise<ReportList> {
  const [reports, selections] = await Promise.all([level.reports(), level.selections()]);
  return { level, reports: answered(reports), offered: answered(selections) };
}

export interface ReportPage {
  readonly level: ReportLevel;
  /** null for a new one. */
  readonly report: AlarmReport | null;
  readonly offered: readonly AvailableSelection[];
  readonly values: TypedReport;
  /** What the edit is based on; null for a new one. */
  readonly version: string | null;
  readonly errors: FieldErrors<ReportField>;
  /** Why it was not saved, when no field says it; null when it was not sent. */
  readonly failure: string | null;
  readonly isConflict: boolean;
  readonly isRefused: boolean;
  readonly status: number;
}

/** Reads a report and what it may be about. @param reportId null for a new one @throws HttpError 404 */
export async function readReportPage(
  level: ReportLevel,
  reportId: string | null,
): Promise<ReportPage> {
  const { reports, offered } = await readReportList(level);
  const report = reports.find(({ id }) => id === reportId) ?? null;
  if (report === null && reportId !== null) throw new HttpError(404, "not-found");
  const values = report === null ? newReport(offered) : typedReport(report, offered);
  const version = report?.version ?? null;
  const nothing = { errors: {}, failure: null, isConflict: false, isRefused: false, status: 200 };
  return { level, report, offered, values, version, ...nothing };
}

/**
 * Saves or deletes the report of a form; a button of its list of selections only changes that list.
 *
 * @param reportId null for a new one
 * @returns null when it is done
 */
export async function saveReportPage(
  ctx: Context<State>,
  level: ReportLevel,
  reportId: string | null,
): Promise<ReportPage | null> {
  const sent = await readSubmission(ctx, FIELDS);
  const { intent, version: basis } = sent.values;
  const page = await readReportPage(level, reportId);
  const { report, offered } = page;
  if (intent === "remove" && report !== null) {
    return refusedPage(page, await level.remove(report.id));
  }
  const values = typedBy(sent, offered);
  // What the edit was based on stays so while it is being corrected: a later save is not to hide another user's.
  const typed = { ...page, values, version: basis || null, isRefused: true };
  const [picked = ""] = sent.all(SELECTION_FIELDS.picked);
  const selections = pressedSelections(values.selections, intent, picked);
  if (selections !== null) return { ...typed, values: { ...values, selections } };
  const errors = reportErrors(values);
  const refused = { ...typed, errors, status: 400 };
  if (hasErrors(errors)) return refused;
  const body = readReport(values, offered, basis || undefined);
  const result = report === null ? await level.create(body) : await level.put(report.id, body);
  return refusedPage(refused, result);
}

const FIELDS = [
  "name",
  "emails",
  "notifyStart",
  "notifyEnd",
  "everyCount",
  "everyUnit",
  "version",
  "intent",
] as const;

function typedBy(
  { values, all }: Submission<typeof FIELDS[number]>,
  offered: readonly AvailableSelection[],
): TypedReport {
  return {
    name: values.name,
    emails: values.emails,
    notifyStart: values.notifyStart !== "",
    notifyEnd: values.notifyEnd !== "",
    everyCount: values.everyCount,
    everyUnit: everyUnitOf(values.everyUnit),
    selections: sentSelections(all, offered),
    projects: offeredProjects(offered) && withProjects([], all(PROJECTS_FIELD)),
  };
}

function refusedPage(
  page: ReportPage,
  result: { readonly ok: true } | Refusing,
): ReportPage | null {
  if (result.ok) return null;
  const errors: FieldErrors<ReportField> = result.code === "name-taken"
    ? { name: { code: "unique" } }
    : issuesByField(result.issues, ["name", "emails"]);
  const isConflict = result.code === "conflict";
  const failure = isConflict || hasErrors(errors) ? null : errorText(result.code);
  // Once both versions have been shown, saving again is meant.
  const version = isConflict ? page.report?.version ?? null : page.version;
  return { ...page, version, errors, failure, isConflict, isRefused: true, status: result.status };
}
