/** Requests of islands, with their waits after a refusal, retries and errors. @module */

import { markOfDocument, PAGE_HEADER } from "./form_token_field.ts";
import { PAGE_WAITS } from "./wait_notice.ts";

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
  const waiting = options.waiting ?? pageWaiting;
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

/** Added to the reset time of a 429 response before a retry (F §9). */
const MARGIN_MS = 1_000;
/** Wait, before the margin, when a 429 response has no reset time. */
const UNNAMED_RESET_MS = 10_000;
/** Seconds from which a number is an instant; below, it is a duration. */
const FIRST_INSTANT_SECONDS = 1_000_000_000;

/** The clock of a {@link Waiting}; tests pass their own. */
interface WaitingClock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

type Listener = (until: number | null) => void;

/**
 * Reset time of a 429 response, epoch ms, without the margin.
 *
 * `RateLimit-Reset` and `Retry-After` take precedence over `X-RateLimit-Reset`: a duration is not affected by a wrong
 * client clock.
 *
 * @spec calls.waiting "HTTP 429 triggers a wait until the reset time plus 1 second"
 * @param headers headers of the 429 response
 * @param now epoch ms
 */
export function resetTime(headers: Headers, now: number): number {
  for (const name of ["ratelimit-reset", "retry-after", "x-ratelimit-reset"]) {
    const at = instantOf(headers.get(name), now);
    if (at !== null) return Math.max(at, now);
  }
  return now + UNNAMED_RESET_MS;
}

function instantOf(value: string | null, now: number): number | null {
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds) && seconds >= 0) {
    return seconds >= FIRST_INSTANT_SECONDS ? seconds * 1_000 : now + seconds * 1_000;
  }
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date;
}

/**
 * The wait shared by all requests after a 429: none is sent before its end, and a page can show the remaining time.
 *
 * @spec calls.waiting
 */
export class Waiting {
  #until: number | null = null;

  /** @param onChange called at each change of {@link until} */
  constructor(
    private readonly clock: WaitingClock = systemClock,
    private readonly onChange: Listener = () => {},
  ) {}

  /** End of the wait, epoch ms; null when nothing waits. */
  get until(): number | null {
    return this.#until;
  }

  /** Makes every request wait for the reset time of this 429 response plus one second. */
  hold(response: Response): void {
    const until = resetTime(response.headers, this.clock.now()) + MARGIN_MS;
    if (this.#until === null || until > this.#until) this.#change(until);
  }

  /** Resolves when the wait is over, even if it was extended meanwhile. */
  async over(signal?: AbortSignal): Promise<void> {
    while (this.#until !== null) {
      const remaining = this.#until - this.clock.now();
      if (remaining <= 0) return this.#change(null);
      await this.clock.sleep(remaining, signal);
    }
  }

  #change(until: number | null): void {
    this.#until = until;
    this.onChange(until);
  }
}

const systemClock: WaitingClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // setTimeout counts in 32 bits: the caller's loop splits a longer wait.
      const timer = setTimeout(done, Math.min(ms, 2_147_483_647));
      function done() {
        signal?.removeEventListener("abort", aborted);
        resolve();
      }
      function aborted() {
        clearTimeout(timer);
        reject(signal?.reason);
      }
      signal?.addEventListener("abort", aborted, { once: true });
    }),
};

/** The wait shared by all requests of a page, which its script shows. */
const pageWaiting = new Waiting(
  systemClock,
  (until) => globalThis.document?.dispatchEvent(new CustomEvent(PAGE_WAITS, { detail: until })),
);
