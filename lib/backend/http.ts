import { createHash } from "node:crypto";
import { isRead } from "@/lib/backend/core/read_method.ts";
import type { Call } from "@/lib/contract/call.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { type CallName, CALLS, type Result } from "@/lib/contract/catalogue.ts";
import { matchCall } from "@/lib/contract/http/match_call.ts";
import { fileAnswer, flowingFile } from "@/lib/contract/shapes.ts";
import { CONFIRMATION_HEADER } from "@/lib/domain/forms/effects.ts";
import { credentialsOf } from "./accounts/credentials.ts";
import type { Platform } from "./choose.ts";
import { unsharedBytes } from "./core/bytes.ts";
import { Refused } from "./core/refused.ts";
import { failure } from "./dispatch/failure.ts";
import { readBody, type SentBody } from "./http_body.ts";
import { waitHeaders } from "./wait_headers.ts";

interface ApiRequest {
  request: Request;
  url: URL;
  /** The caller of the cookie's session; a token in the request takes precedence. */
  sessionCaller: Caller;
  clientAddress: string;
  requestId: string;
  /** The unread body. */
  sent: SentBody;
}

type Refusal = Extract<Result<CallName>, { ok: false }>;

/** Answers a request of the catalogue over HTTP: matches, authenticates, dispatches, writes the answer. @spec calls.not-implemented, calls.created-id */
export async function answerHttp(platform: Platform, received: ApiRequest): Promise<Response> {
  const result = await answeredRequest(platform, received);
  return result instanceof Response ? result : refused(result, platform.options.now());
}

async function answeredRequest(
  platform: Platform,
  received: ApiRequest,
): Promise<Response | Refusal> {
  const { request, url, clientAddress, requestId } = received;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const caller = await callerOf(platform, received);
  if (caller === null) return failure("forbidden");
  const counted = await platform.countRequest(caller, clientAddress);
  if (!counted.ok) return failure("too-many-requests", { retryAt: counted.retryAt });
  const match = matchCall(method, url.pathname.slice("/api".length));
  if (match.kind === "method-not-allowed") return Response.json(...methodNotAllowed(match.allowed));
  if (match.kind !== "call") return await unknownPath(platform, match.kind, { url, caller });
  const call: Call = CALLS[match.name];
  const { authtoken: _, ...query } = Object.fromEntries(url.searchParams);
  const result = await platform.dispatcher.answerRequest(match.name, {
    input: { ...query, ...match.parameters },
    readBody: () => {
      refuseUnclearQuery(url.searchParams);
      return readBody(call, request, received.sent);
    },
  }, { caller, clientAddress, requestId, confirmation: confirmationIn(request) });
  if (!result.ok) return result;
  const response = answered(call, result.answer);
  if (result.unread) response.headers.set("x-unread-values", String(result.unread.length));
  return response;
}

function confirmationIn({ headers }: Request): string | undefined {
  return headers.get(CONFIRMATION_HEADER) ?? undefined;
}

/** Refuses a repeated parameter, which is ambiguous, and `body`, which is not in the query. @throws Refused */
function refuseUnclearQuery(query: URLSearchParams): void {
  if (query.has("body") || new Set(query.keys()).size < query.size) {
    throw new Refused("invalid-input");
  }
}

function methodNotAllowed(allowed: readonly string[]): [object, ResponseInit] {
  const { code, message, status } = failure("method-not-allowed");
  return [{ code, message }, { status, headers: { allow: allowed.join(", ") } }];
}

/** In the demo, a path outside the catalogue is answered in the specification's words. */
async function unknownPath(
  platform: Platform,
  code: "bad-request" | "not-found",
  { url, caller }: { url: URL; caller: Caller },
): Promise<Refusal> {
  const answerer = await platform.responderFor(caller);
  const isDemo = answerer.kind === "own" && answerer.isDemo;
  const refusal = failure(code);
  if (!isDemo || code === "bad-request") return refusal;
  return { ...refusal, message: `Not implemented: ${url.pathname}` };
}

/**
 * The caller: from the token of a header, or of the query on reads (F §7), else from the cookie's session.
 *
 * @returns null for a write by cookie that another site may have caused
 */
async function callerOf({ identities }: Platform, { request, url, sessionCaller }: ApiRequest) {
  const { headers } = request;
  const bearer = /^Bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const shown = headers.get("x-authtoken") ?? bearer?.trim();
  if (shown) return await identities.byToken(shown, "header");
  const inQuery = isRead(request) ? url.searchParams.get("authtoken") : null;
  if (inQuery) return await identities.byToken(inQuery, "query");
  const isByCookie = credentialsOf(sessionCaller) !== null;
  return isByCookie && !isRead(request) && !isFromThisSite(request, url) ? null : sessionCaller;
}

/** True when a page of this site sent the request, according to the browser. */
export function isFromThisSite({ headers }: Request, url: URL): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = URL.parse(headers.get("origin") ?? "");
  return origin !== null && origin.host === url.host;
}

function answered(call: Call, answer: unknown): Response {
  if (call.answerKind === "pdf" || call.answerKind === "bytes") return file(call, answer);
  const { bytes, etag } = writtenAnswer(answer);
  const headers = new Headers({ "content-type": "application/json", etag });
  if (call.creates) headers.set("x-created-id", createdId(answer));
  return new Response(bytes, { status: call.creates ? 201 : 200, headers });
}

/** Answers served again from memory are serialised once. */
const writtenAnswers = new WeakMap<object, { bytes: Uint8Array<ArrayBuffer>; etag: string }>();

/** An answer as JSON, with an ETag that changes with its bytes. */
export function writtenAnswer(
  answer: unknown,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string } {
  const isObject = typeof answer === "object" && answer !== null;
  const known = isObject ? writtenAnswers.get(answer) : undefined;
  if (known) return known;
  const bytes = new TextEncoder().encode(JSON.stringify(answer));
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  const text = { bytes, etag: `W/"${digest}"` };
  if (isObject) writtenAnswers.set(answer, text);
  return text;
}

function createdId(answer: unknown): string {
  if (typeof answer === "object" && answer !== null && "id" in answer) return String(answer.id);
  throw new TypeError("A creation answers an id");
}

function file(call: Call, answer: unknown): Response {
  const { body, fileName, size } = fileOf(answer);
  const name = encodeURIComponent(fileName);
  const isPdf = call.answerKind === "pdf";
  return new Response(body, {
    headers: {
      ...(size !== null && { "content-length": String(size) }),
      "content-type": isPdf ? "application/pdf" : "application/octet-stream",
      // A PDF is displayed in a frame of a page.
      "content-disposition": `${isPdf ? "inline" : "attachment"}; filename*=UTF-8''${name}`,
    },
  });
}

/** The file of an answer, whole or streamed; `size` is null for a whole one. */
function fileOf(answer: unknown) {
  const whole = fileAnswer.safeParse(answer);
  if (whole.success) {
    const { bytes, fileName } = whole.data;
    return { body: unsharedBytes(bytes), fileName, size: null };
  }
  const { flow: body, fileName, size } = flowingFile.parse(answer);
  return { body, fileName, size };
}

/** A refusal as JSON; a delay is in each of the headers that clients read. @param now epoch ms */
function refused(refusal: Refusal, now: number): Response {
  const { code, message, status, issues, effects, confirmation, retryAt } = refusal;
  const body = { code, message, issues, effects, confirmation };
  const headers = retryAt === undefined ? {} : waitHeaders(Date.parse(retryAt), now);
  return Response.json(body, { status, headers });
}
