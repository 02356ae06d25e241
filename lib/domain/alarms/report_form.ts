import { emailListError, emailsOfText } from "@/lib/domain/forms/email_list.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { readNumber } from "@/lib/domain/forms/number_control.ts";
import { type FieldRule, typedError } from "@/lib/domain/forms/typed_fields.ts";
import {
  type ProjectChoice,
  projectsError,
  withProjects,
} from "@/lib/domain/projects/project_selection.ts";
import { EVERY_RULE, type EveryUnit, readEvery, writeEvery } from "./every.ts";
import { selectionsError } from "./selections.ts";
import type { AlarmReport, AlarmReportDraft, AlarmSelection, AvailableSelection } from "./types.ts";

export type ReportField = "name" | "emails" | "everyCount" | "selections" | "projects";

export interface TypedReport {
  name: string;
  /** Addresses parted by blanks, commas or semicolons. */
  emails: string;
  notifyStart: boolean;
  notifyEnd: boolean;
  everyCount: string;
  everyUnit: EveryUnit;
  /** Without the residences, which are in `projects`. */
  selections: readonly AlarmSelection[];
  /** Ids of the residences; null in a report of one residence. */
  projects: readonly string[] | null;
}

export const REPORT_NAME_RULE = {
  name: "name",
  kind: "text",
  required: true,
  maxLength: 100,
} as const satisfies FieldRule;

export const PROJECTS_FIELD = "projects";

export const PROJECT_FILTER = "project";

/**
 * A new report, sent at the start and at the end of an alarm.
 *
 * @param available the handlers offered; residences can be chosen when it offers them
 */
export function newReport(available: readonly AvailableSelection[]): TypedReport {
  return {
    name: "",
    emails: "",
    notifyStart: true,
    notifyEnd: true,
    everyCount: "",
    everyUnit: "h",
    selections: [],
    projects: offeredProjects(available) === null ? null : [],
  };
}

/** The ids of the residences a report may be narrowed to; null when it is of one residence. */
export function offeredProjects(available: readonly AvailableSelection[]): string[] | null {
  const filters = available.flatMap((one) => one.filters)
    .filter(({ name }) => name === PROJECT_FILTER);
  return filters.length === 0
    ? null
    : withProjects([], filters.flatMap(({ values }) => values.map(({ value }) => value)));
}

/**
 * The form of an existing report: the residences once for all its selections, all residences when one selection has no filter.
 */
export function typedReport(
  { name, emails, notifyStart, notifyEnd, notifyEvery, selections }: AlarmReport,
  available: readonly AvailableSelection[],
): TypedReport {
  const { count, unit } = readEvery(notifyEvery);
  const offered = offeredProjects(available);
  return {
    name,
    emails: emails.join("\n"),
    notifyStart,
    notifyEnd,
    everyCount: count === null ? "" : String(count),
    everyUnit: unit,
    selections: offered === null ? selections : selections.map(withoutProjectFilter),
    projects: offered && withProjects(
      [],
      selections.flatMap(({ filters }) => filters[PROJECT_FILTER] ?? offered),
    ),
  };
}

/** Whether the selections of a report filter on different residences; its form has one choice, so saving would make them equal. */
export function keepsDifferentProjects(selections: readonly AlarmSelection[]): boolean {
  const kept = selections.map(({ filters }) => [...filters[PROJECT_FILTER] ?? ["*"]].sort().join());
  return new Set(kept).size > 1;
}

/** The errors of the form. @spec alarms.mail-reports */
export function reportErrors(typed: TypedReport): FieldErrors<ReportField> {
  const found = {
    name: typedError(REPORT_NAME_RULE, typed.name),
    emails: emailListError(emailsOfText(typed.emails)),
    everyCount: typedError(EVERY_RULE, typed.everyCount),
    selections: selectionsError(typed.selections),
    projects: typed.projects && projectsError(typed.projects),
  };
  const errors: FieldErrors<ReportField> = {};
  for (const field of ["name", "emails", "everyCount", "selections", "projects"] as const) {
    const error = found[field];
    if (error !== null) errors[field] = error;
  }
  return errors;
}

/**
 * The report that was typed. When every residence offered is chosen the report keeps no filter: residences to come
 * are in it too.
 *
 * @param typed without error by `reportErrors()`
 * @param version the version edited; none for a new report
 */
export function readReport(
  typed: TypedReport,
  available: readonly AvailableSelection[],
  version?: string,
): AlarmReportDraft {
  const { name, notifyStart, notifyEnd, everyCount, everyUnit } = typed;
  const offered = offeredProjects(available);
  const chosen = typed.projects === null ? null : withProjects([], typed.projects);
  const keepsAll = chosen === null || (offered ?? []).every((id) => chosen.includes(id));
  return {
    name: name.trim(),
    emails: emailsOfText(typed.emails),
    notifyStart,
    notifyEnd,
    notifyEvery: writeEvery({ count: readNumber(everyCount), unit: everyUnit }),
    selections: typed.selections.map(({ handler, filters }) => ({
      handler,
      filters: keepsAll ? filters : { ...filters, [PROJECT_FILTER]: chosen },
    })),
    version,
  };
}

function withoutProjectFilter({ handler, filters }: AlarmSelection): AlarmSelection {
  const { [PROJECT_FILTER]: _, ...others } = filters;
  return { handler, filters: others };
}

/** The residences that may be chosen, by name. */
export function projectChoices(available: readonly AvailableSelection[]): ProjectChoice[] {
  const values = available.flatMap(({ filters }) =>
    filters.flatMap((filter) => filter.name === PROJECT_FILTER ? filter.values : [])
  );
  const labels = new Map(values.map(({ value, label }) => [value, label]));
  return [...labels].map(([id, name]) => ({ id, name, place: "" }));
}
