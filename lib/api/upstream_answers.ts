/** Reads and checks the answers of another host. @module */

import * as z from "zod";
import { type JsonBounds, valueCount } from "@/lib/base/bounded_parsing.ts";
import { joinedBytes } from "@/lib/base/bytes.ts";
import { type ErrorCode, ERRORS, isErrorCode } from "@/lib/base/errors.ts";
import { parsedJson } from "@/lib/base/records.ts";
import type { CachedValue, SharedTier } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { isConfirmation } from "@/lib/ui/confirmation.ts";
import { answersFile, type Call, type Failure } from "./call.ts";
import { frozenAndMeasured } from "./deep_freeze.ts";

export type HostAnswer =
  | { readonly ok: true; readonly answer: unknown; readonly keptAt?: string }
  | Failure<ErrorCode>;

/** Maximum size of an answer of another host, bytes. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Sufficient for the readings of an answer of that size, each with its instant. */
const ANSWER_BOUNDS: JsonBounds = { maxValues: 2_000_000, maxDepth: 32 };
/** Maximum size of a file: a document of the maximum `MAX_DOCUMENT_MB`. */
const MAX_FILE_BYTES = 24 * 1024 * 1024;

/** Maximum length of the message of a refusal that is passed on, characters. */
const MESSAGE_LENGTH = 1_000;

const refusalWords = z.object({ code: z.string().optional(), message: z.string().optional() });

/** What the host asks to confirm. */
const askedWords = z.object({
  effects: z.array(
    z.object({ kind: z.string(), text: z.string().max(MESSAGE_LENGTH) })
      .catchall(z.union([z.string(), z.number()])),
  ).max(20),
  confirmation: z.string().refine(isConfirmation),
});

/** Codes by status, for a host whose errors have other names. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: "bad-request",
  401: "not-signed-in",
  403: "forbidden",
  404: "not-found",
  405: "method-not-allowed",
  408: "too-slow",
  409: "conflict",
  413: "too-large",
  415: "unsupported-media-type",
  429: "too-many-requests",
  501: "not-implemented",
};

/**
 * Parses the answer of another host to a call; an answer of another shape counts as unreachable.
 *
 * @param now epoch ms, to turn "in 30 seconds" into an instant
 */
export async function readAnswer(call: Call, response: Response, now: number): Promise<HostAnswer> {
  const isFile = answersFile(call);
  const bytes = await boundedBytes(response, isFile ? MAX_FILE_BYTES : MAX_ANSWER_BYTES);
  if (bytes === null) return unreachable();
  if (!response.ok) return refused(response, bytes, now);
  if (isFile) {
    if (!isFileOf(call, response, bytes)) return unreachable();
    const flow = ReadableStream.from([bytes]);
    return parsed(call, {
      fileName: fileNameOf(response.headers),
      bytes,
      size: bytes.length,
      flow,
    });
  }
  const body = bytes.length === 0 ? null : jsonOf(bytes);
  return parsed(call, call.creates ? createdAnswer(body, response.headers) : body);
}

const PDF_HEAD = new TextEncoder().encode("%PDF-");

/** False for a page of a proxy, and an empty answer, which a reader would save as the file. */
function isFileOf({ answerKind }: Call, { headers }: Response, bytes: Uint8Array): boolean {
  const isPage = /^text\/html\b/i.test(headers.get("content-type") ?? "");
  const isPdf = PDF_HEAD.every((byte, at) => bytes[at] === byte);
  return bytes.length > 0 && !isPage && (answerKind !== "pdf" || isPdf);
}

/** A host may return only the id of a created record, in a header (F §7). */
function createdAnswer(body: unknown, headers: Headers): unknown {
  return { id: headers.get("x-created-id"), ...(typeof body === "object" ? body : {}) };
}

/** The file name of an answer (RFC 6266). */
function fileNameOf(headers: Headers): string {
  const disposition = headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "download";
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return plain;
    throw error;
  }
}

/** The refusal for a host that is unreachable, or sends an unreadable answer. */
export function unreachable(): HostAnswer {
  const { status, message } = ERRORS["upstream-unreachable"];
  return { ok: false, code: "upstream-unreachable", status, message };
}

function parsed(call: Call, value: unknown): HostAnswer {
  const result = call.answer.safeParse(value);
  return result.success ? { ok: true, answer: result.data } : unreachable();
}

function refused(response: Response, bytes: Uint8Array, now: number): HostAnswer {
  const { status } = response;
  const body = jsonOf(bytes);
  const words = refusalWords.safeParse(body);
  const { code, message } = words.success ? words.data : {};
  const known = code !== undefined && isErrorCode(code) ? code : CODES[status];
  if (known === undefined) return unreachable();
  const retryAt = retryInstant(response.headers, now);
  return {
    ok: false,
    code: known,
    status,
    message: message?.slice(0, MESSAGE_LENGTH) ?? ERRORS[known].message,
    ...(retryAt !== null && { retryAt }),
    ...(known === "to-confirm" && askedWords.safeParse(body).data),
  };
}

/** @returns null without a valid Retry-After */
function retryInstant(headers: Headers, now: number): string | null {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  const isSane = Number.isFinite(seconds) && seconds >= 0 && seconds <= 86_400;
  return isSane ? new Date(now + seconds * 1000).toISOString() : null;
}

/** An escape of half a surrogate pair, which may be of a pair. */
const SURROGATE = /\\ud[89a-f]/i;

/**
 * The value of a JSON text; undefined for another text, one beyond the bounds, or one with an unpaired surrogate, which
 * no address can contain.
 */
function jsonOf(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  if (valueCount(text, ANSWER_BOUNDS) === null) return undefined;
  const value = parsedJson(text);
  return SURROGATE.test(text) && !isWellFormed(value) ? undefined : value;
}

function isWellFormed(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "string" && !one.isWellFormed()) return false;
    if (typeof one !== "object" || one === null) continue;
    for (const [name, inside] of Object.entries(one)) left.push(name, inside);
  }
  return true;
}

/** @returns null when there is more than our largest answer */
async function boundedBytes(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return joinedBytes(parts);
}

/** The text of a response. @returns null when it is truncated, or longer than `maxBytes` */
export async function boundedText(response: Response, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  try {
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > maxBytes) return null;
      text += decoder.decode(part, { stream: true });
    }
  } catch {
    return null;
  }
  return text + decoder.decode();
}

/** Delay of a Retry-After header, ms; undefined without one in seconds. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d{1,7}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

export const storedAnswerRecord = z.object({
  json: z.string(),
  keptAt: z.number(),
  expiresAt: z.number(),
});

/** Length above which an answer is cached only in the process that fetched it: a value has at most 64 KiB. */
const MAX_JSON_LENGTH = 20_000;

/** Cached answers of another host, shared by every process on the store. */
export class StoredAnswers implements SharedTier {
  constructor(private readonly store: Store, private readonly now: () => number) {}

  /** @returns null when absent or expired */
  async read(key: string): Promise<CachedValue<unknown> | null> {
    const { value } = await readEntry(this.store, keys.cache(key), storedAnswerRecord);
    if (value === null || value.expiresAt <= this.now()) return null;
    return { value: frozenAndMeasured(JSON.parse(value.json)), keptAt: value.keptAt };
  }

  /** Stores an answer, when the store can be written. */
  async write(key: string, { value, keptAt }: CachedValue<unknown>, forMs: number): Promise<void> {
    const json = JSON.stringify(value);
    if (json === undefined || json.length > MAX_JSON_LENGTH) return;
    const record = { json, keptAt, expiresAt: keptAt + forMs };
    const atomic = this.store.atomic().set(keys.cache(key), record, { expireIn: forMs });
    await ignoreStoreFailure(atomic.commit());
  }

  async remove(key: string): Promise<void> {
    await this.store.atomic().delete(keys.cache(key)).commit();
  }
}
