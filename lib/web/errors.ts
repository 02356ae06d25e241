/** Refusals of pages and programs: statuses, codes, error pages and waits. @module */

import { type Context, HttpError } from "fresh";
import { REFRESH_S } from "@/lib/api/call.ts";
import { type ErrorCode, ERRORS, isErrorCode } from "@/lib/base/errors.ts";
import { storeFaultCode } from "@/lib/store/store_errors.ts";
import { isAmong, UnreadableValue } from "@/lib/store/unreadable_values.ts";
import { logFault } from "./access_log.ts";
import { epochMs } from "./process.ts";
import { isRead, type Wait } from "./request_info.ts";
import type { PageContext, State } from "./state.ts";
import { errorPage, lastResortPage } from "./text.ts";

/**
 * Headers of a 429 answer, in each of the forms that clients read: seconds left, and the instant.
 *
 * @param resetAt epoch ms
 * @param now epoch ms
 */
export function waitHeaders(resetAt: number, now: number): Record<string, string> {
  const left = String(Math.max(1, Math.ceil((resetAt - now) / 1_000)));
  return {
    "retry-after": left,
    "ratelimit-reset": left,
    "x-ratelimit-reset": String(Math.ceil(resetAt / 1_000)),
  };
}

/** The parts of a call's result that pages use. */
export type CallResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: ErrorCode };

/**
 * The answer of a call that the page requires.
 *
 * @throws HttpError with the refusal's status and code, which `_error.tsx` turns into a French page
 */
export function answerOrThrow<Answer>(result: CallResult<Answer>): Answer {
  if (result.ok) return result.answer;
  throw refusedAs(result.code);
}

/** The error with the status and the code of a refusal, which `_error.tsx` turns into a French page. */
export function refusedAs(code: ErrorCode): HttpError {
  return new HttpError(ERRORS[code].status, code);
}

/** HTTP status of an error that a page threw; 500 for an unexpected one. */
export function errorStatus(error: unknown): number {
  return error instanceof HttpError ? error.status : 500;
}

/** Code of an error that a page threw; null for an unexpected one. */
export function errorCode(error: unknown): ErrorCode | null {
  return error instanceof HttpError && isErrorCode(error.message) ? error.message : null;
}

/** Whether a response is a page, rather than a file or data. */
export function isPage({ headers }: Pick<Response, "headers">): boolean {
  return headers.get("content-type")?.startsWith("text/html") ?? false;
}

/** The title of the page of an error, and the code that it explains. */
export function errorPageOf(
  error: unknown,
  { portal, refusedTexts }: Pick<State, "portal" | "refusedTexts">,
): ReturnType<typeof errorPage> {
  const shown = { isRemoved: refusedTexts !== undefined, isPortal: portal === true };
  return errorPage(errorStatus(error), errorCode(error), shown);
}

/** An error answer: JSON for API callers, a small French page for browsers. */
export function refusal(code: ErrorCode, request: Request, requestId: string): Response {
  const { status, message } = ERRORS[code];
  const close = { connection: "close" };
  if (request.headers.get("accept")?.includes("text/html")) {
    const headers = { "content-type": "text/html; charset=utf-8", ...close };
    return new Response(lastResortPage(code, requestId), { status, headers });
  }
  return Response.json({ code, message }, { status, headers: close });
}

/** `Retry-After` while the store fails, s. */
const STORE_RETRY_S = 5;

const OF_PROGRAMS =
  /^\/(?:api|health|write|ping|query|input|chirpstack|things-stack|gateway)(?:\/|$)/;

/** Whether a path is one of calls, collectors or monitoring, which programs read. */
export function isOfPrograms({ pathname }: URL): boolean {
  return OF_PROGRAMS.test(pathname);
}

/**
 * Answers 503 where the store cannot be used. Programs are answered in JSON, also when another middleware refuses, such
 * as a write of another site's page; others get the error page.
 *
 * @spec calls.errors
 * @throws HttpError the refusal of a page; 503 with the code of the fault
 */
export function storeRefusals(): (ctx: Context<State>) => Promise<Response> {
  return async ({ state, req, url, next }) => {
    try {
      return await next();
    } catch (fault) {
      const code = storeFaultCode(fault, isRead(req));
      const refusal = code ?? errorCode(fault);
      if (refusal !== null) state.requestInfo.refusal = refusal;
      if (code !== null) logFault(state.requestId, fault);
      else if (!(fault instanceof HttpError) || !isOfPrograms(url)) throw fault;
      const shownCode = refusal ?? errorPage(errorStatus(fault)).code;
      const { status, message } = ERRORS[shownCode];
      if (isOfPrograms(url)) return Response.json({ code: shownCode, message }, { status });
      throw new HttpError(status, shownCode);
    }
  };
}

/** Information screens are unattended: their page must reload itself. */
const SCREEN = /^[^/]*\/\/[^/]+\/display\//;

/** Reload interval of the page of a short wait, s. */
const RELOAD_S = 3;
/** Default wait, ms. */
const UNNAMED_WAIT_MS = 1_000;

/** Adds `Retry-After` to every 429 and 503; a page that will be ready soon also reloads itself. */
export function tellWait(
  { status, headers }: Response,
  { method, url }: Request,
  wait: Wait | undefined,
): void {
  if (status === 429 || (status === 503 && wait !== undefined)) setWait(headers, wait);
  if (status >= 429 && SCREEN.test(url)) headers.set("refresh", String(REFRESH_S));
  if (status !== 503) return;
  if (!headers.has("retry-after")) headers.set("retry-after", String(STORE_RETRY_S));
  if (wait !== undefined && method === "GET") headers.set("refresh", String(RELOAD_S));
}

function setWait(headers: Headers, wait: Wait | undefined): void {
  const { resetAt, now } = wait ?? waitOf(headers, epochMs());
  for (const [name, value] of Object.entries(waitHeaders(resetAt, now))) {
    if (!headers.has(name)) headers.set(name, value);
  }
}

function waitOf(headers: Headers, now: number): Wait {
  const waitMs = Number(headers.get("retry-after")) * 1_000 || UNNAMED_WAIT_MS;
  return { resetAt: now + waitMs, now };
}

/**
 * For pages read without a stored value that does not fit its schema: what is not found may be that value, and is
 * answered as a fault; a file says in its name that it is not whole.
 *
 * @spec calls.unread
 */
export function unreadValues(): (ctx: PageContext) => Promise<Response> {
  return async ({ state: { requestInfo }, url, next }) => {
    try {
      const response = await next();
      return requestInfo.unread === undefined ? response : namedInPart(response);
    } catch (fault) {
      if (fault instanceof UnreadableValue) {
        (requestInfo.unread ??= new Set()).add(fault.key.join("/"));
      }
      const parts = [...url.pathname.split("/"), ...url.searchParams.values()];
      const isMissed = errorStatus(fault) === 404 && isAmong(requestInfo.unread ?? [], parts);
      throw isMissed ? refusedAs("unknown-error") : fault;
    }
  };
}

function namedInPart(response: Response): Response {
  const name = response.headers.get("content-disposition");
  if (name !== null) {
    const inPart = name.replaceAll(/(\.\w+)("|$)/g, "-incomplet$1$2");
    response.headers.set("content-disposition", inPart);
  }
  return response;
}
