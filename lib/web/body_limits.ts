/** Reads bodies and forms within limits of size and pace. @module */

import { BytesBuilder } from "@/lib/base/bytes.ts";
import { CallError, DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { isWorkbook } from "@/lib/files/file_text.ts";
import { freedText } from "@/lib/files/text_decoding.ts";
import { type SheetChoice, workbookText } from "@/lib/files/workbook_text.ts";
import { hasSlot, takeSlot } from "./body_slots.ts";
import {
  formOf,
  type MultipartForm,
  multipartForm,
  partMark,
  PLAIN_TYPE,
  type TextField,
  textFieldsOf,
} from "./multipart.ts";
import { announcedBytes, requestInfoOf } from "./request_info.ts";

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
}

type Part = Uint8Array<ArrayBuffer>;

/** The bytes of a body. @throws CallError as {@link sentParts}, or when a large body has no slot */
export async function readBytes(request: Request, limits: BodyLimits): Promise<Part> {
  const announced = announcedBytes(request);
  const bytes = new BytesBuilder(Math.min(announced || PART_BYTES, ARRAY_BYTES));
  for await (const part of sentParts(request, limits)) {
    takeSlot(request, Math.max(announced, bytes.size + part.length));
    bytes.add(part);
  }
  return bytes.take();
}

/** Arrays that the parts of a body are copied into, bytes. */
const ARRAY_BYTES = 256 * 1_024;
/**
 * Parts that are read at once. In longer ones the runtime gathered all that it had received in one array: 24 to 32 MiB
 * outside V8.
 */
const PART_BYTES = 16 * 1_024;

/**
 * The parts of a body as they arrive, within the limits. A part is to be copied: its memory is used again for the next.
 *
 * @throws CallError when the body is too large, too slow or broken off
 */
async function* sentParts(
  request: Request,
  { maxBytes, maxMs = 30_000, paceBytes = Infinity }: BodyLimits,
): AsyncGenerator<Part> {
  const announced = announcedBytes(request);
  const most = Math.min(maxBytes, requestInfoOf(request).maxBodyBytes ?? Infinity);
  if (announced > most) throw new CallError("too-large");
  if (request.body === null) return;
  const reader = partReader(request.body);
  let [received, expected, late] = [0, paceBytes, false];
  const timer = setInterval(() => {
    late = received < expected;
    expected = received + paceBytes;
    if (late) reader.cancel();
  }, maxMs);
  try {
    for (let part = await reader.next(); part !== null; part = await reader.next()) {
      received += part.length;
      if (received > most) throw new CallError("too-large");
      yield part;
      // Reading on fails where the sender has closed its half of the connection after the last byte.
      if (received === announced) return;
      // Parts that have arrived already leave no turn to others.
      await yieldToEventLoop();
    }
    // After cancel() a cut body looks complete; `late` marks it.
    if (late) throw new CallError("too-slow");
  } finally {
    clearInterval(timer);
    reader.cancel();
  }
}

/** Reads a body into one array: the runtime would allocate 64 KiB for each part, however short. */
function partReader(body: ReadableStream<Part>) {
  const reader = byteReader(body) ?? body.getReader();
  let buffer = new ArrayBuffer(PART_BYTES);
  return {
    async next(): Promise<Part | null> {
      try {
        const { done, value } = reader instanceof ReadableStreamBYOBReader
          ? await reader.read(new Uint8Array(buffer))
          : await reader.read();
        if (value) buffer = value.buffer;
        return done || !value ? null : value;
      } catch {
        throw new CallError("bad-request", null, { detail: "The body broke off" });
      }
    },
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

/** A reader into a given array; null for a stream that allocates its own, as of a request made by this program. */
function byteReader(body: ReadableStream<Part>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch (fault) {
    if (fault instanceof TypeError && !body.locked) return null;
    throw fault;
  }
}

/** Why a form was not read: its size, its pace, its type, a lack of slots, or a broken connection. */
const FORM_FAULTS = [
  "too-large",
  "too-slow",
  "overloaded",
  "bad-request",
  "too-many-fields",
  "unsupported-media-type",
] as const;

/** A form that was not read; what was typed in it, where its files alone could not be taken. */
export interface UnreadForm {
  readonly ok: false;
  readonly code: typeof FORM_FAULTS[number];
  readonly typed?: readonly TextField[];
}

type ReadForm = { readonly ok: true; readonly form: FormData } | UnreadForm;

/**
 * Reads a form (urlencoded or multipart), and stops at the limits. Where there is no slot for its files, what was typed
 * beside them is read.
 *
 * @spec forms.busy
 */
export async function readForm(request: Request, limits: BodyLimits): Promise<ReadForm> {
  try {
    const hasRoom = (bytes: number) => hasSlot(request, bytes);
    const { form, lacksFiles } = await readFields(request, limits, hasRoom);
    return lacksFiles
      ? { ok: false, code: "overloaded", typed: textFieldsOf(form) }
      : { ok: true, form };
  } catch (fault) {
    const code = fault instanceof CallError && FORM_FAULTS.find((one) => one === fault.code);
    if (!code) throw fault;
    return { ok: false, code };
  }
}

/** The fields of a form that are no files, regardless of the size of its files; null when they cannot be read. */
export async function readTexts(request: Request, limits: BodyLimits): Promise<TextField[] | null> {
  try {
    return textFieldsOf((await readFields(request, limits, () => false)).form);
  } catch (fault) {
    if (fault instanceof CallError) return null;
    throw fault;
  }
}

/** @param hasRoom whether its files may have this many bytes together */
async function readFields(
  request: Request,
  limits: BodyLimits,
  hasRoom: (bytes: number) => boolean,
): Promise<MultipartForm> {
  refuseCompressed(request);
  const type = request.headers.get("content-type") ?? PLAIN_TYPE;
  const mark = partMark(type);
  if (mark !== null) return await readParts(request, limits, mark, hasRoom);
  const maxBytes = Math.min(limits.maxBytes, MAX_FORM_BYTES);
  return {
    form: formOf(await readBytes(request, { ...limits, maxBytes }), type),
    lacksFiles: false,
  };
}

/**
 * Reads a multipart body as it arrives. @throws CallError as {@link readBytes}, or as {@link multipartForm}
 *
 * @param hasRoom whether its files may have this many bytes together
 */
export function readParts(
  request: Request,
  limits: BodyLimits,
  mark: Uint8Array,
  hasRoom: (bytes: number) => boolean,
): Promise<MultipartForm> {
  const options = { maxTextBytes: MAX_FORM_BYTES, hasRoom };
  return multipartForm(sentParts(request, limits), mark, options);
}

/** Refuses a compressed form: browsers never send one. @throws CallError */
function refuseCompressed({ headers }: Request): void {
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") throw new CallError("unsupported-media-type");
}

/**
 * The text of a sent file; of an Excel workbook, its first sheet or each as CSV, for which it needs a slot.
 *
 * @throws CallError when it is a workbook that cannot be read
 */
export async function textOfFile(
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
  sheets?: SheetChoice,
): Promise<string> {
  if (!isWorkbook(bytes)) return freedText(bytes);
  takeSlot(request, Infinity);
  return await workbookText(bytes, sheets);
}
