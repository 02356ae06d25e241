/** Reads bodies and forms within limits of size, pace and memory. @module */

import { HttpError } from "fresh";
import { joinedParts } from "@/lib/base/bytes.ts";
import { CallError, DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import {
  BODY_BUDGET,
  ByteBudget,
  type CountedBytes,
  type MemoryReservation,
  release,
} from "@/lib/base/memory_budget.ts";
import { wholeParts } from "@/lib/files/decompression.ts";
import { announcedReader, anyReader, PART_BYTES, type PartReader } from "./body_stream.ts";
import {
  formOf,
  type FormOptions,
  type MultipartForm,
  multipartForm,
  PLAIN_TYPE,
  type TextField,
  textFieldsOf,
  textsOf,
} from "./multipart.ts";
import { partMark } from "./multipart_parts.ts";
import { announcedBytes, reservationOf } from "./request_info.ts";

/**
 * What all bodies that are read on after their first `maxMs` may hold: slow senders leave the rest of the budget to others.
 *
 * @spec deposits.pace
 */
const SLOW_BUDGET = new ByteBudget(BODY_BUDGET.maxBytes / 2);

/**
 * What all bodies that do not say their length may hold while they are read: no browser sends one, and only when it is
 * past its limit is one known to be too large.
 */
const UNANNOUNCED_BUDGET = new ByteBudget(BODY_BUDGET.maxBytes / 2);

/** The same for the files of forms: each may use as much of it as its form may be long, a document in all. */
const UNANNOUNCED_FILES: ByteBudget = new ByteBudget(24 * 1_024 * 1_024);

/**
 * What forms with files may hold for their texts, and for parts on their way: files that spend the budget of all bodies
 * leave this much for what was typed beside others.
 *
 * @spec forms.busy
 */
const TEXT_BUDGET: ByteBudget = new ByteBudget(2 * 1_024 * 1_024);

/** What is kept of a body while it arrives, counted in each budget that it falls under. */
class KeptBytes implements CountedBytes {
  readonly #slow = SLOW_BUDGET.open();
  #bytes = 0;
  /** Whether the body is read on after its first `maxMs`. */
  isSlow = false;

  /** @param held what its request holds of the budget of all bodies, until it is answered */
  constructor(
    private readonly held: MemoryReservation,
    private readonly isAnnounced: boolean,
    private readonly unannounced: MemoryReservation = UNANNOUNCED_BUDGET.open(),
  ) {}

  /** Reserves more bytes, before they are allocated. @throws CallError when a budget is spent */
  grow(bytes: number): void {
    const size = this.#bytes + bytes;
    if (this.isSlow) this.#slow.growTo(size);
    if (!this.isAnnounced) this.unannounced.growTo(size);
    this.held.grow(bytes);
    this.#bytes = size;
  }

  /** Releases bytes that are no longer referenced. */
  shrink(bytes: number): void {
    this.#bytes -= bytes;
    for (const held of [this.#slow, this.unannounced, this.held]) held.shrink(bytes);
  }

  /** Nothing more of the body comes: only its request counts what it holds. */
  arrived(): void {
    this.#slow.release();
    this.unannounced.release();
  }
}

type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly code: BodyFault };

/** Why a body was not read: its size, its pace, a used-up budget, or a broken connection. */
const BODY_FAULTS = ["too-large", "too-slow", "overloaded", "bad-request"] as const;
type BodyFault = typeof BODY_FAULTS[number];

type FormFault = BodyFault | "too-many-fields" | "unsupported-media-type";

/** Largest form without files, bytes. */
export const MAX_FORM_BYTES = 256 * 1_024;

/** Parts of a form with a file: they are copied into the arrays of its fields. */
const FORM_PART_BYTES = 16 * 1_024;

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
  /** The budget share in which parts are counted before they are allocated, by a caller that holds them all. */
  readonly held?: MemoryReservation;
  /** What a caller keeps of the parts that it reads one by one. */
  readonly kept?: KeptBytes;
  /** The budget share of the part that such a caller is reading. */
  readonly coming?: MemoryReservation;
}

export async function readLimited(request: Request, limits: BodyLimits): Promise<ReadBody> {
  const held = reservationOf(request);
  try {
    const parts = await wholeParts(sentParts(request, { ...limits, held }));
    return { ok: true, bytes: await joinedParts(parts) };
  } catch (fault) {
    const code = fault instanceof CallError ? bodyFault(fault.code) : null;
    if (code === null) throw fault;
    return { ok: false, code };
  }
}

/**
 * The parts of a body as they arrive, within the limits.
 *
 * @throws CallError when the body is too large, too slow or broken off, or the budget of all bodies is used up
 */
export async function* sentParts(
  request: Request,
  { maxBytes, maxMs = 30_000, paceBytes = Infinity, partBytes = PART_BYTES, ...counted }:
    BodyLimits,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const announced = announcedBytes(request);
  if (announced > maxBytes) throw new CallError("too-large");
  if (request.body === null) return;
  const whole = counted.held && new KeptBytes(counted.held, announced > 0);
  const kept = whole ?? counted.kept;
  const coming = counted.coming && asOnePart(counted.coming);
  const held = whole ?? coming;
  const reader = announcedReader(request.body, { announced, partBytes, held }) ??
    anyReader(request.body, held);
  let [late, expected] = [false, paceBytes];
  const timer = setInterval(() => {
    late = reader.receivedBytes < expected;
    expected = reader.receivedBytes + paceBytes;
    if (late) reader.cancel();
    if (kept) kept.isSlow = true;
  }, maxMs);
  try {
    const next = () => nextPart(reader, maxBytes);
    for (let part = await next(); part !== null; part = await next()) {
      const { length } = part;
      yield part;
      coming?.shrink(length);
    }
    // After cancel() a cut body looks complete; `late` marks it.
    if (late) throw new CallError("too-slow");
  } finally {
    clearInterval(timer);
    kept?.arrived();
    reader.cancel();
  }
}

/** Counts a part that is being read: as one of the runtime's own at most, since a longer one is in memory already. */
function asOnePart(held: MemoryReservation): CountedBytes {
  const counted = (bytes: number) => Math.min(bytes, PART_BYTES);
  return {
    grow: (bytes) => held.grow(counted(bytes)),
    shrink: (bytes) => held.shrink(counted(bytes)),
  };
}

/**
 * The next part. Translates the limiter's error, and a broken connection into a bad request. A body beyond its limit is
 * too large, also where the budget has no room for it.
 */
async function nextPart(
  reader: PartReader,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const isTooLarge = () => reader.receivedBytes > maxBytes;
  try {
    const part = await reader.next();
    if (isTooLarge()) throw new CallError("too-large");
    return part;
  } catch (fault) {
    const isPastFront = fault instanceof HttpError && fault.status === 413;
    if (isPastFront || isTooLarge()) throw new CallError("too-large");
    if (fault instanceof CallError) throw fault;
    throw new CallError("bad-request", null, { detail: "The body broke off" });
  }
}

function bodyFault(code: CallError["code"]): BodyFault | null {
  return BODY_FAULTS.find((fault) => fault === code) ?? null;
}

/** Why a form was not read; what was typed in it, where its files alone could not be taken. */
export interface UnreadForm {
  readonly ok: false;
  readonly code: FormFault;
  readonly typed?: readonly TextField[];
}

type ReadForm = { readonly ok: true; readonly form: FormData } | UnreadForm;

/** Reads a form (urlencoded or multipart), and stops at the limits. */
export async function readForm(request: Request, limits: BodyLimits): Promise<ReadForm> {
  if (isCompressed(request)) return { ok: false, code: "unsupported-media-type" };
  try {
    const mark = partMark(typeOf(request));
    if (mark !== null) return await readFiles(request, limits, mark);
    const read = await readLimited(request, limits);
    if (!read.ok) return read;
    const form = await formOf(read.bytes, typeOf(request));
    release(read.bytes);
    return { ok: true, form };
  } catch (fault) {
    const code = fault instanceof CallError ? formFault(fault.code) : null;
    if (code === null) throw fault;
    return { ok: false, code };
  }
}

/** Reads a form with files: where there is no memory left for them, what was typed beside them. @spec forms.busy */
async function readFiles(
  request: Request,
  limits: BodyLimits,
  mark: Uint8Array,
): Promise<ReadForm> {
  const { form, lacksFiles } = await readParts(request, limits, { mark, files: "left-out" });
  if (!lacksFiles) return { ok: true, form };
  return { ok: false, code: "overloaded", typed: textFieldsOf(form) };
}

/** Reads a multipart body as it arrives. @throws CallError as {@link sentParts}, or as {@link multipartForm} */
export async function readParts(
  request: Request,
  limits: BodyLimits,
  { mark, files }: Pick<FormOptions, "files"> & { readonly mark: Uint8Array },
): Promise<MultipartForm> {
  const unannounced = UNANNOUNCED_FILES.open(limits.maxBytes);
  const kept = new KeptBytes(reservationOf(request), announcedBytes(request) > 0, unannounced);
  const texts = TEXT_BUDGET.open();
  const parts = sentParts(request, { ...limits, kept, coming: texts, partBytes: FORM_PART_BYTES });
  const held = { files: kept, texts };
  try {
    return await multipartForm(parts, mark, {
      maxTextBytes: MAX_FORM_BYTES,
      held,
      ...files && { files },
    });
  } finally {
    texts.release();
  }
}

function formFault(code: CallError["code"]): FormFault | null {
  return bodyFault(code) ?? (code === "too-many-fields" ? code : null);
}

/** The fields of a form that are no files, regardless of the size of its files; null when they cannot be read. */
export async function readTexts(request: Request, limits: BodyLimits): Promise<TextField[] | null> {
  if (isCompressed(request)) return null;
  try {
    return await textsOf(sentParts(request, limits), typeOf(request), MAX_FORM_BYTES);
  } catch (fault) {
    if (fault instanceof CallError) return null;
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
