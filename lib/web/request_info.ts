/** Facts about a request: id, client address, origin, sender of its body. @module */

import type { ErrorCode } from "@/lib/base/errors.ts";
import type { IdempotencyStore, SentForm } from "./form_store.ts";

/** True for a request that changes nothing: the other safe methods are not served. */
export function isRead({ method }: { readonly method: string }): boolean {
  return method === "GET" || method === "HEAD";
}

/** True when a page of this site sent the request, according to the browser. */
export function isFromThisSite({ headers }: Request, url: URL): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = URL.parse(headers.get("origin") ?? "");
  return origin !== null && origin.host === url.host;
}

export interface Wait {
  /** When to retry, epoch ms. */
  readonly resetAt: number;
  /** The present instant, epoch ms. */
  readonly now: number;
  /** Progress of the work to wait for, 0 to 1. */
  readonly progress?: number;
}

/** Facts that the request pipeline collects about a request. */
export interface RequestInfo {
  /** Short unique id, easy to read aloud: in the log, in `x-request-id` and on error pages. */
  readonly requestId: string;
  readonly https: boolean;
  /** Client address from the socket or a trusted proxy; "unknown" outside a server. */
  readonly clientAddress: string;
  /** Mark of the page for its forms; absent for anonymous users. */
  mark?: string;
  /** Id of the new session for the browser, after a change of its user's rights. */
  renewedSession?: string;
  /** The value that the form confirms: what its call said that it would do. */
  confirmation?: string;
  /** Submitted forms, for repeated submissions; absent where none are stored. */
  sentForms?: IdempotencyStore;
  /** Identity of the form being executed, until it is answered. */
  sentForm?: SentForm;
  /** First answer to a form that was sent before. */
  answeredBefore?: Response;
  refusal?: ErrorCode;
  /** When to retry a request that was refused by a rate limit or overload. */
  wait?: Wait;
  /** Instant of the oldest stale answer that the page uses. */
  oldestAt?: string;
  /** Keys of the stored values that do not fit their schema, which the page is shown without. */
  unread?: Set<string>;
  /** Largest body of any request, bytes. */
  maxBodyBytes?: number;
  /** Account, link or collector that sends the body; absent for an unknown one. */
  sender?: string;
  /** Sender in whose name the body holds a slot. */
  slot?: string;
}

const infoByRequest = new WeakMap<Request, RequestInfo>();
const processName = crypto.randomUUID().slice(0, 8);
let requestCount = 0;

export function rememberRequestInfo(request: Request, requestInfo: RequestInfo): void {
  infoByRequest.set(request, requestInfo);
}

/** `Content-Length` of a request; 0 without one. */
export function announcedBytes(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

/** The facts of a request; new ones when it did not pass through `SecureApp`. */
export function requestInfoOf(request: Request): RequestInfo {
  return infoByRequest.getOrInsertComputed(request, () => {
    return { requestId: newRequestId(), https: false, clientAddress: "unknown" };
  });
}

/**
 * Creates the facts of a request. Plain values only: V8 gives an object literal with a getter a shape of its own, which
 * retains the request until a major collection.
 */
export function arrivalInfo(
  request: Request,
  info: Deno.ServeHandlerInfo | undefined,
  trustProxy: boolean,
): RequestInfo {
  const { headers } = request;
  const https = request.url.startsWith("https:") ||
    (trustProxy && lastOf(headers.get("x-forwarded-proto")) === "https");
  const forwarded = trustProxy ? lastOf(headers.get("x-forwarded-for")) : null;
  return { requestId: newRequestId(), https, clientAddress: forwarded ?? socketAddress(info) };
}

function newRequestId(): string {
  requestCount += 1;
  return `${processName}-${requestCount.toString(36)}`;
}

/** The last entry of the list: the only one written by the trusted proxy, which appends. */
function lastOf(list: string | null): string | null {
  return list === null ? null : list.slice(list.lastIndexOf(",") + 1).trim() || null;
}

function socketAddress(info: Deno.ServeHandlerInfo | undefined): string {
  const address = info?.remoteAddr;
  return address !== undefined && "hostname" in address ? address.hostname : "unknown";
}
