/**
 * Stores the page that answers a form, and redirects to it.
 *
 * When a form is answered with a page, the page is stored for the browser that sent the form, and the answer redirects
 * to it. So Back never makes the browser ask whether to send the form again.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { newSecret } from "@/lib/base/secrets.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { markAmong } from "@/lib/ui/form_token_field.ts";
import { links, TYPED_PARAMETER, UNREAD_PARAMETER } from "@/lib/ui/links.ts";
import { acceptedEncoding } from "./compression.ts";
import {
  PROVIDER_COOKIE,
  SESSION_COOKIE,
  sessionToCome,
  VISIT_COOKIE,
  visitOf,
  withNewVisit,
  withRenewedSession,
} from "./cookies.ts";
import { isPage, tellWait } from "./errors.ts";
import { IdempotencyStore, type RefusedPage, RejectedFormStore } from "./form_store.ts";
import { answeredBefore, peekedForm, settleSent } from "./form_submission.ts";
import { markOf } from "./form_token.ts";
import { FIXED_HEADERS, HSTS, NEVER_KEPT, nonceOf } from "./headers.ts";
import { isFromThisSite, type RequestInfo } from "./request_info.ts";
import { formAgain, isPendingForm, typedForm } from "./session_guard.ts";
import type { App } from "./state.ts";
import { errorPage } from "./text.ts";

/**
 * The page that answers a form, as it is stored.
 *
 * @param policy writes the content security policy with these additional sources
 */
function refusedPage(
  html: string,
  { status, headers }: Response,
  policy: (sources: readonly string[]) => string,
): RefusedPage {
  const nonce = nonceOf(headers.get("content-security-policy"));
  const pieces = nonce === null ? [html] : html.split(` nonce="${nonce}"`);
  const hashes = inlineTexts(pieces).map((text) => `'sha256-${sha256(text)}'`);
  const own = new Headers();
  for (const [name, value] of FIXED_HEADERS) own.set(name, value);
  own.set("cache-control", NEVER_KEPT);
  own.set("content-type", "text/html; charset=utf-8");
  own.set("content-security-policy", policy(hashes));
  own.set("vary", "accept-encoding");
  const referrer = headers.get("referrer-policy");
  if (referrer !== null) own.set("referrer-policy", referrer);
  return { status, headers: [...own], bytes: new Uint8Array(gzipSync(pieces.join(""))) };
}

/** Content of each element that had the nonce, which must not be used twice. @param pieces the page, split at the nonce */
function inlineTexts(pieces: readonly string[]): string[] {
  return pieces.slice(1).map((after, index) => {
    const before = pieces[index] ?? "";
    const [name] = before.slice(before.lastIndexOf("<") + 1).split(" ", 1);
    return after.slice(after.indexOf(">") + 1, after.indexOf(`</${name}>`));
  });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** A stored page as an answer to its reader. */
function answerWith(page: RefusedPage, request: Request, facts: RequestInfo): Response {
  const headers = new Headers(page.headers);
  headers.set("x-request-id", facts.requestId);
  if (facts.https) headers.set("strict-transport-security", HSTS);
  const encoding = acceptedEncoding(request.headers.get("accept-encoding"));
  if (encoding !== null) headers.set("content-encoding", encoding);
  const bytes = encoding === null ? new Uint8Array(gunzipSync(page.bytes)) : page.bytes;
  const answer = new Response(bytes, { status: page.status, headers });
  tellWait(answer, request, facts.wait);
  return answer;
}

interface Answered {
  readonly request: Request;
  readonly url: URL;
  readonly facts: RequestInfo;
  /** Writes the content security policy with these additional sources. */
  policy(sources: readonly string[]): string;
}

/** Stores the pages that answer forms, for all browsers. */
export class RefusedForms {
  readonly #pages: RejectedFormStore;
  readonly sent: IdempotencyStore;
  readonly #platform: App;

  constructor(platform: App) {
    this.#platform = platform;
    const { store, now } = platform.options;
    this.#pages = new RejectedFormStore(store, now);
    this.sent = new IdempotencyStore(store, now);
  }

  /** The stored page that the URL names; null when there is none, or it has expired. */
  async find(request: Request, url: URL, facts: RequestInfo): Promise<Response | null> {
    const id = request.method === "GET" ? url.searchParams.get(TYPED_PARAMETER) : null;
    if (id === null) return null;
    for (const holder of holdersOf(request, facts)) {
      const page = await ignoreStoreFailure(this.#pages.find({ holder, path: url.pathname }, id));
      if (page === null) continue;
      if (!isPendingForm(page)) return answerWith(page, request, facts);
      facts.rehearsed = await this.#again(page, request, { url, facts });
      facts.waitedFor = WAITED_FOR[page.status] ?? "session-ended";
    }
    facts.typedIsGone = facts.rehearsed === undefined;
    return null;
  }

  /** A form stored until its user signed in again. */
  async #again(
    kept: RefusedPage,
    request: Request,
    { url, facts: { https } }: { url: URL; facts: RequestInfo },
  ): Promise<Request | undefined> {
    const mark = await this.#markOf(request, { url, https });
    if (mark === undefined) return undefined;
    return formAgain(kept, mark, { request, url: without(url) }) ?? undefined;
  }

  /** The mark of the pages that the user sees at this URL. */
  async #markOf(request: Request, { url, https }: { url: URL; https: boolean }) {
    const { identities } = this.#platform;
    const isPortal = `${url.pathname}/`.startsWith(`${links.providerDocuments()}/`);
    const session = (isPortal ? PROVIDER_COOKIE : SESSION_COOKIE).in(request, https);
    if (!session) return undefined;
    return markOf(await identities[isPortal ? "byProviderSession" : "bySession"](session));
  }

  /** The answer to a form: a redirect to the stored page when it was answered with a page; other answers unchanged. */
  async formAnswer(answer: Response, sent: Answered): Promise<Response> {
    const { facts } = sent;
    if (facts.answeredBefore) return facts.answeredBefore;
    if (facts.rehearsed && !isPage(answer)) return redirected(sent.url);
    if (!facts.isForm) return isUnread(answer, sent) ? await this.#unread(answer, sent) : answer;
    const isTaken = answer.status < 400;
    const holders = holdersOf(sent.request, facts);
    if (isTaken && !facts.rehearsed) {
      for (const holder of holders) {
        await ignoreStoreFailure(this.#pages.forget({ holder, path: sent.url.pathname }));
      }
    }
    // A page stored under the current session would not be found by the session that replaces it.
    const holder = sessionToCome(sent.request, facts) ?? holders[0] ?? facts.newVisit ?? null;
    // Includes the cookie of the renewed session, so that a repeated submission gets it too.
    const answered = withRenewedSession(await this.#pageOrRedirect(answer, sent, holder), facts);
    const toSend = withNewVisit(answered, facts);
    // A form that may have been saved is not stored: its page must be read again first.
    if (facts.refusal !== "maybe-saved") {
      await ignoreStoreFailure(settleSent(this.sent, facts.sentForm, isTaken ? toSend : null));
    }
    return toSend;
  }

  async #pageOrRedirect(answer: Response, sent: Answered, known: string | null): Promise<Response> {
    if (isOwnPage(answer, sent.facts)) return await this.#storedPage(answer, sent, known);
    return answer.status === 503 && isOfBrowser(answer, sent)
      ? unreadFormPage(answer, sent)
      : answer;
  }

  /** Answer to a form that was refused unread: the earlier answer to it, or its page with the reason. */
  async #unread(answer: Response, sent: Answered): Promise<Response> {
    const { request, url } = sent;
    const form = isWhole(request) ? await peekedForm(request) : null;
    const before = form && await ignoreStoreFailure(answeredBefore(this.sent, url, form));
    return before ?? await this.#typedAgain(answer, sent) ?? await unreadFormPage(answer, sent);
  }

  /** The page of a form whose files could not be taken, with what was typed beside them. @spec forms.busy */
  async #typedAgain(answer: Response, sent: Answered): Promise<Response | null> {
    const { request, url, facts } = sent;
    const isOfPage = facts.typed && markAmong(facts.typed.map(([name]) => name)) !== null;
    if (!facts.typed || !isOfPage) return null;
    const form = typedForm(facts.typed, { url, status: answer.status });
    const known = sessionToCome(request, facts) ?? holdersOf(request, facts)[0] ?? null;
    return await this.#redirectToStored(form, answer, { sent, known });
  }

  async #storedPage(answer: Response, sent: Answered, known: string | null): Promise<Response> {
    const html = await answer.text();
    const page = refusedPage(html, answer, sent.policy);
    return await this.#redirectToStored(page, answer, { sent, known }) ??
      new Response(html, answer);
  }

  /** Stores the page of a form and redirects to it; null when it cannot be stored. */
  async #redirectToStored(
    page: RefusedPage,
    answer: Response,
    { sent: { url, facts }, known }: { readonly sent: Answered; readonly known: string | null },
  ): Promise<Response | null> {
    const holder = known ?? newSecret();
    // Without an id the answer is shown as it is.
    const id = await ignoreStoreFailure(this.#pages.keep({ holder, path: url.pathname }, page));
    const cookie = known === null ? VISIT_COOKIE.set(facts.https, holder) : null;
    return id === null ? null : redirectToStored(url, id, { answer, cookie });
  }
}

/** Whether to store the page of an answer: not while the store fails, nor when rate-limited. @spec forms.busy */
function isOwnPage(answer: Response, { refusal }: RequestInfo): boolean {
  const isOfStore = answer.status === 503 && refusal !== undefined && STORE_FAULTS.has(refusal);
  return !isOfStore && answer.status !== 429 && isPage(answer);
}

/** Error codes of a store that cannot be written now. */
const STORE_FAULTS: ReadonlySet<ErrorCode> = new Set([
  "store-unavailable",
  "store-unreachable",
  "maybe-saved",
]);

/** Why a form waited, by the status of its answer. */
const WAITED_FOR: Readonly<Record<number, RequestInfo["waitedFor"]>> = {
  401: "session-ended",
  409: "not-saved-yet",
  503: "overloaded",
};

/** Secrets under which pages may be stored for a browser: its session's and its own. */
function holdersOf(request: Request, { https }: RequestInfo): string[] {
  const session = SESSION_COOKIE.in(request, https);
  return [session, visitOf(request, https)].flatMap((secret) => secret ? [secret] : []);
}

function redirectToStored(
  url: URL,
  id: string,
  { answer, cookie }: { answer: Response; cookie: string | null },
): Response {
  const redirect = redirected(url, TYPED_PARAMETER, id);
  for (const one of answer.headers.getSetCookie()) redirect.headers.append("set-cookie", one);
  if (cookie !== null) redirect.headers.append("set-cookie", cookie);
  return redirect;
}

/** Redirects to the page of a URL, with a parameter that names the form to show. */
function redirected(url: URL, name?: string, value = ""): Response {
  const page = without(url);
  if (name !== undefined) page.searchParams.set(name, value);
  return new Response(null, { status: 303, headers: { location: page.pathname + page.search } });
}

/** The URL of a page without the parameters of forms. */
function without(url: URL): URL {
  const page = new URL(url);
  for (const parameter of [TYPED_PARAMETER, UNREAD_PARAMETER]) page.searchParams.delete(parameter);
  return page;
}

/** Whether a form was refused before it was read. An internal error keeps its own page, with its reference. */
function isUnread(answer: Response, sent: Answered): boolean {
  return sent.request.method === "POST" && answer.status >= 400 && answer.status !== 500 &&
    isOfBrowser(answer, sent);
}

/** Whether a browser sent the form from a page of this site and will show the answer. */
function isOfBrowser(answer: Response, { request, url }: Answered): boolean {
  const takesPages = request.headers.get("accept")?.includes("text/html") ?? false;
  return isPage(answer) && takesPages && !url.pathname.startsWith("/api/") &&
    isFromThisSite(request, url);
}

/** Redirects to the page of a form that was not read, or not executed because the store failed, with the reason. */
async function unreadFormPage(answer: Response, { url, facts }: Answered): Promise<Response> {
  await answer.body?.cancel();
  const redirect = redirected(
    url,
    UNREAD_PARAMETER,
    facts.refusal ?? errorPage(answer.status).code,
  );
  // Without a fragment, the browser would keep the form's and scroll past the message.
  redirect.headers.set("location", `${redirect.headers.get("location")}#${UNREAD_PARAMETER}`);
  return redirect;
}

/** Whether the body can still be read: an unread one of unknown length has been cancelled. */
function isWhole(request: Request): boolean {
  return !request.bodyUsed && request.headers.has("content-length");
}
