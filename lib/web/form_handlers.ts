/** GET and POST handlers of pages with forms: save, change, ask, remove. @module */

import { onQuotedVersion } from "@/lib/api/writes.ts";
import { type ErrorCode, ERRORS } from "@/lib/base/errors.ts";
import { type FieldErrors, hasErrors, withLater } from "@/lib/base/validators.ts";
import { CONFIRMED_FIELD, readConfirmed } from "@/lib/ui/confirmation.ts";
import type { TypedValues } from "@/lib/ui/field_rules.ts";
import type { Form, FormPage, ShownForm } from "@/lib/ui/form.ts";
import { SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { type NamedChoice, namedValues } from "@/lib/ui/named_choices.ts";
import { withQuery } from "@/lib/ui/query.ts";
import { readTableState, writeTableState } from "@/lib/ui/tables.ts";
import { unknownNameText } from "@/lib/ui/text.ts";
import { FILE_PACE_BYTES, MAX_FORM_BYTES } from "./body_limits.ts";
import { readSubmission, savedPath, seeOther, type Submission } from "./form_submission.ts";
import {
  refusedBy,
  type Refusing,
  storedTexts,
  typedAgain,
  valuesOf,
  wrongFields,
} from "./form_values.ts";
import { HttpError, page, type PageContext } from "./state.ts";

/** Reads the choices of the fields in which a name may be typed, by field. */
type ChoicesOf<Name extends string = string> = () => Promise<
  Readonly<Partial<Record<Name, readonly NamedChoice[]>>>
>;

/**
 * Replaces typed names with the ids that they name.
 *
 * @spec forms.named
 * @returns the values with ids, and the errors of unknown names
 */
async function withIds<Name extends string>(
  typed: TypedValues<Name>,
  choicesOf: ChoicesOf<Name> | undefined,
): Promise<{ readonly values: TypedValues<Name>; readonly unknown: FieldErrors<Name> }> {
  if (choicesOf === undefined) return { values: typed, unknown: {} };
  const { values, unknown: names } = namedValues(typed, await choicesOf());
  const unknown: FieldErrors<Name> = {};
  for (const name in names) {
    const wrong = names[name];
    if (wrong !== undefined) unknown[name] = { code: "message", message: unknownNameText(wrong) };
  }
  return { values, unknown };
}

export interface SentForm extends Omit<Submission<string>, "values"> {
  /** Name of the form on its page. */
  readonly form: string;
  /** Key of a grid's row; "" for the new one. */
  readonly key: string;
  /** Value of the pressed button; "" for the one that saves. */
  readonly intent: string;
  /** Version that the edit is based on. */
  readonly version: string;
}

/** Outcome of a form: done, with the next page; or shown again. */
export type FormOutcome<Report = never> =
  | {
    readonly done: true;
    readonly next?: string | undefined;
    readonly cookie?: string | undefined;
  }
  | { readonly done: false; readonly shown: ShownForm<Report> };

/** Executes a submitted form. */
export type FormAction<Report = never> = (sent: SentForm) => Promise<FormOutcome<Report>>;

/** Result of a call. */
export type CallOutcome<Answer> = { readonly ok: true; readonly answer: Answer } | Refusing;

export type FormActions<Report = never> = Readonly<Record<string, FormAction<Report>>>;

/** Reads what the actions of a page need, after the form's account and organisation were checked. */
type FormsOf<Report> = (
  ctx: PageContext,
) => FormActions<Report> | Promise<FormActions<Report>>;

/** Executes the submitted form; its file may arrive slowly. @spec imports.pace @throws HttpError 400 for an unknown form */
async function submit<Report>(
  ctx: PageContext,
  forms: FormsOf<Report>,
  maxBytes: number,
): Promise<{ form: string; outcome: FormOutcome<Report> }> {
  const { values, ...sent } = await readSubmission(
    ctx,
    ["form", "key", "intent", "version"],
    { maxBytes, paceBytes: FILE_PACE_BYTES },
  );
  const actions = await forms(ctx);
  const [only = "", ...others] = Object.keys(actions);
  // A row of a grid sends the grid's name.
  const named = values.form || sent.text("grid");
  const form = named === "" && others.length === 0 ? only : named;
  const chosen = Object.hasOwn(actions, form) ? actions[form] : undefined;
  if (chosen === undefined) throw new HttpError(400, "bad-request");
  const confirmed = readConfirmed(sent.text(CONFIRMED_FIELD));
  if (confirmed !== null) ctx.state.requestInfo.confirmation = confirmed.confirmation;
  const intent = values.intent || (confirmed?.intent ?? "");
  return { form, outcome: await chosen({ ...values, ...sent, form, intent }) };
}

interface RouteOptions<Data, Report> {
  /** Path of the page, to which its forms are sent and which shows that one was saved; that of its URL by default. */
  path?(ctx: PageContext): string;
  readonly maxBytes?: number;
  guard?(ctx: PageContext): unknown;
  /** Status and headers of the page; those of the form shown again by default. */
  answer?(
    data: Data & { readonly page: FormPage<Report> },
  ): { readonly status?: number; readonly headers?: HeadersInit };
}

/**
 * GET and POST handlers of a page whose forms are sent to its own path: the page gets the data, and as `page` where its
 * forms are sent, the form shown again and the one just saved, if any.
 *
 * @param read the data of the page, or what is answered instead: a file, a redirect
 */
export function formRoute<Data extends object, Report = never>(
  read: (
    ctx: PageContext,
    shown: ShownForm<Report> | null,
  ) => Data | Response | Promise<Data | Response>,
  forms: FormsOf<Report>,
  { path = ({ url }) => url.pathname, maxBytes = MAX_FORM_BYTES, guard, answer }: RouteOptions<
    Data,
    Report
  > = {},
) {
  const show = async (ctx: PageContext, shown: ShownForm<Report> | null) => {
    const data = await read(ctx, shown);
    if (data instanceof Response) return data;
    const saved = shown === null ? ctx.url.searchParams.get(SAVED_PARAMETER) : null;
    const shownData = { ...data, page: { action: path(ctx), shown, saved } };
    return page(shownData, { status: shown?.status ?? 200, ...answer?.(shownData) });
  };
  return {
    GET: (ctx: PageContext) => show(ctx, null),
    async POST(ctx: PageContext) {
      await guard?.(ctx);
      const { form, outcome } = await submit(ctx, forms, maxBytes);
      if (!outcome.done) return await show(ctx, outcome.shown);
      return seeOther(ctx, outcome.next ?? savedPath(path(ctx), form), outcome.cookie);
    },
  };
}

interface Saving<Name extends string, Body, Answer, Report> {
  /** Path of the next page; the form's own page when omitted. */
  next?(answer: Answer, body: Body): string;
  /** Report of the answer, shown once above the emptied form instead of a redirect. */
  report?(answer: Answer): Report;
  cookie?(answer: Answer, body: Body): string | undefined | Promise<string | undefined>;
  check?(values: TypedValues<Name>, sent: SentForm): FieldErrors<Name> | Promise<FieldErrors<Name>>;
  /** Choices of the fields in which a name may be typed, by field. */
  readonly named?: ChoicesOf<Name> | undefined;
  /** The button that deletes. */
  remove?(sent: SentForm): Promise<CallOutcome<unknown>>;
  /** Path of the page after the deletion of the page's subject; absent for a row, whose page stays. */
  readonly removed?: string;
  /** Actions of the form's other buttons, by their value. */
  readonly intents?: Readonly<Record<string, FormAction>>;
}

/** Values of a form; the version is absent for something new. */
type Edited<Body> = Body & { readonly version?: string };

type TypedForm<Name extends string> = SentForm & { readonly values: TypedValues<Name> };

/** Action that sends the form's values to a call, for an edit with the version that it is based on. */
export function save<Name extends string, Body extends object, Answer, Report = never>(
  form: Form<Name, Body, never>,
  ask: (body: Edited<Body>, sent: TypedForm<Name>) => Promise<CallOutcome<Answer>>,
  saving: Saving<Name, Body, Answer, Report> = {},
): FormAction<Report> {
  const { next, report, cookie, check, named, remove, removed } = saving;
  const buttons: Readonly<Record<string, FormAction>> = {
    ...saving.intents,
    ...remove && {
      remove: removed === undefined ? deletion(remove) : action(remove, removed),
    },
  };
  return async (sent) => {
    const other = Object.hasOwn(buttons, sent.intent) ? buttons[sent.intent] : undefined;
    if (other !== undefined) return keeping(await other(sent), typedAgain(form, sent).values, sent);
    const { values, unknown } = await withIds(valuesOf(form, sent), named);
    const { values: again, lost } = typedAgain(form, sent, values);
    const stored = storedTexts(form, sent);
    const errors = { ...await check?.(values, sent), ...form.errors(values, stored), ...unknown };
    const body = form.read(values, stored);
    if (body === null || hasErrors(errors)) {
      return shownAgain(sent, { ...wrongFields(again, errors), lost });
    }
    const edited = sent.version === "" ? body : { ...body, version: sent.version };
    const outcome = await onQuotedVersion(() => ask(edited, { ...sent, values }));
    if (outcome.ok) {
      const { answer } = outcome;
      if (report !== undefined) return reported(sent, report(answer));
      const set = cookie && { cookie: await cookie(answer, body) };
      return { done: true, next: next?.(answer, body), ...set };
    }
    return shownAgain(sent, { ...refusedBy(again, outcome, form.refusals), lost });
  };
}

/** The outcome of a button, with the typed values of the other fields. */
function keeping(outcome: FormOutcome, values: TypedValues, { has }: SentForm): FormOutcome {
  if (outcome.done) return outcome;
  const sent = Object.fromEntries(Object.entries(values).filter(([name]) => has(name)));
  return { ...outcome, shown: { ...outcome.shown, values: sent } };
}

/** A button that sends a call regardless of the fields. */
export function action(
  ask: (sent: SentForm) => Promise<CallOutcome<unknown>>,
  next?: string,
): FormAction {
  return async (sent) => {
    const outcome = await ask(sent);
    return outcome.ok ? { done: true, next } : shownAgain(sent, refusedBy({}, outcome));
  };
}

/** A button that deletes a row: one that another user has just deleted is deleted. */
export function deletion(
  remove: (sent: SentForm) => Promise<CallOutcome<unknown>>,
  next?: string,
): FormAction {
  return action(async (sent) => {
    const removed = await remove(sent);
    return !removed.ok && removed.code === "not-found" ? { ok: true, answer: null } : removed;
  }, next);
}

/** Outcome that shows the form again with its errors or the call's report. */
export function shownAgain<Report = never>(
  { form, key, intent, version }: SentForm,
  refused: Omit<ShownForm<Report>, "form" | "key" | "intent" | "version">,
): FormOutcome<Report> {
  const basis = version !== "" && !refused.isConflict && { version };
  const errors = withLater(refused.errors, Object.keys(refused.values));
  const pressed = refused.toConfirm !== undefined && { intent };
  return { done: false, shown: { form, key, ...basis, ...pressed, ...refused, errors } };
}

/** Outcome that shows the call's report, with the form emptied unless the values stay. */
export function reported<Report>(
  sent: SentForm,
  report: Report,
  values: Readonly<Record<string, string>> = {},
): FormOutcome<Report> {
  return shownAgain(sent, { ...wrongFields(values, {}), status: 200, report });
}

/** Outcome that shows the form again with an error code. */
export function failed(sent: SentForm, code: ErrorCode): FormOutcome {
  const { status } = ERRORS[code];
  return shownAgain(sent, refusedBy({}, { ok: false, code, status }));
}

/** The rows of a page whose form adds or changes one. */
export interface RowsRead<Row> {
  readonly all: readonly Row[];
  readonly canWrite: boolean;
}

/** The calls that add, change and delete rows; a row without a version has that of its grid. */
export interface RowCalls<Body> {
  create(body: Edited<Body>): Promise<CallOutcome<unknown>>;
  put(id: string, body: Edited<Body>): Promise<CallOutcome<unknown>>;
  remove(id: string, version: string): Promise<CallOutcome<unknown>>;
  /** Choices of the fields in which a name may be typed. */
  readonly named?: ChoicesOf;
}

interface RowPlace {
  /** The row that the URL names, null to add one; that of a grid when omitted. */
  readonly id?: string | null;
  /** Page to show after the action; the form's own page when omitted. */
  readonly done?: string;
}

/** Path of the list with its current filters and sort; with an id, also of the form of that row. */
export function rowPath(
  { searchParams }: URL,
  { path, parameter }: { readonly path: string; readonly parameter: string },
  id?: string,
): string {
  const row = new URLSearchParams(id === undefined ? {} : { [parameter]: id });
  return withQuery(path, writeTableState(readTableState(searchParams), row));
}

/** Adds a row, or changes or deletes the one of a grid or of the URL. */
export function rowForm<Name extends string, Body extends object>(
  form: Form<Name, Body, never>,
  { create, put, remove, named }: RowCalls<Body>,
  { id, done }: RowPlace = {},
): FormAction {
  const idOf = ({ key }: SentForm) => (id === undefined ? key : id) ?? "";
  return save(
    form,
    (body, sent) => idOf(sent) === "" ? create(body) : put(idOf(sent), body),
    {
      named,
      intents: { remove: deletion((sent) => remove(idOf(sent), sent.version), done) },
      ...done !== undefined && { next: () => done },
    },
  );
}
