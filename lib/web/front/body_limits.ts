/**
 * Bodies, read with a limit: `Deno.serve` has none of its own.
 *
 * @module
 */
import { HttpError } from "fresh";
import {
  BODY_BUDGET,
  ByteBudget,
  freeBytes,
  type HeldBytes,
} from "@/lib/backend/core/byte_budget.ts";
import { formOf } from "@/lib/backend/core/form_body.ts";
import { joinedParts, wholeParts } from "@/lib/backend/core/inflate.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { heldBy } from "./request_facts.ts";

export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly code: BodyFault };

/** Why a body was not read: its size, its pace, what all bodies hold already, or that it broke off. */
const BODY_FAULTS = ["too-large", "too-slow", "overloaded", "bad-request"] as const;
export type BodyFault = typeof BODY_FAULTS[number];

export type FormFault = BodyFault | "too-many-fields" | "unsupported-media-type";

/** A form without files is smaller than this, bytes. */
export const MAX_FORM_BYTES = 256 * 1_024;

/** Limits of a read. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds for the whole body, or for each `paceBytes` of it. */
  readonly maxMs?: number;
  /** A body of which so much arrives in each `maxMs` is read on; without it, none is. */
  readonly paceBytes?: number | undefined;
  /** Longest part of a body that says its length. */
  readonly partBytes?: number;
  /** Where parts are counted as held, before there is memory for them. */
  readonly held?: HeldBytes;
}

/** As long as the parts that the runtime itself gives. */
const PART_BYTES = 64 * 1_024;

/**
 * What all bodies that are read on after their first `maxMs` may hold: slow senders leave the rest of the budget to others.
 *
 * @spec deposits.pace
 */
const SLOW_BUDGET = new ByteBudget(BODY_BUDGET.maxBytes / 2);

/** Reads the body of a request, and stops at the limits. */
export async function readLimited(request: Request, limits: BodyLimits): Promise<ReadBody> {
  const held = heldBy(request);
  try {
    const parts = await wholeParts(sentParts(request, { ...limits, held }));
    return { ok: true, bytes: await joinedParts(parts, held) };
  } catch (fault) {
    const code = fault instanceof Refused ? bodyFault(fault.code) : null;
    if (code === null) throw fault;
    return { ok: false, code };
  }
}

/**
 * The parts of a body as they arrive, within the limits.
 *
 * @throws Refused when they are too many or too slow, break off, or are more than the budget of all bodies
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
  const slow = SLOW_BUDGET.open();
  let [late, size, expected, slowBytes] = [false, 0, paceBytes, 0];
  const timer = setInterval(() => {
    late = size < expected;
    expected = size + paceBytes;
    if (late) reader.cancel();
  }, maxMs);
  try {
    for (let part = await nextPart(reader); part !== null; part = await nextPart(reader)) {
      size += part.length;
      if (size > maxBytes) throw new Refused("too-large");
      if (expected > paceBytes) {
        slow.grow(size - slowBytes);
        slowBytes = size;
      }
      yield part;
    }
    // After cancel() a cut body looks complete: `late` tells it apart.
    if (late) throw new Refused("too-slow");
  } finally {
    clearInterval(timer);
    slow.release();
    reader.cancel();
  }
}

interface PartReader {
  /** Null at the end, and once cancelled. */
  next(): Promise<Uint8Array<ArrayBuffer> | null>;
  cancel(): void;
}

/**
 * Reads a body of announced length into arrays of that length: the runtime gives each part 64 KiB, however short, and
 * a body of 600 kB in ten parts.
 *
 * @returns null when the length is not known, or the stream gives its own arrays
 */
function announcedReader(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { announced, partBytes, held }: {
    readonly announced: number;
    readonly partBytes: number;
    readonly held: HeldBytes | undefined;
  },
): PartReader | null {
  const reader = announced > 0 ? byteReader(body) : null;
  if (reader === null) return null;
  let left = announced;
  const next = async () => {
    const size = Math.min(left, partBytes);
    if (size === 0) return null;
    held?.grow(size);
    let [buffer, length] = [new ArrayBuffer(size), 0];
    while (length < size) {
      const { done, value } = await reader.read(new Uint8Array(buffer, length));
      if (value === undefined) return null;
      buffer = value.buffer;
      length += value.length;
      if (done) break;
    }
    left = length < size ? 0 : left - size;
    return length === 0 ? null : new Uint8Array(buffer, 0, length);
  };
  return { next, cancel: () => void reader.cancel().catch(() => {}) };
}

/** A reader that fills arrays of ours; null for a stream that has none. */
function byteReader(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch (fault) {
    if (fault instanceof TypeError && !body.locked) return null;
    throw fault;
  }
}

function anyReader(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  held: HeldBytes | undefined,
): PartReader {
  const reader = body.getReader();
  const next = async () => {
    const { done, value } = await reader.read();
    if (done) return null;
    held?.grow(value.length);
    return value;
  };
  return { next, cancel: () => void reader.cancel().catch(() => {}) };
}

/** The next part; the limit of the front speaks as ours. A body that breaks off is its sender's fault, not ours. */
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

/** Reads a form (urlencoded or multipart), and stops at the limits; null when the body is no form. */
export async function readForm(
  request: Request,
  limits: BodyLimits,
): Promise<
  { ok: true; form: FormData } | { ok: false; code: FormFault }
> {
  // No browser compresses a form: what says it is compressed is not looked at.
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") return { ok: false, code: "unsupported-media-type" };
  const read = await readLimited(request, limits);
  if (!read.ok) return read;
  const type = request.headers.get("content-type") ?? "application/x-www-form-urlencoded";
  try {
    const form = await formOf(read.bytes, type);
    freeBytes(read.bytes);
    return { ok: true, form };
  } catch (fault) {
    const code = fault instanceof Refused ? fault.code : null;
    const isOurs = code === "bad-request" || code === "too-large" || code === "too-many-fields";
    if (!isOurs) throw fault;
    return { ok: false, code };
  }
}

/** Bytes a request says it carries; 0 when it does not say. */
export function announcedBytes(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}
