import { markOfDocument, PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";
import { RequestError } from "./request_error.ts";
import { type Waiting, waiting as sharedWaiting } from "./waiting.ts";

/** Timeout of a request, which then fails with 'ajax timeout'. */
const TIMEOUT_MS = 30_000;

/** A request, as described in F §7 "Generic requests". @spec calls.requests */
export interface RequestToMake {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  /** Sent unchanged; an object that is not a `BodyInit` is sent as JSON. */
  body?: unknown;
}

/** Dependencies of a request; pages use the defaults, tests and servers pass their own. */
export interface RequestOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
  fetch?: (request: Request) => Promise<Response>;
  waiting?: Waiting;
  /** Base of relative URLs; the page's own URL when omitted. */
  base?: string;
}

/**
 * Sends a request, waits and retries on 429, and returns the response.
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

/** Identifies the page's user: another account may have signed in meanwhile, in another tab. */
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
