/**
 * A form that was refused is shown by a page of its own address, so that the browser's way back never asks to send the
 * form once more: the page is kept for the browser that sent it, and the form's answer leads there.
 *
 * @module
 */
import { gunzipSync } from "node:zlib";
import { type RefusedPage, RefusedPages } from "../backend/accounts/refused_pages.ts";
import { newSecret } from "../backend/accounts/secrets.ts";
import type { Platform } from "../backend/choose.ts";
import { storeFaultCode } from "../backend/kv/store_fault.ts";
import { TYPED_PARAMETER } from "../links/links.ts";
import { acceptedEncoding } from "./compression.ts";
import { cookieOf, sessionCookieName, setCookie } from "./cookies.ts";
import { HSTS, nonceOf } from "./headers.ts";
import { bytesOf, keptPage } from "./kept_page.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Name of the cookie of a browser in which nobody is signed in; it is gone when the browser closes. */
function visitCookieName(https: boolean): string {
  return https ? "__Host-visit" : "visit";
}

/** The answer to a form, and what is known of the form. */
interface Answered {
  readonly request: Request;
  readonly url: URL;
  readonly facts: RequestFacts;
  /** Writes the content policy that allows sources besides the site's own. */
  policy(sources: readonly string[]): string;
}

/** The refused forms of all browsers. */
export class RefusedForms {
  readonly #pages: RefusedPages;

  constructor({ options: { store, now } }: Platform) {
    this.#pages = new RefusedPages(store, now);
  }

  /** The page of the refused form that an address names; null when it names none, or it is gone. */
  async find(request: Request, url: URL, facts: RequestFacts): Promise<Response | null> {
    const id = request.method === "GET" ? url.searchParams.get(TYPED_PARAMETER) : null;
    if (id === null) return null;
    const holder = holderOf(request, facts);
    const page = holder &&
      await unlessTheStoreFails(this.#pages.find(holder, url.pathname, id));
    facts.typedIsGone = !page;
    return page ? shown(page, request, facts) : null;
  }

  /** Where the answer to a form leads, instead of being shown; the answer itself for everything else. */
  async led(answer: Response, sent: Answered): Promise<Response> {
    const { request, url, facts } = sent;
    if (!facts.isForm) return answer;
    const known = holderOf(request, facts);
    if (answer.status === 303 && known !== null) {
      await unlessTheStoreFails(this.#pages.forget(known, url.pathname));
    }
    if (!isRefusedPage(answer)) return answer;
    const holder = known ?? newSecret();
    const html = await answer.text();
    const page = refusedPage(html, answer, sent);
    const id = await unlessTheStoreFails(this.#pages.keep(holder, url.pathname, page));
    if (id === null) return new Response(html, answer);
    return leading(url, id, { answer, cookie: known === null ? visitCookie(holder, facts) : null });
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

/** Whoever waits is told by the answer itself how long, and may send the form again. */
function isRefusedPage({ status, headers }: Response): boolean {
  return status >= 400 && status < 500 && status !== 429 &&
    (headers.get("content-type")?.startsWith("text/html") ?? false);
}

function holderOf(request: Request, { https }: RequestFacts): string | null {
  return cookieOf(request, sessionCookieName(https)) || cookieOf(request, visitCookieName(https)) ||
    null;
}

function visitCookie(value: string, { https }: RequestFacts): string {
  return setCookie({ name: visitCookieName(https), value, httpOnly: true, secure: https });
}

function refusedPage(html: string, { status, headers }: Response, sent: Answered): RefusedPage {
  const page = keptPage(html, nonceOf(headers.get("content-security-policy")), sent.policy);
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
  const query = new URLSearchParams(url.searchParams);
  query.set(TYPED_PARAMETER, id);
  const headers = new Headers({ location: `${url.pathname}?${query}` });
  for (const one of answer.headers.getSetCookie()) headers.append("set-cookie", one);
  if (cookie !== null) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

function shown(page: RefusedPage, request: Request, facts: RequestFacts): Response {
  const headers = new Headers(page.headers);
  headers.set("x-request-id", facts.requestId);
  if (facts.https) headers.set("strict-transport-security", HSTS);
  const encoding = acceptedEncoding(request.headers.get("accept-encoding"));
  if (encoding !== null) headers.set("content-encoding", encoding);
  const bytes = encoding === null ? new Uint8Array(gunzipSync(page.bytes)) : page.bytes;
  return new Response(bytes, { status: page.status, headers });
}
