/**
 * Requires a signed-in user, and keeps a form sent after its session ended.
 *
 * A form sent after its session ended is stored for the user of its page, an account or a provider. Once that user has
 * signed in again in the same browser, its page shows the typed values, not saved yet. The same for a form sent once
 * another user had signed in there, and for one sent from the page of another organisation, once that one is chosen.
 *
 * @module
 */

import type { Context } from "fresh";
import { gunzipSync, gzipSync } from "node:zlib";
import { newSecret } from "@/lib/base/secrets.ts";
import { isPasswordField, LOST_PASSWORD } from "@/lib/ui/field_rules.ts";
import { markAmong } from "@/lib/ui/form_token_field.ts";
import { links, TYPED_PARAMETER } from "@/lib/ui/links.ts";
import { withQuery } from "@/lib/ui/query.ts";
import { FILE_PACE_BYTES, readTexts } from "./body_limits.ts";
import { sessionToCome, VISIT_COOKIE, visitOf } from "./cookies.ts";
import { type RefusedPage, RejectedFormStore } from "./form_store.ts";
import { foreignMark } from "./form_token.ts";
import type { TextField } from "./multipart.ts";
import { isFromThisSite, isRead } from "./request_info.ts";
import type { State } from "./state.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";
/** Header with the path and query of a stored form. */
const SENT_TO = "content-location";

/**
 * Stores the texts of a request's form, except passwords and files. @returns null when it is not a form, names no
 * account, or is larger than any form of a page
 */
export async function keepForm({ req, url, state }: Context<State>) {
  if (req.method !== "POST" || !isFromThisSite(req, url)) return null;
  const { maxBodyBytes } = state.config;
  const texts = await readTexts(req, { maxBytes: maxBodyBytes, paceBytes: FILE_PACE_BYTES });
  if (texts === null || markAmong(texts.map(([name]) => name)) === null) return null;
  const holder = visitOf(req, state.https) ?? newSecret();
  const id = await keepTexts({ url, state }, texts, { holder, status: 401 });
  return id === null ? null : { id, cookie: VISIT_COOKIE.set(state.https, holder) };
}

/** Stores the texts of a form, except passwords. @returns its id; null when it is too large */
async function keepTexts(
  { url, state }: Pick<Context<State>, "url" | "state">,
  texts: readonly TextField[],
  { holder, status }: { readonly holder: string; readonly status: 401 | 409 },
): Promise<string | null> {
  const kept = typedForm(texts, { url, status });
  const { store, now } = state.platform.options;
  return await new RejectedFormStore(store, now).keep({ holder, path: url.pathname }, kept);
}

/** Whether a script sends a part of a file there: it has no values to show again. */
export function isPartOfFile({ pathname }: URL): boolean {
  return pathname.endsWith("/parts");
}

/** Path that shows a form to the other user of its page, once signed in; null when it could not be stored. */
export async function keepForUser(
  { req, url, state }: Context<State>,
  texts: readonly TextField[],
): Promise<string | null> {
  if (isPartOfFile(url)) return null;
  const known = visitOf(req, state.https);
  const holder = known ?? newSecret();
  const id = await keepTexts({ url, state }, texts, { holder, status: 401 });
  if (id === null) return null;
  if (known === null) state.requestInfo.newVisit = holder;
  return withTyped(url.pathname + url.search, id);
}

/** Path that shows a form sent from a page of another organisation; null when it could not be stored. */
export async function keepForOrganisation(
  { req, url, state }: Context<State>,
  texts: readonly TextField[],
): Promise<string | null> {
  const holder = sessionToCome(req, state.requestInfo);
  const id = holder && await keepTexts({ url, state }, texts, { holder, status: 409 });
  return id ? withTyped(url.pathname + url.search, id) : null;
}

/** A form to be sent again, its passwords apart. */
export function typedForm(
  texts: readonly TextField[],
  { url, status }: { readonly url: URL; readonly status: number },
): RefusedPage {
  const pairs = texts.flatMap(([name, value]) => {
    if (!isPasswordField(name)) return [[name, value]];
    return value === "" ? [] : [[LOST_PASSWORD, name]];
  });
  const body = new TextEncoder().encode(String(new URLSearchParams(pairs)));
  return {
    status,
    headers: [["content-type", FORM_TYPE], [SENT_TO, url.pathname + url.search]],
    bytes: new Uint8Array(gzipSync(body)),
  };
}

/** Path of the last form that the browser sent after its session ended, for this user; null for none. */
export async function pendingPage(
  { req, state: { https, platform } }: Pick<Context<State>, "req" | "state">,
  mark: string | undefined,
): Promise<string | null> {
  const holder = visitOf(req, https);
  if (holder === null || mark === undefined) return null;
  const { store, now } = platform.options;
  const isTheirs = (kept: RefusedPage) => isPendingForm(kept) && bodyFor(kept, mark) !== null;
  const found = await new RejectedFormStore(store, now).latest(holder, isTheirs);
  const sentTo = found && new Headers(found.page.headers).get(SENT_TO);
  return found && sentTo && withTyped(sentTo, found.id);
}

/** Path of a form's page with its stored values, or the notice that they expired. */
function withTyped(path: string, id: string): string {
  const [pathname = "", search] = path.split("?");
  const query = new URLSearchParams(search);
  query.set(TYPED_PARAMETER, id);
  return withQuery(pathname, query.toString());
}

/** Whether a stored entry is a form, not a page. */
export function isPendingForm({ headers }: RefusedPage): boolean {
  return new Headers(headers).get("content-type") === FORM_TYPE;
}

/** The request of a stored form; null for another user than that of its page. */
export function formAgain(
  kept: RefusedPage,
  ownMark: string,
  { request, url }: { request: Request; url: URL },
): Request | null {
  const body = bodyFor(kept, ownMark);
  if (body === null) return null;
  const headers = new Headers(request.headers);
  headers.set("content-type", FORM_TYPE);
  headers.set("sec-fetch-site", "same-origin");
  headers.set("origin", url.origin);
  return new Request(url, { method: "POST", headers, body });
}

function bodyFor({ bytes }: RefusedPage, ownMark: string): string | null {
  const body = new TextDecoder().decode(gunzipSync(bytes));
  const mark = markAmong(new URLSearchParams(body).keys());
  return mark === null || foreignMark(mark, ownMark) !== null ? null : body;
}

/** Maximum length of a return path: no page has a longer one. */
const BACK_MAX_LENGTH = 1_000;

/**
 * Requires a signed-in user; redirects others to the sign-in page with a return path. That page says whether a form they
 * sent was stored.
 *
 * @spec accounts.sign-in-page, forms.expired-session
 */
export async function signedIn(ctx: Context<State>): Promise<Response> {
  if (ctx.state.caller.kind === "account") return await ctx.next();
  const { loginPath } = ctx.state.config;
  const back = `${ctx.url.pathname}${ctx.url.search}`;
  // No form data is lost.
  if (isRead(ctx.req)) return ctx.redirect(links.login(loginPath, { back }), 303);
  const kept = await keepForm(ctx);
  const refused = kept === null ? "session" : "session-kept";
  const login = links.login(loginPath, { back: withTyped(back, kept?.id ?? "none"), refused });
  const response = ctx.redirect(login, 303);
  if (kept !== null) response.headers.append("set-cookie", kept.cookie);
  return response;
}

/**
 * The return path after signing in, within this site.
 *
 * @param text the `back` parameter
 * @param fallback used when it is missing or leads to another site
 */
export function backPath(text: string | null, fallback: string): string {
  if (text === null || text.length > BACK_MAX_LENGTH) return fallback;
  // A browser reads "//host", "/\host" and "/<tab>/host" as another site.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes("\\")) return fallback;
  const url = URL.parse(text, SITE);
  // "/..//host" is parsed as "//host".
  if (url === null || url.origin !== SITE || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}`;
}

const SITE = "http://this.site";
