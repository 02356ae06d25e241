/** Authenticates senders of readings and reads the bodies they send. @module */

import type { Context } from "fresh";
import { utf8Text } from "@/lib/base/bounded_parsing.ts";
import { release } from "@/lib/base/bytes.ts";
import { CallError, OVERLOAD_WAIT_MS } from "@/lib/base/errors.ts";
import { isGzip, isGzipEncoding, unzipped } from "@/lib/files/decompression.ts";
import { readBytes } from "@/lib/web/body_limits.ts";
import { takeSlot } from "@/lib/web/body_slots.ts";
import { waitHeaders } from "@/lib/web/errors.ts";
import type { Collector, State } from "@/lib/web/state.ts";

/** Bodies read at the same time, of one residence and of all; beyond, senders must retry. */
const MAX_OF_ONE = 32;
const MAX_OF_ALL = 128;
/** Bodies read at once before their sender is known. */
const MAX_OF_STRANGERS = 16;

/** Responses of a protocol to a refused request. */
export interface ProtocolAnswers {
  /** The token is missing or unknown. */
  unknownToken(): Response;
  /** Nothing was stored: the body is too large, too slow or malformed; or, by 429 and 503, to be sent again. */
  refused(status: number, message: string): Response;
}

/** Answers of a protocol that defines none. */
export const PLAIN_ANSWERS: ProtocolAnswers = {
  unknownToken: () => PLAIN_ANSWERS.refused(401, "A project token is expected"),
  refused: (status, message) => Response.json({ message }, { status }),
};

/** Handles a request whose sender is known. */
type Take = (collector: Collector) => Promise<Response>;

/** Number of bodies being read, by residence; "" counts those whose sender is not known yet. */
const underWay = new Map<string, number>();
let underWayCount = 0;

/**
 * Wraps the handler of a collectors' endpoint: checks the token, then bounds the number of bodies read at the same
 * time. When the fault is ours it asks for a retry, since senders never repeat a refused request.
 *
 * @spec collectors.overload
 * @param token as the header or the address gives it
 */
export function withSender(
  ctx: Context<State>,
  answers: ProtocolAnswers,
  { token, take }: { token: string | null; take: Take },
): Promise<Response> {
  return protocolResponse(ctx, answers, () => takenFrom(ctx, answers, { token, take }));
}

/**
 * As {@link withSender}, for a request whose body must be read before its sender is known: few at a time, and none from
 * an address that has sent too many bad tokens.
 *
 * @param read parses the body, including the token in it
 */
export function withUnknownSender<Body>(
  ctx: Context<State>,
  answers: ProtocolAnswers,
  { read, then }: { read: () => Promise<Body>; then: (body: Body) => Promise<Response> },
): Promise<Response> {
  return protocolResponse(ctx, answers, async () => {
    const stoppedUntil = ctx.state.platform.strangers.stoppedUntil(ctx.state.clientAddress);
    if (stoppedUntil !== null) throw new CallError("too-many-requests", stoppedUntil);
    return await then(await counted("", MAX_OF_STRANGERS, read));
  });
}

/** Handles the body of a sender whose token was just read. */
export async function takenFrom(
  { state }: Context<State>,
  answers: ProtocolAnswers,
  { token, take }: { token: string | null; take: Take },
): Promise<Response> {
  const collector = token === null ? null : await state.platform.collectorOf(token);
  if (collector !== null) {
    state.requestInfo.sender = `collector ${token}`;
    return await counted(collector.projectId, MAX_OF_ONE, () => take(collector));
  }
  const count = await state.platform.strangers.count(state.clientAddress);
  if (!count.ok) throw new CallError("too-many-requests", count.retryAt);
  return answers.unknownToken();
}

async function protocolResponse(
  { state }: Context<State>,
  answers: ProtocolAnswers,
  act: () => Promise<Response>,
): Promise<Response> {
  try {
    return await act();
  } catch (fault) {
    const now = state.platform.options.now();
    if (fault instanceof CallError) return refusedAs(answers, fault, now);
    state.platform.options.logFault(state.requestId, fault);
    return retrySoon(answers, "The readings cannot be stored at the moment");
  }
}

/** @throws CallError when too many bodies of the same sender, or of all, are under way */
async function counted<T>(name: string, max: number, act: () => Promise<T>): Promise<T> {
  const count = underWay.get(name) ?? 0;
  if (count >= max || underWayCount >= MAX_OF_ALL) throw new CallError("overloaded");
  underWay.set(name, count + 1);
  underWayCount++;
  try {
    return await act();
  } finally {
    underWayCount--;
    const left = (underWay.get(name) ?? 1) - 1;
    if (left === 0) underWay.delete(name);
    else underWay.set(name, left);
  }
}

/** The token of an `Authorization: Token …` or `Bearer …` header; null when there is none. */
export function headerToken(request: Request): string | null {
  const header = request.headers.get("authorization") ?? "";
  return /^(?:Token|Bearer) +(\S.*)$/i.exec(header)?.[1]?.trim() ?? null;
}

/** The token of a pair `user:token`: the text after the first colon, or all of it without one. */
export function passwordOf(pair: string | null): string | null {
  return pair === null ? null : pair.slice(pair.indexOf(":") + 1) || null;
}

function refusedAs(answers: ProtocolAnswers, fault: CallError, now: number): Response {
  if (fault.code === "overloaded") return retrySoon(answers, "Too many writes at once");
  if (fault.code === "too-many-requests") return retryAfterMinute(answers, fault.retryAt, now);
  return answers.refused(...refusalOf(fault));
}

function retrySoon(answers: ProtocolAnswers, message: string): Response {
  const response = answers.refused(503, message);
  response.headers.set("retry-after", String(OVERLOAD_WAIT_MS / 1_000));
  return response;
}

/** Senders buffer a refused request, and retry after the minute. */
function retryAfterMinute(answers: ProtocolAnswers, retryAt: number | null, now: number): Response {
  const response = answers.refused(429, "Too many writes in a minute");
  const wait = waitHeaders(retryAt ?? now + OVERLOAD_WAIT_MS, now);
  for (const [name, value] of Object.entries(wait)) response.headers.set(name, value);
  return response;
}

function refusalOf({ code, detail }: CallError): [status: number, message: string] {
  if (code === "too-large") return [413, "The body is too large"];
  if (code === "too-slow") return [408, "The body came too slowly"];
  if (code === "bad-request") return [400, detail ?? "The body is not what its encoding says"];
  return [415, "The body must be plain or gzip"];
}

/** Largest size of a body, as sent and once inflated. */
export interface SentLimits {
  readonly maxSentBytes: number;
  readonly maxBytes: number;
}

const KIB = 1_024;
/** For line protocol, which is read window by window. Telegraf splits a batch in two on 413. */
export const LINES: SentLimits = { maxSentBytes: 8_192 * KIB, maxBytes: 32_768 * KIB };
/** For formats that are read whole: 100,000 values at most. */
export const VALUES: SentLimits = { maxSentBytes: 4_096 * KIB, maxBytes: 4_096 * KIB };
/** For the event of one device. */
export const EVENT: SentLimits = { maxSentBytes: 1_024 * KIB, maxBytes: 1_024 * KIB };
/** For a body that is read before its sender is known, or a short one. */
export const SMALL: SentLimits = { maxSentBytes: 64 * KIB, maxBytes: 64 * KIB };

/**
 * The bytes of a request body, inflated according to its `Content-Encoding`.
 *
 * @throws CallError when it is too large, too slow, compressed in another way, or large and without a slot
 */
export async function receivedBytes(
  request: Request,
  { maxSentBytes, maxBytes }: SentLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const isDeclared = isGzipEncoding(request.headers.get("content-encoding"));
  const sent = await readBytes(request, { maxBytes: maxSentBytes });
  // A proxy may have removed the header.
  if (!isDeclared && !isGzip(sent)) return sent;
  const onBytes = (bytes: number) => takeSlot(request, bytes);
  const inflated = await unzipped(sent, maxBytes, { onBytes });
  release(sent);
  return inflated;
}

export async function receivedText(request: Request, limits: SentLimits): Promise<string> {
  return utf8Text(await receivedBytes(request, limits));
}
