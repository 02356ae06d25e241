import type { Context } from "fresh";
import { unzipped } from "../../backend/http_body.ts";
import { Refused } from "../../backend/refused.ts";
import { waitHeaders } from "../../backend/wait_headers.ts";
import { readLimited } from "../body_limits.ts";
import type { State } from "../state.ts";

const MIB = 1_024 * 1_024;
/** Largest body as it is sent, and once unzipped. Telegraf splits a batch in two on 413. */
const MAX_SENT_BYTES = 8 * MIB;
/** Largest text of a body. */
export const MAX_TEXT_BYTES = 32 * MIB;
/** Bodies taken at once: beyond, senders are asked to come back, and they do. */
const MAX_UNDER_WAY = 32;
/** When to come back, s. */
const RETRY_AFTER_S = 5;

/** How a family of senders is told that its request was not taken. */
export interface DoorWords {
  /** Nothing was kept: the body is too large, too slow, or not what it says. */
  refused(status: number, message: string): Response;
  /** Nothing is wrong with the request: it is to be sent again. */
  comeBack(status: 429 | 503, message: string): Response;
}

let underWay = 0;

/**
 * What every collectors' door does around its format: bounds how much is taken at once, and asks to come back rather
 * than refuse when the fault is ours, for no sender sends again what was refused.
 */
export async function atTheDoor(
  { state }: Context<State>,
  words: DoorWords,
  take: () => Promise<Response>,
): Promise<Response> {
  if (underWay >= MAX_UNDER_WAY) return soon(words, "Too many writes at once");
  underWay++;
  try {
    return await take();
  } catch (fault) {
    if (fault instanceof Refused && fault.code === "too-many-requests") {
      return later(words, fault.retryAt, state.platform.options.now());
    }
    if (fault instanceof Refused) return words.refused(...refusalOf(fault));
    state.platform.options.reportFault(state.requestId, fault);
    return soon(words, "The readings cannot be stored at the moment");
  } finally {
    underWay--;
  }
}

/**
 * The bytes of a request, unzipped when it says they are zipped.
 *
 * @throws Refused when they are too many, too slow, or zipped otherwise
 */
export async function sentBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const read = await readLimited(request, { maxBytes: MAX_SENT_BYTES });
  if (!read.ok) throw new Refused(read.code);
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding === "gzip") return await unzipped(read.bytes, MAX_TEXT_BYTES);
  if (encoding !== "identity") throw new Refused("unsupported-media-type");
  return read.bytes;
}

/** The text of a request. */
export async function sentText(request: Request): Promise<string> {
  return new TextDecoder().decode(await sentBytes(request));
}

/** The token of an `Authorization: Token …` or `Bearer …` header; null when there is none. */
export function headerToken(request: Request): string | null {
  const header = request.headers.get("authorization") ?? "";
  return /^(?:Token|Bearer) +(\S.*)$/i.exec(header)?.[1]?.trim() ?? null;
}

function soon(words: DoorWords, message: string): Response {
  const response = words.comeBack(503, message);
  response.headers.set("retry-after", String(RETRY_AFTER_S));
  return response;
}

/** Senders keep what was not taken, and come back once the minute is over. */
function later(words: DoorWords, retryAt: number | null, now: number): Response {
  const response = words.comeBack(429, "Too many writes in a minute");
  const wait = waitHeaders(retryAt ?? now + RETRY_AFTER_S * 1_000, now);
  for (const [name, value] of Object.entries(wait)) response.headers.set(name, value);
  return response;
}

function refusalOf({ code }: Refused): [status: number, message: string] {
  if (code === "too-large") return [413, "The body is too large"];
  if (code === "too-slow") return [408, "The body came too slowly"];
  if (code === "bad-request") return [400, "The body is not what its encoding says"];
  return [415, "The body must be plain or gzip"];
}
