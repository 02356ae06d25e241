import { markOfDocument, PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";
import { RequestError } from "./request_error.ts";
import { type Waiting, waiting as sharedWaiting } from "./waiting.ts";

/** After how long without an answer a request ends in 'ajax timeout'. */
const TIMEOUT_MS = 30_000;

/** One request, as F §7 "Generic requests" describes them. @spec calls.requests */
export interface RequestToMake {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  /** Sent as it is; an object that is no `BodyInit` is sent as JSON. */
  body?: unknown;
}

/** What a request needs; a page gives nothing, tests and servers give theirs. */
export interface RequestOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
  fetch?: (request: Request) => Promise<Response>;
  waiting?: Waiting;
  /** What a relative URL is relative to; the page's own address when omitted. */
  base?: string;
}

/**
 * Asks, waits and asks again on 429, and gives the answer.
 *
 * @spec calls.waiting
 * @throws {RequestError} 'url is required', 'invalid url', 'ajax timeout', 'ajax error'
 */
export async function request(
  asked: RequestToMake,
  options: RequestOptions = {},
): Promise<Response> {
  const waiting = options.waiting ?? sharedWaiting;
  const url = absoluteUrl(asked.url, options.base);
  for (;;) {
    await waiting.over(options.signal);
    const response = await answerInTime(built(asked, url), options);
    if (response.status !== 429) return response;
    await response.body?.cancel();
    waiting.hold(response);
  }
}

function absoluteUrl(url: string, base: string | undefined): string {
  if (url === "") throw failure("url is required");
  const from = base ?? globalThis.location?.href;
  const parsed = URL.parse(url, from);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw failure("invalid url");
  return parsed.href;
}

function failure(message: "url is required" | "invalid url"): RequestError {
  return new RequestError(message, { status: 0, response: null, request: null });
}

function built(asked: RequestToMake, url: string): Request {
  const headers = new Headers({ accept: "application/json", ...pageHeader(), ...asked.headers });
  const init: RequestInit = { method: asked.method, headers };
  if (asked.body !== undefined) {
    init.body = bodyOf(asked.body);
    if (typeof init.body === "string" && !headers.has("content-type")) {
      headers.set("content-type", "application/json");
    }
  }
  return new Request(url, init);
}

/** Whose page asks: another account may have signed in meanwhile, in another tab. */
function pageHeader(): Record<string, string> {
  const mark = typeof document === "undefined" ? null : markOfDocument(document);
  return mark === null ? {} : { [PAGE_HEADER]: mark };
}

function bodyOf(body: unknown): BodyInit {
  const isSentAsIs = typeof body === "string" || body instanceof Blob ||
    body instanceof FormData || body instanceof URLSearchParams || body instanceof ArrayBuffer;
  if (isSentAsIs) return body;
  if (body instanceof Uint8Array) return new Blob([body.slice()]);
  return JSON.stringify(body);
}

async function answerInTime(asked: Request, options: RequestOptions): Promise<Response> {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const ask = options.fetch ?? fetch;
  let response: Response;
  try {
    response = await ask(new Request(asked, { signal }));
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    const message = deadline.aborted ? "ajax timeout" : "ajax error";
    throw new RequestError(message, { status: 0, response: null, request: asked, cause });
  }
  if (response.status >= 400 && response.status !== 429) {
    throw new RequestError("ajax error", { status: response.status, response, request: asked });
  }
  return response;
}
