/** Bodies, read with a limit: `Deno.serve` has none of its own. @module */
import { HttpError } from "fresh";
import {
  BODY_BUDGET,
  ByteBudget,
  freeBytes,
  type HeldBytes,
} from "@/lib/backend/core/byte_budget.ts";
import { formOf, PLAIN_TYPE } from "@/lib/backend/core/form_body.ts";
import { type TextField, textsOf } from "@/lib/backend/core/form_texts.ts";
import { joinedParts, wholeParts } from "@/lib/backend/core/inflate.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { DEPOSIT_PART_BYTES } from "@/lib/domain/contracting/limits.ts";
import { announcedReader, anyReader, PART_BYTES, type PartReader } from "./body_parts.ts";
import { announcedBytes, heldBy } from "./request_facts.ts";

export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly code: BodyFault };

/** Why a body was not read: its size, its pace, a used-up budget, or a broken connection. */
const BODY_FAULTS = ["too-large", "too-slow", "overloaded", "bad-request"] as const;
export type BodyFault = typeof BODY_FAULTS[number];

export type FormFault = BodyFault | "too-many-fields" | "unsupported-media-type";

/** Largest form without files, bytes. */
export const MAX_FORM_BYTES = 256 * 1_024;

/**
 * Least number of bytes of a file that must arrive in each `maxMs`: at 128 kbit/s, a file of 20 MiB takes 21 minutes.
 *
 * @spec deposits.pace
 * @spec imports.pace
 */
export const FILE_PACE_BYTES = DEPOSIT_PART_BYTES;

export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds for the whole body, or for each `paceBytes` of it. */
  readonly maxMs?: number;
  /** Bytes that must arrive in each `maxMs` for reading to go on; without it, `maxMs` is for the whole body. */
  readonly paceBytes?: number | undefined;
  /** Longest part of a body of announced length. */
  readonly partBytes?: number;
  /** The budget share in which parts are counted before they are allocated. */
  readonly held?: HeldBytes;
}

/**
 * Budget of bodies that take longer than their first `maxMs`: slow senders leave the rest to others.
 *
 * @spec deposits.pace
 */
const SLOW_BUDGET = new ByteBudget(BODY_BUDGET.maxBytes / 2);

/**
 * Budget of bodies of unknown length. No browser sends one, and it is known to be too large only once it is.
 */
const UNANNOUNCED_BUDGET = new ByteBudget(BODY_BUDGET.maxBytes / 2);

export async function readLimited(request: Request, limits: BodyLimits): Promise<ReadBody> {
  const held = heldBy(request);
  try {
    const parts = await wholeParts(sentParts(request, { ...limits, held }));
    return { ok: true, bytes: await joinedParts(parts) };
  } catch (fault) {
    const code = fault instanceof Refused ? bodyFault(fault.code) : null;
    if (code === null) throw fault;
    return { ok: false, code };
  }
}

/**
 * The parts of a body as they arrive, within the limits.
 *
 * @throws Refused when the body is too large, too slow or broken off, or the budget of all bodies is used up
 */
export async function* sentParts(
  request: Request,
  { maxBytes, maxMs = 30_000, paceBytes = Infinity, partBytes = PART_BYTES, held }: BodyLimits,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const announced = announcedBytes(request);
  if (announced > maxBytes) throw new Refused("too-large");
  if (request.body === null) return;
  const reader = announcedReader(request.body, { announced, partBytes, held }) ??
    anyReader(request.body, held);
  const [slow, unannounced] = [SLOW_BUDGET.open(), UNANNOUNCED_BUDGET.open()];
  let [late, expected] = [false, paceBytes];
  const timer = setInterval(() => {
    late = reader.receivedBytes < expected;
    expected = reader.receivedBytes + paceBytes;
    if (late) reader.cancel();
  }, maxMs);
  try {
    for (let part = await nextPart(reader); part !== null; part = await nextPart(reader)) {
      const size = reader.receivedBytes;
      if (size > maxBytes) throw new Refused("too-large");
      if (expected > paceBytes) slow.growTo(size);
      if (announced === 0) unannounced.growTo(size);
      yield part;
    }
    // After cancel() a cut body looks complete; `late` marks it.
    if (late) throw new Refused("too-slow");
  } finally {
    clearInterval(timer);
    slow.release();
    unannounced.release();
    reader.cancel();
  }
}

/** The next part. Translates the limiter's error, and a broken connection into a bad request. */
async function nextPart(reader: PartReader): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await reader.next();
  } catch (fault) {
    if (fault instanceof Refused) throw fault;
    const isPastFront = fault instanceof HttpError && fault.status === 413;
    if (isPastFront) throw new Refused("too-large");
    throw new Refused("bad-request", null, { detail: "The body broke off" });
  }
}

function bodyFault(code: Refused["code"]): BodyFault | null {
  return BODY_FAULTS.find((fault) => fault === code) ?? null;
}

/** Reads a form (urlencoded or multipart) within the limits; null when the body is not a form. */
export async function readForm(request: Request, limits: BodyLimits): Promise<
  { ok: true; form: FormData } | { ok: false; code: FormFault }
> {
  if (isCompressed(request)) return { ok: false, code: "unsupported-media-type" };
  const read = await readLimited(request, limits);
  if (!read.ok) return read;
  try {
    const form = await formOf(read.bytes, typeOf(request));
    freeBytes(read.bytes);
    return { ok: true, form };
  } catch (fault) {
    const code = fault instanceof Refused ? fault.code : null;
    const isOurs = code === "bad-request" || code === "too-large" || code === "too-many-fields";
    if (!isOurs) throw fault;
    return { ok: false, code };
  }
}

/** The text fields of a form, of any size of its files; null when they cannot be read. */
export async function readTexts(request: Request, limits: BodyLimits): Promise<TextField[] | null> {
  if (isCompressed(request)) return null;
  try {
    return await textsOf(sentParts(request, limits), typeOf(request), MAX_FORM_BYTES);
  } catch (fault) {
    if (fault instanceof Refused) return null;
    throw fault;
  }
}

/** Compressed forms are not read: browsers never send them. */
function isCompressed({ headers }: Request): boolean {
  return (headers.get("content-encoding") ?? "identity") !== "identity";
}

function typeOf({ headers }: Request): string {
  return headers.get("content-type") ?? PLAIN_TYPE;
}
