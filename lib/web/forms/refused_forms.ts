/**
 * A form that is answered by a page, refused or not, is shown by a page of its own address, so that the browser's way
 * back never asks to send the form once more: the page is kept for the browser that sent it, and the form's answer leads
 * there.
 *
 * @module
 */
import { gunzipSync } from "node:zlib";
import { type RefusedPage, RefusedPages } from "@/lib/backend/accounts/refused_pages.ts";
import { newSecret } from "@/lib/backend/accounts/secrets.ts";
import { SentForms } from "@/lib/backend/accounts/sent_forms.ts";
import type { Platform } from "@/lib/backend/choose.ts";
import { isFromThisSite } from "@/lib/backend/http.ts";
import { storeFaultCode } from "@/lib/backend/kv/store_fault.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import { links, TYPED_PARAMETER, UNREAD_PARAMETER } from "@/lib/links/links.ts";
import { errorPage } from "@/lib/text/error_pages.ts";
import { isPage } from "@/lib/web/answered.ts";
import { acceptedEncoding } from "@/lib/web/front/compression.ts";
import { HSTS, nonceOf } from "@/lib/web/front/headers.ts";
import { bytesOf, cachedPage } from "@/lib/web/front/cached_page.ts";
import type { RequestFacts } from "@/lib/web/front/request_facts.ts";
import { markOf } from "@/lib/web/front/page_mark.ts";
import { tellWait } from "@/lib/web/front/request_limit.ts";
import {
  cookieOf,
  providerCookieName,
  sessionCookieName,
  sessionToCome,
  visitCookie,
  visitOf,
  withRenewedSession,
} from "@/lib/web/session/cookies.ts";
import { formAgain, isPendingForm } from "@/lib/web/session/ended_session.ts";
import { answeredBefore, settleSent } from "./sent_once.ts";
import { peekedForm } from "./submit.ts";

interface Answered {
  readonly request: Request;
  readonly url: URL;
  readonly facts: RequestFacts;
  /** Writes the content policy that allows sources besides the site's own. */
  policy(sources: readonly string[]): string;
}

/** The forms of all browsers that a page answers. */
export class RefusedForms {
  readonly #pages: RefusedPages;
  readonly sent: SentForms;
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
    const { store, now } = platform.options;
    this.#pages = new RefusedPages(store, now);
    this.sent = new SentForms(store, now);
  }

  /** The page of the refused form that an address names; null when it names none, or it is gone. */
  async find(request: Request, url: URL, facts: RequestFacts): Promise<Response | null> {
    const id = request.method === "GET" ? url.searchParams.get(TYPED_PARAMETER) : null;
    if (id === null) return null;
    for (const holder of holdersOf(request, facts)) {
      const page = await unlessTheStoreFails(this.#pages.find(holder, url.pathname, id));
      if (page === null) continue;
      if (!isPendingForm(page)) return answerWith(page, request, facts);
      facts.rehearsed = await this.#again(page, request, { url, facts });
      facts.waitedFor = page.status === 409 ? "not-saved-yet" : "session-ended";
    }
    facts.typedIsGone = facts.rehearsed === undefined;
    return null;
  }

  /** A form that waited for its user. */
  async #again(
    kept: RefusedPage,
    request: Request,
    { url, facts: { https } }: { url: URL; facts: RequestFacts },
  ): Promise<Request | undefined> {
    const mark = await this.#markOf(request, { url, https });
    if (mark === undefined) return undefined;
    return formAgain(kept, mark, { request, url: without(url) }) ?? undefined;
  }

  /** The mark of the pages that a user may see at an address. */
  async #markOf(request: Request, { url, https }: { url: URL; https: boolean }) {
    const { identities } = this.#platform;
    const isPortal = `${url.pathname}/`.startsWith(`${links.providerDocuments()}/`);
    const name = isPortal ? providerCookieName(https) : sessionCookieName(https);
    const session = cookieOf(request, name);
    if (!session) return undefined;
    return markOf(await identities[isPortal ? "byProviderSession" : "bySession"](session));
  }

  /** Where the answer to a form leads, instead of being shown; the answer itself for everything else. */
  async led(answer: Response, sent: Answered): Promise<Response> {
    const { facts } = sent;
    if (facts.answeredBefore) return facts.answeredBefore;
    if (facts.rehearsed && !isPage(answer)) return redirected(sent.url);
    if (!facts.isForm) return isUnread(answer, sent) ? await this.#unread(answer, sent) : answer;
    const isTaken = answer.status < 400;
    const holders = holdersOf(sent.request, facts);
    if (isTaken && !facts.rehearsed) {
      for (const holder of holders) {
        await unlessTheStoreFails(this.#pages.forget(holder, sent.url.pathname));
      }
    }
    // What is kept under the session that the browser came with is not found by the one it is given.
    const holder = sessionToCome(sent.request, facts) ?? holders[0] ?? null;
    // With the cookie that the front would add: the same form sent again is answered with it too.
    const led = withRenewedSession(await this.#ledFrom(answer, sent, holder), facts);
    // What may have been saved is not done once more: its page is to be read again first.
    if (facts.refusal !== "maybe-saved") {
      await unlessTheStoreFails(settleSent(this.sent, facts.sentForm, isTaken ? led : null));
    }
    return led;
  }

  async #ledFrom(answer: Response, sent: Answered, known: string | null): Promise<Response> {
    if (isOwnPage(answer, sent.facts)) return await this.#kept(answer, sent, known);
    return answer.status === 503 && isOfBrowser(answer, sent) ? saidUnread(answer, sent) : answer;
  }

  /** Where a form leads that was refused unread: what it was answered before, or its page, which says why. */
  async #unread(answer: Response, sent: Answered): Promise<Response> {
    const { request, url } = sent;
    const form = isWhole(request) ? await peekedForm(request) : null;
    const before = form && await unlessTheStoreFails(answeredBefore(this.sent, url, form));
    return before ?? await saidUnread(answer, sent);
  }

  async #kept(answer: Response, sent: Answered, known: string | null): Promise<Response> {
    const { url, facts } = sent;
    const holder = known ?? newSecret();
    const html = await answer.text();
    const page = refusedPage(html, answer, sent);
    const id = await unlessTheStoreFails(this.#pages.keep(holder, url.pathname, page));
    if (id === null) return new Response(html, answer);
    return leading(url, id, {
      answer,
      cookie: known === null ? visitCookie(holder, facts.https) : null,
    });
  }
}

/** A page of a form is a convenience: without the store, the answer to the form is shown as it is. */
async function unlessTheStoreFails<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (fault) {
    if (storeFaultCode(fault) === null) throw fault;
    return null;
  }
}

/** A page to keep: not while the store fails, nor for each form of a flood. @spec forms.busy */
function isOwnPage(answer: Response, { refusal }: RequestFacts): boolean {
  const isOfStore = answer.status === 503 && refusal !== undefined && STORE_FAULTS.has(refusal);
  return !isOfStore && answer.status !== 429 && isPage(answer);
}

/** Codes of a store that takes nothing for now: the others are answered while it works. */
const STORE_FAULTS: ReadonlySet<ErrorCode> = new Set([
  "store-unavailable",
  "store-unreachable",
  "maybe-saved",
]);

/** The secrets by which pages may be kept for a browser: that of its session, and its own. */
function holdersOf(request: Request, { https }: RequestFacts): string[] {
  const session = cookieOf(request, sessionCookieName(https));
  return [session, visitOf(request, https)].flatMap((secret) => secret ? [secret] : []);
}

function refusedPage(html: string, { status, headers }: Response, sent: Answered): RefusedPage {
  const page = cachedPage(html, nonceOf(headers.get("content-security-policy")), sent.policy);
  const own = new Headers(page.headers.filter(([name]) => name !== "etag"));
  const referrer = headers.get("referrer-policy");
  if (referrer !== null) own.set("referrer-policy", referrer);
  return { status, headers: [...own], bytes: bytesOf(page, "gzip") };
}

function leading(
  url: URL,
  id: string,
  { answer, cookie }: { answer: Response; cookie: string | null },
): Response {
  const led = redirected(url, TYPED_PARAMETER, id);
  for (const one of answer.headers.getSetCookie()) led.headers.append("set-cookie", one);
  if (cookie !== null) led.headers.append("set-cookie", cookie);
  return led;
}

/** The page of an address, with what it shows of a form beside what it shows by itself. */
function redirected(url: URL, name?: string, value = ""): Response {
  const page = without(url);
  if (name !== undefined) page.searchParams.set(name, value);
  return new Response(null, { status: 303, headers: { location: page.pathname + page.search } });
}

/** The address of a page without what it shows of a form. */
function without(url: URL): URL {
  const page = new URL(url);
  for (const parameter of [TYPED_PARAMETER, UNREAD_PARAMETER]) page.searchParams.delete(parameter);
  return page;
}

/** A form refused before anything read it. A fault of ours shows the reference to quote. */
function isUnread(answer: Response, sent: Answered): boolean {
  return sent.request.method === "POST" && answer.status >= 400 && answer.status !== 500 &&
    isOfBrowser(answer, sent);
}

/** Whether a browser sent it from a page of this site, and shows the answer. */
function isOfBrowser(answer: Response, { request, url }: Answered): boolean {
  const takesPages = request.headers.get("accept")?.includes("text/html") ?? false;
  return isPage(answer) && takesPages && !url.pathname.startsWith("/api/") &&
    isFromThisSite(request, url);
}

/** The page of a form that was not read, or not done for want of the store: it says why, and nothing is stored. */
async function saidUnread(answer: Response, { url, facts }: Answered): Promise<Response> {
  await answer.body?.cancel();
  const led = redirected(url, UNREAD_PARAMETER, facts.refusal ?? errorPage(answer.status).code);
  // Without an anchor of its own, the browser would go to that of the form, below what is said.
  led.headers.set("location", `${led.headers.get("location")}#${UNREAD_PARAMETER}`);
  return led;
}

/** Whether a body may still be read: one of unknown length was given to who watches it. */
function isWhole(request: Request): boolean {
  return !request.bodyUsed && request.headers.has("content-length");
}

function answerWith(page: RefusedPage, request: Request, facts: RequestFacts): Response {
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
