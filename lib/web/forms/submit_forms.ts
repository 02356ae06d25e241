/**
 * What a page does with the forms that it shows: it reads the one that was sent, asks the call it feeds, and goes on to
 * the next page or shows the form again.
 *
 * @module
 */
import { type Context, HttpError } from "fresh";
import { type ErrorCode, ERRORS } from "@/lib/contract/errors.ts";
import { LOST_PASSWORD } from "@/lib/domain/accounts/password_fields.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import type { TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { type Form, type NamedField, type ShownForm, storedName } from "@/lib/forms/form.ts";
import { errorText } from "@/lib/text/errors.ts";
import { FILE_PACE_BYTES, MAX_FORM_BYTES } from "@/lib/web/front/body_limits.ts";
import type { State } from "@/lib/web/state.ts";
import { type ChoicesOf, withIds } from "./named_choices.ts";
import { refusedBy, type Refusing, wrongFields } from "./refused_values.ts";
import { readSubmission, savedPath, seeOther, type Submission } from "./submit.ts";

export interface SentForm extends Omit<Submission<string>, "values"> {
  /** Which of the page's forms it is. */
  readonly form: string;
  /** The row of a grid; "" for its new one. */
  readonly key: string;
  /** The button that sent it; "" for the one that saves. */
  readonly intent: string;
  /** What the edit was based on. */
  readonly version: string;
}

/** What became of a form: done, and where to go next; or shown again. */
export type FormOutcome<Report = never> =
  | {
    readonly done: true;
    readonly next?: string | undefined;
    /** Set with the next page. */
    readonly cookie?: string | undefined;
  }
  | { readonly done: false; readonly shown: ShownForm<Report> };

/** What a form does once it is sent. */
export type FormAction<Report = never> = (sent: SentForm) => Promise<FormOutcome<Report>>;

/** What a call says. */
export type Said<Answer> = { readonly ok: true; readonly answer: Answer } | Refusing;

export type FormActions<Report = never> = Readonly<Record<string, FormAction<Report>>>;

interface SubmitForms<Page, Report> {
  /** A function reads what they need, once the form is known to be of the reader's account and organisation. */
  readonly forms: FormActions<Report> | (() => Promise<FormActions<Report>>);
  /** The page, which says that the form was saved. */
  readonly path: string;
  show(shown: ShownForm<Report>): Page | Promise<Page>;
  readonly maxBytes?: number;
}

/** Does what the form that was sent asks; a file in it may come slowly. @spec imports.pace @throws HttpError 400 when it is none of the page's forms */
export async function submitForms<Page, Report = never>(
  ctx: Context<State>,
  { forms, path, show, maxBytes = MAX_FORM_BYTES }: SubmitForms<Page, Report>,
): Promise<Response | Page> {
  const { values, ...sent } = await readSubmission(
    ctx,
    ["form", "key", "intent", "version"],
    { maxBytes, paceBytes: FILE_PACE_BYTES },
  );
  const actions = typeof forms === "function" ? await forms() : forms;
  const [only = "", ...others] = Object.keys(actions);
  // The rows of a grid say which grid they are of.
  const named = values.form || sent.text("grid");
  const form = named === "" && others.length === 0 ? only : named;
  const action = Object.hasOwn(actions, form) ? actions[form] : undefined;
  if (action === undefined) throw new HttpError(400, "bad-request");
  const outcome = await action({ ...values, ...sent, form });
  if (!outcome.done) return await show(rehearsed(ctx, outcome.shown));
  return seeOther(ctx, outcome.next ?? savedPath(path, form), outcome.cookie);
}

/** A form shown to be sent again was never asked of a call, although its fields may be wrong: the page says so. */
function rehearsed<Report>(
  { state: { facts } }: Context<State>,
  shown: ShownForm<Report>,
): ShownForm<Report> {
  if (!facts.rehearsed) return shown;
  return { ...shown, failure: shown.failure ?? errorText(facts.waitedFor ?? "session-ended") };
}

/** The handlers of a page with forms, all sent to its own path: what shows it, and what does what they ask. */
export function formHandlers<Page, Report = never>(
  show: (ctx: Context<State>, shown: ShownForm<Report> | null) => Page | Promise<Page>,
  forms: (ctx: Context<State>) => FormActions<Report> | Promise<FormActions<Report>>,
) {
  return {
    GET: (ctx: Context<State>) => show(ctx, null),
    POST: (ctx: Context<State>) =>
      submitForms(ctx, {
        forms: async () => await forms(ctx),
        path: ctx.url.pathname,
        show: (shown: ShownForm<Report>) => show(ctx, shown),
      }),
  };
}

interface Saving<Name extends string, Body, Answer, Report> {
  /** The page to see next; the form's own when omitted. */
  next?(answer: Answer, body: Body): string;
  /** What the page shows of the answer, once and with the form empty again, instead of another page. */
  report?(answer: Answer): Report;
  /** The cookie set with it. */
  cookie?(answer: Answer, body: Body): string | undefined | Promise<string | undefined>;
  /** What depends on more than the form. */
  check?(values: TypedValues<Name>, sent: SentForm): FieldErrors<Name> | Promise<FieldErrors<Name>>;
  /** What fields of many choices choose among, by field: what is typed may be a name. */
  readonly named?: ChoicesOf<Name> | undefined;
  /** What its other buttons do, by their intent. */
  readonly intents?: Readonly<Record<string, FormAction>>;
}

/** A form as it was sent, with the texts of its fields. */
type TypedForm<Name extends string> = SentForm & { readonly values: TypedValues<Name> };

/** A form whose values a call takes. */
export function saves<Name extends string, Body, Answer, Report = never>(
  form: Form<Name, Body, never>,
  ask: (body: Body, sent: TypedForm<Name>) => Promise<Said<Answer>>,
  { next, report, cookie, check, named, intents = {} }: Saving<Name, Body, Answer, Report> = {},
): FormAction<Report> {
  return async (sent) => {
    const other = Object.hasOwn(intents, sent.intent) ? intents[sent.intent] : undefined;
    if (other !== undefined) return keeping(await other(sent), typedAgain(form, sent).values, sent);
    const { values, unknown } = await withIds(valuesOf(form, sent), named);
    const { values: again, lost } = typedAgain(form, sent, values);
    const stored = storedTexts(form, sent);
    const errors = { ...await check?.(values, sent), ...form.errors(values, stored), ...unknown };
    const body = form.read(values, stored);
    if (body === null || hasErrors(errors)) {
      return shownAgain(sent, { ...wrongFields(again, errors), lost });
    }
    const said = await ask(body, { ...sent, values });
    if (said.ok) {
      const { answer } = said;
      if (report !== undefined) return reported(sent, report(answer));
      const set = cookie && { cookie: await cookie(answer, body) };
      return { done: true, next: next?.(answer, body), ...set };
    }
    return shownAgain(sent, { ...refusedBy(again, said, form.refusals), lost });
  };
}

/** A form that changes something stored: the call takes its values, and the version that the edit was based on. */
export function changes<Name extends string, Body extends object, Answer, Report = never>(
  form: Form<Name, Body, never>,
  ask: (body: Body & { readonly version: string }) => Promise<Said<Answer>>,
  saving?: Saving<Name, Body, Answer, Report>,
): FormAction<Report> {
  return saves(form, (body, { version }) => ask({ ...body, version }), saving);
}

/** The stored texts that a form said it may send back. @spec forms.steps */
function storedTexts<Name extends string>(
  { fields }: Form<Name, unknown, never>,
  sent: SentForm,
): Readonly<Partial<Record<Name, string>>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const { name } of fields) {
    if (sent.has(storedName(name))) texts[name] = sent.text(storedName(name));
  }
  return texts;
}

/** What a form shows again of what was typed: passwords are lost. */
export function typedAgain<Name extends string>(
  form: Form<Name, unknown, never>,
  sent: SentForm,
  typed: TypedValues<Name> = valuesOf(form, sent),
): { readonly values: Record<Name, string>; readonly lost: Name[] } {
  const values: Record<Name, string> = { ...typed };
  const before = sent.all(LOST_PASSWORD);
  const lost: Name[] = [];
  for (const { name, type } of form.fields) {
    if (type !== "password") continue;
    if (values[name] !== "" || before.includes(name)) lost.push(name);
    values[name] = "";
  }
  return { values, lost };
}

/** What was typed beside the button that was pressed stays. */
function keeping(outcome: FormOutcome, values: TypedValues, { has }: SentForm): FormOutcome {
  if (outcome.done) return outcome;
  const sent = Object.fromEntries(Object.entries(values).filter(([name]) => has(name)));
  return { ...outcome, shown: { ...outcome.shown, values: sent } };
}

/** A button that sends a call regardless of the fields. */
export function asks(ask: (sent: SentForm) => Promise<Said<unknown>>, next?: string): FormAction {
  return async (sent) => {
    const said = await ask(sent);
    return said.ok ? { done: true, next } : shownAgain(sent, refusedBy({}, said));
  };
}

/** A form shown again with what is wrong, or with what the call reports. */
export function shownAgain<Report = never>(
  { form, key, version }: SentForm,
  refused: Omit<ShownForm<Report>, "form" | "key" | "version">,
): FormOutcome<Report> {
  const basis = version !== "" && !refused.isConflict && { version };
  return { done: false, shown: { form, key, ...basis, ...refused } };
}

/** A form shown again with what the call reports, and with nothing typed in it unless that stays. */
export function reported<Report>(
  sent: SentForm,
  report: Report,
  values: Readonly<Record<string, string>> = {},
): FormOutcome<Report> {
  return shownAgain(sent, { ...wrongFields(values, {}), status: 200, report });
}

/** A form shown again for a reason that no call says. */
export function failed(sent: SentForm, code: ErrorCode): FormOutcome {
  const { status } = ERRORS[code];
  return shownAgain(sent, refusedBy({}, { ok: false, code, status }));
}

export function valuesOf<Name extends string>(
  { fields }: Form<Name, unknown, never>,
  sent: SentForm,
): Record<Name, string> {
  const textOf = ({ name, control, isKey }: NamedField) => {
    if (control === "boxes") return sent.all(name).join("\n");
    return isKey && sent.key !== "" ? sent.key : sent.text(name);
  };
  const typed = fields.map((field) => [field.name, textOf(field)] as const);
  // The names are those of the form: entries lose that in TypeScript.
  return Object.fromEntries(typed) as Record<Name, string>;
}
