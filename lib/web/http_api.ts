/** Answers the calls of the API over HTTP. @module */

import type { Context } from "fresh";
import { createHash } from "node:crypto";
import { answersFile, type Call, type Failure, fileAnswer, flowingFile } from "@/lib/api/call.ts";
import { failure } from "@/lib/api/dispatch.ts";
import { boundedJson, CALL_BOUNDS, requireUtf8, utf8Text } from "@/lib/base/bounded_parsing.ts";
import { release, unsharedBytes } from "@/lib/base/bytes.ts";
import { CallError, type ErrorCode } from "@/lib/base/errors.ts";
import { memoOf } from "@/lib/base/memo.ts";
import { isGzipEncoding, unzipped } from "@/lib/files/decompression.ts";
import { ANONYMOUS, type Caller, credentialsOf } from "@/lib/identity/caller.ts";
import { CONFIRMATION_HEADER } from "@/lib/ui/confirmation.ts";
import { PAGE_HEADER } from "@/lib/ui/form_token_field.ts";
import { FILE_PACE_BYTES, readBytes, readParts, textOfFile } from "./body_limits.ts";
import { noteSender, takeSlot } from "./body_slots.ts";
import { waitHeaders } from "./errors.ts";
import { foreignMark } from "./form_token.ts";
import { formOf, partMark } from "./multipart.ts";
import { isFromThisSite, isRead } from "./request_info.ts";
import type { App, State } from "./state.ts";

type BodyKind = NonNullable<Call["bodyKind"]>;

const KIB = 1_024;

/**
 * Maximum size of a body of each kind, bytes; the reverse proxy limits files too. A body of another content type is not
 * read.
 */
const BODIES: Record<BodyKind, { readonly maxBytes: number; readonly type: RegExp }> = {
  json: { maxBytes: 1_024 * KIB, type: /^application\/(?:[\w.-]+\+)?json$/ },
  form: { maxBytes: 64 * KIB, type: /^application\/x-www-form-urlencoded$/ },
  multipart: { maxBytes: 20 * 1_024 * KIB, type: /^multipart\/form-data$/ },
  text: {
    maxBytes: 32 * 1_024 * KIB,
    type:
      /^(?:text\/(?:plain|csv)|application\/(?:octet-stream|csv|gzip|x-gzip|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet))$/,
  },
  bytes: { maxBytes: 20 * 1_024 * KIB, type: /^(?!multipart\/).+$/ },
};

/** Maximum size for an anonymous caller: a sign-in or a form of the first run. */
const MAX_PUBLIC_BYTES = 64 * KIB;

/** Maximum size of the fields besides the document of a deposit. */
const DEPOSIT_FIELDS_BYTES = 256 * KIB;

function maxBytesOf({ access, bodyKind = "json" }: Call, maxDocumentBytes: number): number {
  const max = bodyKind === "multipart"
    ? maxDocumentBytes + DEPOSIT_FIELDS_BYTES
    : BODIES[bodyKind].maxBytes;
  return access.any.includes("public") ? Math.min(max, MAX_PUBLIC_BYTES) : max;
}

/**
 * The body of a request, parsed for its call.
 *
 * @returns undefined for a call without body, even if one was sent
 * @throws CallError when it has another type, or is too large, too slow, or malformed
 */
async function readBody(
  call: Call,
  request: Request,
  maxDocumentBytes: number,
): Promise<unknown> {
  if (!call.body) return undefined;
  const kind = call.bodyKind ?? "json";
  const header = request.headers.get("content-type") ?? "";
  const type = header.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!BODIES[kind].type.test(type)) throw new CallError("unsupported-media-type");
  const isGzip = isGzipEncoding(request.headers.get("content-encoding")) || /gzip/.test(type);
  const maxBytes = maxBytesOf(call, maxDocumentBytes);
  const limits = { maxBytes, paceBytes: FILE_PACE_BYTES };
  if (kind === "multipart") {
    const mark = isGzip ? null : partMark(header);
    if (mark === null) throw new CallError("unsupported-media-type");
    const hasRoom = (bytes: number) => (takeSlot(request, bytes), true);
    return await fieldsOf((await readParts(request, limits, mark, hasRoom)).form);
  }
  const sent = await readBytes(request, limits);
  const read = { request, header, everySheet: call.everySheet ?? false };
  if (!isGzip) return await decoded(kind, sent, read);
  const onBytes = (bytes: number) => takeSlot(request, bytes);
  const bytes = await unzipped(sent, maxBytes, { onBytes });
  release(sent);
  return await decoded(kind, bytes, read);
}

async function decoded(
  kind: Exclude<BodyKind, "multipart">,
  bytes: Uint8Array<ArrayBuffer>,
  { request, header, everySheet }: { request: Request; header: string; everySheet: boolean },
): Promise<unknown> {
  switch (kind) {
    case "json":
      return parsedJson(bytes);
    case "form":
      requireUtf8(bytes);
      return Object.fromEntries(formOf(bytes, header));
    case "text":
      return await textOfFile(request, bytes, { everySheet });
    case "bytes":
      return bytes;
  }
}

function parsedJson(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? undefined : boundedJson(utf8Text(bytes), CALL_BOUNDS);
}

async function fieldsOf(form: FormData): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = value;
    else {
      fields[name] = await value.bytes();
      fields[`${name}Name`] = value.name;
    }
  }
  return fields;
}

/** A request of the catalogue. */
interface ApiRequest extends Pick<Context<State>, "req" | "url"> {
  readonly state: Pick<
    State,
    "platform" | "caller" | "clientAddress" | "requestId" | "requestInfo" | "config"
  >;
}

/** Answers a request of the catalogue over HTTP: matches, authenticates, dispatches, writes the answer. @spec calls.not-implemented, calls.created-id */
export async function answerApi(received: ApiRequest): Promise<Response> {
  const result = await answeredRequest(received);
  const { now } = received.state.platform.options;
  return result instanceof Response ? result : refused(result, now());
}

async function answeredRequest(received: ApiRequest): Promise<Response | Failure<ErrorCode>> {
  const { req: request, url, state } = received;
  const { platform, clientAddress, requestId, requestInfo, config } = state;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const caller = await callerOf(received);
  if (caller === null) return failure("forbidden");
  noteSender({ caller, requestInfo });
  const counted = await platform.countRequest(caller, clientAddress);
  if (!counted.ok) return failure("too-many-requests", { retryAt: counted.retryAt });
  const match = platform.dispatcher.match(method, url.pathname.slice("/api".length));
  if (match.kind === "method-not-allowed") {
    const answer = refused(failure(match.kind), platform.options.now());
    answer.headers.set("allow", match.allowed.join(", "));
    return answer;
  }
  if (match.kind !== "call") return await unknownPath(platform, match.kind, { url, caller });
  const { call } = match;
  const { authtoken: _, ...query } = Object.fromEntries(url.searchParams);
  const result = await platform.dispatcher.answerRequest(call, {
    input: { ...query, ...match.parameters },
    readBody: () => {
      refuseUnclearQuery(url.searchParams);
      return readBody(call, request, config.maxDocumentBytes);
    },
  }, {
    caller,
    clientAddress,
    requestId,
    confirmation: request.headers.get(CONFIRMATION_HEADER) ?? undefined,
  });
  if (!result.ok) return result;
  const response = callResponse(call, result.answer);
  if (result.unread) response.headers.set("x-unread-values", String(result.unread.length));
  return response;
}

/** Refuses a repeated parameter, which is ambiguous, and `body`, which is not in the query. @throws CallError */
function refuseUnclearQuery(query: URLSearchParams): void {
  if (query.has("body") || new Set(query.keys()).size < query.size) {
    throw new CallError("invalid-input");
  }
}

/** In the demo, a path outside the catalogue is answered in the specification's words. */
async function unknownPath(
  platform: App,
  code: "bad-request" | "not-found",
  { url, caller }: { url: URL; caller: Caller },
): Promise<Failure<ErrorCode>> {
  const answerer = await platform.responderFor(caller);
  const isDemo = answerer.kind === "own" && answerer.isDemo;
  const refusal = failure(code);
  if (!isDemo || code === "bad-request") return refusal;
  return { ...refusal, message: `Not implemented: ${url.pathname}` };
}

/**
 * The caller: from the token of a header, or of the query on reads (F §7), else from the cookie's session.
 *
 * @spec calls.tokens
 * @returns null for a write by cookie that another site may have caused
 */
async function callerOf({ req, url, state }: ApiRequest): Promise<Caller | null> {
  const { headers } = req;
  const { identities } = state.platform;
  const bearer = /^Bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const shown = headers.get("x-authtoken") ?? bearer?.trim();
  if (shown) return await identities.byToken(shown, "header");
  const inQuery = isRead(req) ? url.searchParams.get("authtoken") : null;
  if (inQuery) return await identities.byToken(inQuery, "query");
  if (isOfOtherAccount(req, state)) return ANONYMOUS;
  const isByCookie = credentialsOf(state.caller) !== null;
  return isByCookie && !isRead(req) && !isFromThisSite(req, url) ? null : state.caller;
}

/** Whether the calling page belongs to another account: its session in this browser has ended. */
function isOfOtherAccount({ headers }: Request, { requestInfo }: ApiRequest["state"]): boolean {
  const sent = headers.get(PAGE_HEADER);
  return sent !== null && requestInfo.mark !== undefined &&
    foreignMark(sent, requestInfo.mark) === "other-account";
}

function callResponse(call: Call, answer: unknown): Response {
  if (answersFile(call)) return file(call, answer);
  const { bytes, etag } = writtenAnswer(answer);
  const headers = new Headers({ "content-type": "application/json", etag });
  if (call.creates) headers.set("x-created-id", createdId(answer));
  return new Response(bytes, { status: call.creates ? 201 : 200, headers });
}

/** An answer as JSON, with an ETag that changes with its bytes. */
interface WrittenAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** Answers served again from memory are written once. */
const writtenObject = memoOf(written);

export function writtenAnswer(answer: unknown): WrittenAnswer {
  return typeof answer === "object" && answer !== null ? writtenObject(answer) : written(answer);
}

function written(answer: unknown): WrittenAnswer {
  const bytes = new TextEncoder().encode(JSON.stringify(answer));
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { bytes, etag: `W/"${digest}"` };
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
function refused(refusal: Failure<ErrorCode>, now: number): Response {
  const { code, message, status, issues, effects, confirmation, retryAt } = refusal;
  const body = { code, message, issues, effects, confirmation };
  const headers = retryAt === undefined ? {} : waitHeaders(Date.parse(retryAt), now);
  return Response.json(body, { status, headers });
}
