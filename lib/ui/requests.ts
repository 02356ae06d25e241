/** Requests of islands, with their retries and errors. @module */

import { markOfDocument, PAGE_HEADER } from "./form_token_field.ts";
import { type Waiting, waiting as sharedWaiting } from "./waiting.ts";

/** Code of a refusal whose answer has none: a proxy, or a page of error, answered. */
export function codeOfStatus(status: number): "not-signed-in" | "forbidden" | "unknown-error" {
  if (status === 401) return "not-signed-in";
  return status === 403 ? "forbidden" : "unknown-error";
}

/** The four failures of a request without a readable response. @spec calls.requests */
type RequestFailure = "ajax error" | "ajax timeout" | "url is required" | "invalid url";

interface RequestFacts {
  /** HTTP status; 0 without a response. */
  status: number;
  response: Response | null;
  request: Request | null;
  cause?: unknown;
}

/** A failed request: message, status, response and request. @spec calls.errors */
export class RequestError extends Error {
  override name = "RequestError";
  readonly status: number;
  readonly response: Response | null;
  readonly request: Request | null;

  constructor(message: RequestFailure, facts: RequestFacts) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.response = facts.response;
    this.request = facts.request;
  }
}

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
  outgoing: RequestToMake,
  options: RequestOptions = {},
): Promise<Response> {
  const waiting = options.waiting ?? sharedWaiting;
  const url = absoluteUrl(outgoing.url, options.base);
  for (;;) {
    await waiting.over(options.signal);
    const response = await answerInTime(built(outgoing, url), options);
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

function built(outgoing: RequestToMake, url: string): Request {
  const headers = new Headers({ accept: "application/json", ...pageHeader(), ...outgoing.headers });
  const init: RequestInit = { method: outgoing.method, headers };
  if (outgoing.body !== undefined) {
    init.body = bodyOf(outgoing.body);
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

async function answerInTime(outgoing: Request, options: RequestOptions): Promise<Response> {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const ask = options.fetch ?? fetch;
  let response: Response;
  try {
    response = await ask(new Request(outgoing, { signal }));
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    const message = deadline.aborted ? "ajax timeout" : "ajax error";
    throw new RequestError(message, { status: 0, response: null, request: outgoing, cause });
  }
  if (response.status >= 400 && response.status !== 429) {
    throw new RequestError("ajax error", { status: response.status, response, request: outgoing });
  }
  return response;
}

/**
 * Fetches data of the current page, as JSON, from an address that it names. Browser only.
 *
 * The address is of this same program, which answers the type of its data.
 *
 * @throws {RequestError} as `request()`; Error when the user signed out meanwhile
 */
export async function pageData<Data>(address: string, options: RequestOptions = {}): Promise<Data> {
  const response = await request({ method: "GET", url: address }, options);
  if (response.redirected) throw new Error("The session has ended");
  return await response.json();
}
