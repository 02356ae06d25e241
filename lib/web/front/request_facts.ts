/** Facts about a request known before it is read, attached to it for later middlewares. @module */

import type { SentForm, SentForms } from "@/lib/backend/accounts/sent_forms.ts";
import { BODY_BUDGET, type HeldBytes, SMALL_BODY_BYTES } from "@/lib/backend/core/byte_budget.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";

export interface Wait {
  /** When asking again makes sense, epoch ms. */
  readonly resetAt: number;
  /** The clock it is read on, epoch ms. */
  readonly now: number;
  /** How far what must be waited for has got, 0 to 1. */
  readonly progress?: number;
}

/** What the request pipeline knows of one request. */
export interface RequestFacts {
  /** Short, unique, readable aloud: it is in the log, in `x-request-id` and on error pages. */
  readonly requestId: string;
  readonly https: boolean;
  /** Address of who asks, as the socket or a trusted proxy says; "unknown" outside a server. */
  readonly clientAddress: string;
  /** The stylesheet, for a page that shall hold it: the first of a visit. */
  sheet?: string;
  /** Whose page the answer is, for each of its forms; absent until a user is recognised. */
  mark?: string;
  /** The session that the answer gives the browser instead of its own, whose user's rights have changed. */
  renewedSession?: { readonly id: string; readonly maxAgeS: number };
  /** Set once a form of a page was read: what refuses it is shown by a page of its own. */
  isForm?: boolean;
  /** The forms that were sent to this front; absent where it keeps none. */
  sentForms?: SentForms;
  /** Set once that form was taken, until it is answered: what names it among the forms sent. */
  sentForm?: SentForm;
  /** Set when that form was answered before: what is answered again. */
  answeredBefore?: Response;
  refusal?: ErrorCode;
  /** A form that waited for its user, shown as if it were sent again: nothing is written. */
  rehearsed?: Request | undefined;
  waitedFor?: "session-ended" | "not-saved-yet";
  /** Set when the address names a refused form that has expired. */
  typedIsGone?: boolean;
  /** How long to wait before asking again, once the request was refused for coming too often. */
  wait?: Wait;
  /** Instant of the oldest answer that is past its freshness, of those the page is made of. */
  oldestAt?: string;
  /** What its body holds of the process's budget; absent until a body is read. */
  held?: HeldBytes;
}

const factsByRequest = new WeakMap<Request, RequestFacts>();
const processName = crypto.randomUUID().slice(0, 8);
let requestCount = 0;

export function rememberFacts(request: Request, facts: RequestFacts): void {
  factsByRequest.set(request, facts);
}

/**
 * What a request holds of the budget of all bodies; the front releases it once the request is answered.
 *
 * @spec forms.reserve
 */
export function heldBy(request: Request): HeldBytes {
  return factsOf(request).held ??= isSmall(request) ? BODY_BUDGET.openSmall() : BODY_BUDGET.open();
}

/** Whether its body says that it is small: the server reads no more of it than it says. */
function isSmall(request: Request): boolean {
  const announced = announcedBytes(request);
  return announced > 0 && announced <= SMALL_BODY_BYTES;
}

/** Bytes a request says it carries; 0 when it does not say. */
export function announcedBytes(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

/** The facts of a request; fresh ones for a request that came by another way than the front. */
export function factsOf(request: Request): RequestFacts {
  const known = factsByRequest.get(request);
  if (known !== undefined) return known;
  const facts: RequestFacts = { requestId: newRequestId(), https: false, clientAddress: "unknown" };
  factsByRequest.set(request, facts);
  return facts;
}

/**
 * The facts of a request as it arrives: plain values, since an object made with a getter has a shape of its own, which
 * V8 keeps with all it refers to until a major collection.
 */
export function arrivalFacts(
  request: Request,
  info: Deno.ServeHandlerInfo | undefined,
  trustProxy: boolean,
): RequestFacts {
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

/** The proxy in front appends: only the last name in the list is its own word. */
function lastOf(list: string | null): string | null {
  return list === null ? null : list.slice(list.lastIndexOf(",") + 1).trim() || null;
}

function socketAddress(info: Deno.ServeHandlerInfo | undefined): string {
  const address = info?.remoteAddr;
  return address !== undefined && "hostname" in address ? address.hostname : "unknown";
}
