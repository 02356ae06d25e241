/** The request pipeline around Fresh: headers, log, compression, caches and errors. @module */

import { App } from "fresh";
import { storeFaultCode } from "@/lib/store/store_errors.ts";
import { LOGIN_PATH, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { type AccessLog, accessLog, logFault } from "./access_log.ts";
import { freeSlot } from "./body_slots.ts";
import { acceptsGzip, compressed, isCompressible } from "./compression.ts";
import type { AppConfig } from "./config.ts";
import { withRenewedSession } from "./cookies.ts";
import { isPage, refusal, tellWait } from "./errors.ts";
import { withMark } from "./form_token.ts";
import {
  ContentPolicy,
  FIXED_HEADERS,
  HSTS,
  isUnchanged,
  NEVER_KEPT,
  PRIVATE,
  unchanged,
} from "./headers.ts";
import {
  announcedBytes,
  arrivalInfo,
  isRead,
  rememberRequestInfo,
  type RequestInfo,
} from "./request_info.ts";

/** The methods that a page, a file or a call may answer: Fresh fails on others. */
const METHODS: ReadonlySet<string> = new Set(
  ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
);

/** An encoded `..` part; browsers resolve plain ones themselves. */
const LEADS_OUT = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/**
 * The URL of a request, repeated slashes of its path as one, as Fresh routes it; null when its path is not percent-encoded UTF-8, or has encoded `..` parts, on which Fresh throws
 * in development; or when its host is no host.
 */
function readableUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    if (url.pathname.includes("//")) url.pathname = url.pathname.replaceAll(/\/{2,}/g, "/");
    const path = url.pathname.includes("%") ? decodeURIComponent(url.pathname) : url.pathname;
    return path.includes("\0") || LEADS_OUT.test(path) ? null : url;
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
}

type FrontConfig = Pick<
  AppConfig,
  "accessLog" | "loginPath" | "maxBodyBytes" | "tiles" | "trustProxy"
>;

const POLICY = "content-security-policy";

type Handler = ReturnType<App<unknown>["handler"]>;

/** A request before it is routed. */
interface IncomingRequest {
  readonly request: Request;
  readonly info: Deno.ServeHandlerInfo | undefined;
  readonly url: URL | null;
  readonly requestInfo: RequestInfo;
  readonly inner: Handler;
}

/**
 * A Fresh app that adds security headers, a request id and a log line to every answer, compresses it, and never
 * answers a bare error. Done here and not in middlewares, whose headers Fresh loses on error pages.
 */
export class SecureApp<State> extends App<State> {
  readonly #config: FrontConfig;
  readonly #policy: ContentPolicy;
  readonly #log: AccessLog;
  readonly #forgetVersions: (() => void) | null;

  constructor(
    config: FrontConfig,
    { forgetVersions = null }: {
      /** Makes the next page depend on what is stored now, not on what this process saw lately. */
      readonly forgetVersions?: (() => void) | null;
    } = {},
  ) {
    super({ trustProxy: config.trustProxy });
    this.#config = config;
    this.#policy = new ContentPolicy(config);
    this.#log = accessLog(config.accessLog);
    this.#forgetVersions = forgetVersions;
  }

  override handler(): Handler {
    const inner = super.handler();
    return async (request, info) => {
      const startedAt = performance.now();
      const requestInfo = arrivalInfo(request, info, this.#config.trustProxy);
      requestInfo.maxBodyBytes = this.#config.maxBodyBytes;
      const url = readableUrl(request.url);
      const answer = await this.#respond({ request, info, url, requestInfo, inner })
        .finally(() => freeSlot(requestInfo));
      const sent = withRenewedSession(answer, requestInfo);
      const ms = performance.now() - startedAt;
      this.#log({
        requestId: requestInfo.requestId,
        method: request.method,
        url,
        status: sent.status,
        ms,
      });
      return sent;
    };
  }

  async #respond(incoming: IncomingRequest): Promise<Response> {
    const { request, url, requestInfo } = incoming;
    try {
      // The form may have been saved by another process.
      if (url?.searchParams.has(SAVED_PARAMETER)) this.#forgetVersions?.();
      const rendered = await withMark(await this.#foundAnswer(incoming), requestInfo.mark);
      return await this.#withHeaders(rendered, request, requestInfo);
    } catch (fault) {
      logFault(requestInfo.requestId, fault);
      return await this.#withHeaders(
        refusal(storeFaultCode(fault) ?? "unknown-error", request, requestInfo.requestId),
        request,
        requestInfo,
      );
    }
  }

  /** Renders again, with the data stored now, a page that a user does not find: another process may just have made it. */
  async #foundAnswer(incoming: IncomingRequest): Promise<Response> {
    const first = await this.#routedAnswer(incoming);
    const isUser = this.#forgetVersions !== null && incoming.requestInfo.mark !== undefined;
    if (first.status !== 404 || incoming.request.method !== "GET" || !isUser) return first;
    this.#forgetVersions?.();
    return await this.#routedAnswer(incoming);
  }

  async #routedAnswer(
    { request, info, url, requestInfo, inner }: IncomingRequest,
  ): Promise<Response> {
    if (url === null) return refusal("bad-request", request, requestInfo.requestId);
    if (!METHODS.has(request.method)) {
      return refusal("method-not-allowed", request, requestInfo.requestId);
    }
    if (announcedBytes(request) > this.#config.maxBodyBytes) {
      return refusal("too-large", request, requestInfo.requestId);
    }
    const routed = this.#toLogin(request, url);
    rememberRequestInfo(routed, requestInfo);
    const answer = await inner(routed, info);
    // Unread, a malformed body of unknown length may leave its connection open.
    const isUnread = !routed.bodyUsed && !routed.headers.has("content-length");
    if (isUnread) routed.body?.cancel().catch(() => {}); // A body that has failed refuses.
    return isBare(answer) ? refusal("unknown-error", request, requestInfo.requestId) : answer;
  }

  /** The sign-in page answers at the configured path as at its own (F §2 "a configurable login path"). */
  #toLogin(request: Request, url: URL): Request {
    const { loginPath } = this.#config;
    if (url.pathname !== loginPath || loginPath === LOGIN_PATH) return request;
    return new Request(new URL(LOGIN_PATH + url.search, url), request);
  }

  async #withHeaders(
    response: Response,
    request: Request,
    requestInfo: RequestInfo,
  ): Promise<Response> {
    const answer = withId(response, requestInfo.requestId);
    const { headers } = answer;
    tellWait(answer, request, requestInfo.wait);
    for (const [name, value] of FIXED_HEADERS) if (!headers.has(name)) headers.set(name, value);
    if (answer.status === 304) headers.delete(POLICY);
    else headers.set(POLICY, this.#policy.of(headers.get("content-type"), headers.get(POLICY)));
    if (requestInfo.https) headers.set("strict-transport-security", HSTS);
    // A 304 without cache-control leaves the stored rule unchanged: Fresh sends one for immutable files.
    if (answer.status !== 304 && !headers.has("cache-control")) {
      headers.set("cache-control", cachingOf(request, answer, requestInfo));
    }
    if (isUnchanged(request, answer)) return unchanged(answer);
    if (request.method === "HEAD" || !isCompressible(answer)) return answer;
    headers.append("vary", "accept-encoding");
    const isAccepted = acceptsGzip(request.headers.get("accept-encoding") ?? "");
    return isAccepted ? await compressed(answer) : answer;
  }
}

/**
 * Answers to reads may be stored by the browser; answers to writes, which may contain tokens or typed values, may not.
 * Nor may pages of signed-in users: Back must show them as they are now, and nothing after signing out.
 */
function cachingOf(request: Request, { headers }: Response, { mark }: RequestInfo): string {
  const isOwnPage = mark !== undefined && isPage({ headers });
  return isRead(request) && !isOwnPage ? PRIVATE : NEVER_KEPT;
}

/** Sets the request id; on a copy when the headers are immutable, as those of a `fetch()` response. */
function withId(answer: Response, requestId: string): Response {
  try {
    answer.headers.set("x-request-id", requestId);
    return answer;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return withId(new Response(answer.body, answer), requestId);
  }
}

/** Whether an error was answered by Fresh itself, as plain text. */
function isBare({ status, headers }: Response): boolean {
  return status === 500 && (headers.get("content-type") ?? "text/plain").startsWith("text/plain");
}
