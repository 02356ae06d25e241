import { OVERLOAD_WAIT_MS } from "@/lib/backend/core/byte_budget.ts";
import { textFieldsOf } from "@/lib/backend/core/form_texts.ts";
import { isFromThisSite } from "@/lib/backend/http.ts";
import { SAVED_PARAMETER } from "@/lib/links/links.ts";
import { withMore } from "@/lib/links/query.ts";
import { refusedAs } from "@/lib/web/answered.ts";
import {
  type BodyLimits,
  MAX_FORM_BYTES,
  readForm,
  type UnreadForm,
} from "@/lib/web/front/body_limits.ts";
import { PRIVATE_URL } from "@/lib/web/front/headers.ts";
import { HttpError, type PageContext } from "@/lib/web/state.ts";
import { refuseOtherPage } from "./other_page.ts";
import { takeOnce } from "./sent_once.ts";

/** What a person sent with a form: the text of each field, and the files. */
export interface Submission<Field extends string> {
  values: Record<Field, string>;
  /** The text of any field; "" when it was not sent. */
  text(name: string): string;
  has(name: string): boolean;
  /** Every value of a field that may be repeated. */
  all(name: string): string[];
  /** null when none was chosen. */
  file(name: string): File | null;
  /** The files of a field that accepts several. */
  files(name: string): File[];
}

/**
 * Reads a form sent by a page of this site, of the current account and organisation.
 *
 * @param fields the names of the form's fields; others are ignored
 * @throws HttpError 403 from another site; 400, 408, 413 or 503 when it cannot be read; 409 when its page belongs to
 * another account or organisation, or it was sent before. Nothing is written then
 */
export async function readSubmission<const Field extends string>(
  ctx: PageContext,
  fields: readonly Field[],
  limits: BodyLimits = { maxBytes: MAX_FORM_BYTES },
): Promise<Submission<Field>> {
  const form = await sentForm(ctx, limits);
  await refuseOtherPage(ctx, form);
  await takeOnce(ctx, form);
  return submission(form, fields);
}

/** Reads a form that does not depend on its page: signing out, choosing an organisation. */
export async function readFromAnyPage<const Field extends string>(
  ctx: PageContext,
  fields: readonly Field[],
): Promise<Submission<Field>> {
  return submission(await sentForm(ctx, { maxBytes: MAX_FORM_BYTES }), fields);
}

/** The form of a copy of the request, which can be read again; null when it cannot be read. */
export async function peekedForm(request: Request): Promise<FormData | null> {
  const read = await readForm(request, { maxBytes: MAX_FORM_BYTES });
  return read.ok ? read.form : null;
}

async function sentForm(ctx: PageContext, limits: BodyLimits): Promise<FormData> {
  if (!isFromThisSite(ctx.req, ctx.url)) throw refusedAs("forbidden");
  const read = await readForm(ctx.req, limits);
  if (!read.ok) throw notRead(ctx, read);
  ctx.state.facts.isForm = true;
  ctx.state.sentTexts = textFieldsOf(read.form);
  return read.form;
}

function submission<const Field extends string>(
  form: FormData,
  fields: readonly Field[],
): Submission<Field> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  // Every field has a text.
  const values = Object.fromEntries(fields.map((name) => [name, text(name)])) as Record<
    Field,
    string
  >;
  return {
    values,
    text,
    has: (name) => form.has(name),
    all: (name) => form.getAll(name).filter((value) => typeof value === "string"),
    file: (name) => chosenFile(form.get(name)),
    files: (name) => form.getAll(name).flatMap((value) => chosenFile(value) ?? []),
  };
}

/** Redirects to the next page after an accepted form (303). */
export function seeOther(ctx: PageContext, path: string, cookie?: string): Response {
  const response = ctx.redirect(path, 303);
  if (cookie !== undefined) response.headers.append("set-cookie", cookie);
  return response;
}

/** Leaves the URL of the answered request to no other page and no cache: it contains a token, the answer a cookie. */
export function withPrivateUrl(response: Response): Response {
  for (const [name, value] of Object.entries(PRIVATE_URL)) response.headers.set(name, value);
  return response;
}

/**
 * Path of a page after one of its forms was saved: shows the message once, in the form's section.
 *
 * @param section id of the section on the page
 */
export function savedPath(path: string, section: string): string {
  return `${withMore(path, `${SAVED_PARAMETER}=${section}`)}#${section}`;
}

/** The chosen file. Without one, browsers send an empty file without a name; a chosen file may be empty too. */
function chosenFile(value: FormDataEntryValue | null): File | null {
  return value instanceof File && (value.size > 0 || value.name !== "") ? value : null;
}

/** Error of an unreadable form; sets when to retry if the fault is ours. */
function notRead({ state }: PageContext, { code, typed }: UnreadForm): HttpError {
  if (typed !== undefined) state.facts.typed = typed;
  if (code === "overloaded") {
    const now = state.platform.options.now();
    state.facts.wait = { resetAt: now + OVERLOAD_WAIT_MS, now };
  }
  return refusedAs(code);
}
