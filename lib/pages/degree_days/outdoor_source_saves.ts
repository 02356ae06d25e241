import { type Context, HttpError } from "fresh";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import {
  changedMonths,
  clearedMonths,
  monthRules,
  OUTDOOR_RULES,
  outdoorErrors,
  readOutdoor,
  readShown,
} from "@/lib/domain/facilities/outdoor_source_form.ts";
import type { ImportReport } from "@/lib/domain/facilities/types.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames, pickedValues, typedErrors } from "@/lib/domain/forms/typed_fields.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { errorText } from "@/lib/text/errors.ts";
import {
  refusedBy,
  type RefusedValues,
  type Refusing,
  wrongFields,
} from "@/lib/web/forms/refused_values.ts";
import { readSubmission, type Submission } from "@/lib/web/forms/submit.ts";
import { uploadedText } from "@/lib/web/forms/uploaded_text.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";
import type { State } from "@/lib/web/state.ts";

/** The forms of an outdoor source's page, as their hidden field `form` names them. */
export type OutdoorFormName = "source" | "months" | "file";

/** What a form of the page became. */
export interface OutdoorEnd extends RefusedValues {
  form: OutdoorFormName;
  /** What the import of a file did, or would do. */
  report: ImportReport | null;
  isDry: boolean;
}

/** What is saved: where to go next, or what to show. */
export type OutdoorSaved =
  | { kind: "saved"; form: OutdoorFormName }
  | { kind: "removed" }
  | { kind: "shown"; end: OutdoorEnd };

/** A whole department's daily file, packed or not, bytes. */
const MAX_FILE_BYTES = 16 * 1_048_576;

/**
 * Does what one of the page's forms asks.
 *
 * @param months those of the period shown, which the form of typed DJU holds
 * @throws HttpError 400 when it is none of the page's forms
 */
export async function saveOutdoorForm(
  ctx: Context<State>,
  months: readonly IsoMonth[],
): Promise<OutdoorSaved> {
  const names = [...fieldNames(OUTDOOR_RULES), ...months];
  const fields = ["form", "intent", "version", "shown", ...names];
  const sent = await readSubmission(ctx, fields, MAX_FILE_BYTES);
  switch (sent.values.form) {
    case "source":
      return await saveSource(ctx, sent);
    case "months":
      return await saveMonths(ctx, sent, months);
    case "file":
      return await importFile(ctx, sent);
  }
  throw new HttpError(400, "bad-request");
}

async function saveSource(ctx: Context<State>, sent: Submission<string>): Promise<OutdoorSaved> {
  const at = placeOf(ctx);
  const { version = "", intent } = sent.values;
  if (intent === "remove") {
    const gone = await ctx.state.api.call("deleteOutdoorSource", at);
    return gone.ok ? { kind: "removed" } : shownEnd(refusedCall("source", sent, gone));
  }
  const values = pickedValues(OUTDOOR_RULES, sent.values);
  const errors = outdoorErrors(values);
  const source = readOutdoor(values);
  if (source === null || hasErrors(errors)) return shownEnd(refusedFields("source", sent, errors));
  const body = { ...source, version };
  const result = await ctx.state.api.call("putOutdoorSource", { ...at, body });
  return result.ok ? saved("source") : shownEnd(refusedCall("source", sent, result));
}

async function saveMonths(
  ctx: Context<State>,
  sent: Submission<string>,
  months: readonly IsoMonth[],
): Promise<OutdoorSaved> {
  const errors = typedErrors(monthRules(months), sent.values);
  const isClearing = sent.values.intent === "clear";
  if (!isClearing && hasErrors(errors)) return shownEnd(refusedFields("months", sent, errors));
  const shownBefore = readShown(months, sent.values.shown ?? "");
  const typed = isClearing
    ? clearedMonths(months)
    : changedMonths(months, sent.values, shownBefore);
  if (typed.length === 0) return saved("months");
  const body = { months: typed };
  const result = await ctx.state.api.call("putMonthlyDju", { ...placeOf(ctx), body });
  return result.ok ? saved("months") : shownEnd(refusedCall("months", sent, result));
}

async function importFile(ctx: Context<State>, sent: Submission<string>): Promise<OutdoorSaved> {
  const file = sent.file("file");
  if (file === null) return shownEnd(refusedFields("file", sent, { file: { code: "required" } }));
  const body = await uploadedText(file, heldBy(ctx.req));
  if (body === null || body === "") return shownEnd(refusedAs("file", sent, "bad-file"));
  const isDry = sent.values.intent === "try";
  const dryRun = isDry ? "true" as const : "false" as const;
  const result = await ctx.state.api.call("importOutdoorDays", { ...placeOf(ctx), dryRun, body });
  if (!result.ok) return shownEnd(refusedCall("file", sent, result));
  const report = result.answer;
  return shownEnd({ ...refusedFields("file", sent, {}), report, isDry, status: 200 });
}

function placeOf({ params }: Context<State>) {
  const { projectId = "", sourceId = "" } = params;
  return { projectId, outdoorSourceId: sourceId };
}

function saved(form: OutdoorFormName): OutdoorSaved {
  return { kind: "saved", form };
}

function shownEnd(end: OutdoorEnd): OutdoorSaved {
  return { kind: "shown", end };
}

function refusedFields(
  form: OutdoorFormName,
  { values }: Submission<string>,
  errors: FieldErrors,
): OutdoorEnd {
  return { form, ...wrongFields(values, errors), report: null, isDry: false };
}

function refusedCall(
  form: OutdoorFormName,
  sent: Submission<string>,
  result: Refusing,
): OutdoorEnd {
  return { form, ...refusedBy(sent.values, result), report: null, isDry: false };
}

function refusedAs(
  form: OutdoorFormName,
  sent: Submission<string>,
  code: ErrorCode,
): OutdoorEnd {
  return { ...refusedFields(form, sent, {}), failure: errorText(code) };
}
