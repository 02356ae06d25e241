import { emailListError, emailsOfText } from "../forms/email_list.ts";
import type { FieldError, FieldErrors } from "../forms/field_errors.ts";
import { firstError, integer, max, min, required } from "../forms/validators.ts";
import { placeOfHandler } from "./selections.ts";
import {
  ALARM_HANDLERS,
  type AlarmHandler,
  type AlarmReport,
  type AlarmReportDraft,
  type AlarmSelection,
  type AvailableSelection,
} from "./types.ts";

/** A field of a mail report's form. */
export type ReportField = "name" | "emails" | "every" | "handlers";

/** A mail report as its form holds it. */
export interface TypedReport {
  name: string;
  /** Addresses, parted by blanks, commas or semicolons. */
  emails: string;
  notifyStart: boolean;
  notifyEnd: boolean;
  /** How often open alarms are told again, as it was typed; empty for never. */
  every: string;
  /** Hours or days. */
  unit: "h" | "d";
  handlers: readonly AlarmHandler[];
  /** Residences the report is narrowed to; none for all. */
  projects: readonly string[];
  /** Boiler rooms and buildings it is narrowed to; none for all. */
  places: readonly string[];
}

/** Longest name of a report. */
export const REPORT_NAME_MAX_LENGTH = 100;
const MOST_OFTEN = 9_999;

/** A report nobody has described yet. */
export const NEW_REPORT: TypedReport = {
  name: "",
  emails: "",
  notifyStart: true,
  notifyEnd: false,
  every: "",
  unit: "h",
  handlers: [],
  projects: [],
  places: [],
};

/** The form of a report that exists. @spec B §5 "parses digits followed by h or d, default unit h" */
export function typedReport(
  { selections, notifyEvery, emails, ...report }: AlarmReport,
): TypedReport {
  const [, every = "", unit] = /^(\d+)([hd])$/.exec(notifyEvery) ?? [];
  const valuesOf = (isWanted: (name: string) => boolean) => [
    ...new Set(
      selections.flatMap(({ filters }) =>
        Object.entries(filters).flatMap(([name, values]) => isWanted(name) ? values : [])
      ),
    ),
  ];
  return {
    name: report.name,
    emails: emails.join("\n"),
    notifyStart: report.notifyStart,
    notifyEnd: report.notifyEnd,
    every,
    unit: unit === "d" ? "d" : "h",
    handlers: selections.map(({ handler }) => handler),
    projects: valuesOf((name) => name === "project"),
    places: valuesOf((name) => name !== "project"),
  };
}

/**
 * The errors of the form.
 *
 * @spec B §5 "Email list input: required, valid email, no duplicates", "Alarm report selection requires a handler"
 */
export function reportErrors(typed: TypedReport): FieldErrors<ReportField> {
  const errors: FieldErrors<ReportField> = {};
  const put = (field: ReportField, error: FieldError | null) => {
    if (error !== null) errors[field] = error;
  };
  put("name", firstError(typed.name.trim(), {}, [required]));
  put("emails", emailListError(emailsOfText(typed.emails)));
  put("every", everyError(typed.every.trim()));
  put("handlers", firstError(typed.handlers, {}, [required]));
  return errors;
}

function everyError(text: string): FieldError | null {
  const count = text === "" ? null : Number(text.replace(",", "."));
  if (Number.isNaN(count)) return { code: "integer" };
  return firstError(count, {}, [integer, min(0), max(MOST_OFTEN)]);
}

/**
 * The report a form without error describes: narrowed to what each handler can be narrowed to.
 *
 * @spec B §5 "empty when the number is empty or zero"
 */
export function readReport(
  typed: TypedReport,
  offered: readonly AvailableSelection[],
  version?: string,
): AlarmReportDraft {
  const count = Number(typed.every.trim());
  return {
    name: typed.name.trim(),
    emails: emailsOfText(typed.emails),
    notifyStart: typed.notifyStart,
    notifyEnd: typed.notifyEnd,
    notifyEvery: count > 0 ? `${count}${typed.unit}` : "",
    selections: ALARM_HANDLERS.filter((handler) => typed.handlers.includes(handler))
      .map((handler) => selectionOf(handler, typed, offered)),
    version,
  };
}

function selectionOf(
  handler: AlarmHandler,
  { projects, places }: TypedReport,
  offered: readonly AvailableSelection[],
): AlarmSelection {
  const filters: Record<string, string[]> = {};
  for (const { name, values } of offered.find((one) => one.handler === handler)?.filters ?? []) {
    const wanted = name === "project" ? projects : name === placeOfHandler(handler) ? places : [];
    const kept = values.map(({ value }) => value).filter((value) => wanted.includes(value));
    if (kept.length > 0) filters[name] = kept;
  }
  return { handler, filters };
}
