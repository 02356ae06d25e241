/**
 * Reads a submitted form once, of the right account and organisation, and redirects after it.
 *
 * A form that is sent twice from the same rendered page, by a double click or on a slow network, is executed once: the
 * second submission gets the answer of the first.
 *
 * @module
 */

import { createHash } from "node:crypto";
import * as z from "zod";
import { piecesOf } from "@/lib/base/bytes.ts";
import { pause } from "@/lib/base/concurrency.ts";
import { OVERLOAD_WAIT_MS } from "@/lib/base/errors.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { markAmong, PAGE_HEADER, renderingAmong } from "@/lib/ui/form_token_field.ts";
import { SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { withMore } from "@/lib/ui/query.ts";
import { type BodyLimits, MAX_FORM_BYTES, readForm, type UnreadForm } from "./body_limits.ts";
import { HostCookie, withCookie } from "./cookies.ts";
import { isPage, refusedAs } from "./errors.ts";
import type { SentForm } from "./form_store.ts";
import { foreignMark } from "./form_token.ts";
import { PRIVATE_URL } from "./headers.ts";
import { textFieldsOf } from "./multipart.ts";
import { isFromThisSite, isRead } from "./request_info.ts";
import { type HttpError, type PageContext } from "./state.ts";

/**
 * Refuses a form whose page was rendered for another account or organisation than its sender's current ones.
 *
 * @throws HttpError 409
 */
function refuseOtherPage({ state }: PageContext, form: FormData): void {
  const sent = markAmong(form.keys());
  const { mark } = state.requestInfo;
  const fault = sent === null || mark === undefined ? null : foreignMark(sent, mark);
  if (fault !== null) throw refusedAs(fault);
}

/** How long the message waits for its page to be requested, s. */
const SAID_S = 60;

const SAID_COOKIE = new HostCookie("said");

/**
 * Shows once that a form was saved: the URL names the form, and the answer sets a cookie that the page deletes. Without
 * the cookie (reload, Back, bookmark) the page is shown as if its URL named no form. It does not redirect: a browser
 * restores what was typed on the way back only into the page of the very address.
 *
 * @spec forms.saved-once
 */
export function savedNotice(): (ctx: PageContext) => Promise<Response> {
  return async (ctx) => {
    const { req, url, state: { https } } = ctx;
    const isNamed = req.method === "GET" && url.searchParams.has(SAVED_PARAMETER);
    const says = isNamed && SAID_COOKIE.in(req, https) !== null;
    // Pages read the URL of the context, and no other.
    if (isNamed && !says) url.searchParams.delete(SAVED_PARAMETER);
    const answer = await ctx.next();
    if (isSaved(req, answer)) return withCookie(answer, SAID_COOKIE.set(https, "1", SAID_S));
    // A script that sent the form follows the redirect first; the browser then opens the page.
    const isShown = says && isPage(answer) && req.headers.get("accept")?.includes("text/html");
    return isShown ? withCookie(answer, SAID_COOKIE.deletion(https)) : answer;
  };
}

/** Whether an answer redirects to the page of a saved form, directly or through a script. */
function isSaved(request: Request, answer: Response): boolean {
  if (isRead(request)) return false;
  if (request.headers.has(PAGE_HEADER)) return answer.ok;
  const query = answer.headers.get("location")?.split("#")[0]?.split("?")[1];
  return answer.status === 303 && new URLSearchParams(query).has(SAVED_PARAMETER);
}

/** Polling of the first answer: interval and number of tries. */
const POLL_EVERY_MS = 100;
const POLLS = 100;

/** The stored part of an answer: its location and cookies. */
const storedAnswer = z.object({ location: z.string(), cookies: z.array(z.string()) });

/**
 * Marks a form as being executed, until its answer is stored.
 *
 * @throws HttpError when it was sent before: the pipeline returns the first answer instead; 503 when there is none yet
 */
async function claimSubmission(
  { state: { requestInfo }, url }: PageContext,
  form: FormData,
): Promise<void> {
  const { sentForms: forms } = requestInfo;
  if (forms === undefined) return;
  const sent = await sentFrom(url, form);
  if (sent === null) return;
  for (let polls = 0; polls < POLLS; polls++) {
    const claim = await forms.take(sent);
    if (claim.kind === "taken") {
      requestInfo.sentForm = sent;
      return;
    }
    if (claim.kind === "answered") {
      requestInfo.answeredBefore = again(claim.answer);
      throw refusedAs("conflict");
    }
    await pause(POLL_EVERY_MS);
  }
  throw refusedAs("maybe-saved");
}

/** The answer to an earlier sending of a form that was refused unread, perhaps because of it; null for none. */
export async function answerBefore(
  { state: { sentTexts = [], requestInfo }, url }: PageContext,
): Promise<Response | null> {
  const { sentForms } = requestInfo;
  const form = new FormData();
  for (const [name, value] of sentTexts) form.append(name, value);
  const sent = await sentFrom(url, form);
  const answer = sentForms && sent && await ignoreStoreFailure(sentForms.answerTo(sent));
  return answer ? again(answer) : null;
}

/**
 * Stores the address of an answer for repeated submissions, that of its page where a report answers the form; a refused
 * form may be sent again. Not one that may have been saved: its page must be read again first.
 */
export async function settleSent(
  { url, state: { requestInfo: { sentForms, sentForm, refusal } } }: PageContext,
  answer: Response | null,
): Promise<void> {
  if (!sentForms || !sentForm || refusal === "maybe-saved") return;
  const isAccepted = answer !== null && answer.status < 400;
  const own = answer !== null && isPage(answer) ? url.pathname + url.search : null;
  const location = isAccepted ? answer.headers.get("location") ?? own : null;
  const cookies = answer?.headers.getSetCookie() ?? [];
  const kept = location === null ? null : JSON.stringify({ location, cookies });
  await ignoreStoreFailure(sentForms.settle(sentForm, kept));
}

function again(answer: string): Response {
  const { location, cookies } = storedAnswer.parse(JSON.parse(answer));
  const headers = new Headers({ location });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Bytes of a file hashed at once, so that a large one does not block the event loop. */
const HASHED_BYTES = 1_024 * 1_024;

/** Identifies a form by its page and the random name of the rendering; null without that name. */
async function sentFrom({ pathname, search }: URL, form: FormData): Promise<SentForm | null> {
  const rendering = renderingAmong(form);
  if (rendering === null) return null;
  const page = JSON.stringify([pathname, search, rendering]);
  const hash = createHash("sha256").update(page);
  for (const [name, value] of form) {
    const isText = typeof value === "string";
    hash.update(JSON.stringify([name, isText ? value : [value.name, value.size]]));
    if (isText) continue;
    for (const piece of piecesOf(await value.bytes(), HASHED_BYTES)) {
      hash.update(piece);
      await yieldToEventLoop();
    }
  }
  return { rendering: page, content: hash.digest("base64url") };
}

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
  refuseOtherPage(ctx, form);
  await claimSubmission(ctx, form);
  return submission(form, fields);
}

/** Reads a form that does not depend on its page: signing out, choosing an organisation. */
export async function readFromAnyPage<const Field extends string>(
  ctx: PageContext,
  fields: readonly Field[],
): Promise<Submission<Field>> {
  return submission(await sentForm(ctx, { maxBytes: MAX_FORM_BYTES }), fields);
}

async function sentForm(ctx: PageContext, limits: BodyLimits): Promise<FormData> {
  if (!isFromThisSite(ctx.req, ctx.url)) throw refusedAs("forbidden");
  const read = await readForm(ctx.req, limits);
  if (!read.ok) throw notRead(ctx, read);
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
  if (typed !== undefined) state.sentTexts = typed;
  if (code === "overloaded") {
    const now = state.platform.options.now();
    state.requestInfo.wait = { resetAt: now + OVERLOAD_WAIT_MS, now };
  }
  return refusedAs(code);
}
