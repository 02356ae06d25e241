/** Parses forms, multipart or URL-encoded, as they arrive. @module */

import { BytesBuilder, joinedBytes, release } from "@/lib/base/bytes.ts";
import { CallError, MOST_DEPOSIT_VALUES } from "@/lib/base/errors.ts";
import { Slices } from "@/lib/base/event_loop.ts";
import { headOf, markPlace, type PartHead, partMark } from "./multipart_parts.ts";

/**
 * A file of a form in our own array: the memory of a runtime `File` is outside of the heap until it is collected, and
 * each read makes another copy.
 */
class SentFile extends File {
  readonly #content: Uint8Array<ArrayBuffer>;

  constructor(content: Uint8Array<ArrayBuffer>, name: string, type: string) {
    super([], name, { type });
    this.#content = content;
  }

  override get size(): number {
    return this.#content.length;
  }

  /** The array itself: its last reader frees it. */
  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(this.#content);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#content.slice().buffer);
  }

  override text(): Promise<string> {
    return Promise.resolve(new TextDecoder().decode(this.#content));
  }

  override slice(from?: number, to?: number, type = ""): Blob {
    return new Blob([this.#content.slice(from, to)], { type });
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.slice().stream();
  }
}

/** Files, and fields that every form has, beside the values of the largest form. */
const OTHER_PARTS = 100;
/** Parts of a multipart body: no fewer than a page lets its reader send. */
export const MOST_PARTS = MOST_DEPOSIT_VALUES + OTHER_PARTS;
/** Arrays of a text, and of a file: the C library maps long ones each on its own, freed short ones stay in its heap. */
const [TEXT_BYTES, FILE_BYTES] = [1_024, 256 * 1_024];
const HYPHENS = 2;
const [LINE_END, HYPHEN] = [new Uint8Array([13, 10]), 45];

export interface FormOptions {
  /** Bytes of all texts together, with their names. */
  readonly maxTextBytes: number;
  /** Whether files may have this many bytes together; the form is read on without them otherwise. */
  hasRoom(bytes: number): boolean;
}

export interface MultipartForm {
  readonly form: FormData;
  readonly lacksFiles: boolean;
}

/**
 * The fields and files of a multipart body.
 *
 * Deno's own reader examines each byte: 30 MB would block the event loop for 150 ms, and each of 100,000 parts
 * takes a piece of memory of its own.
 *
 * @throws CallError when there is too much, or the body does not match its type
 */
export async function multipartForm(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>,
  mark: Uint8Array,
  options: FormOptions,
): Promise<MultipartForm> {
  const reading = new Reading(mark, options);
  try {
    for await (const part of parts) await reading.take(part);
    return reading.whole();
  } catch (fault) {
    reading.leaveFiles();
    throw fault;
  }
}

interface Field {
  readonly head: PartHead;
  readonly content: BytesBuilder;
}

class Reading {
  readonly #form = new FormData();
  readonly #files: { readonly head: PartHead; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  readonly #slices = new Slices();
  #leftTextBytes: number;
  #fileBytes = 0;
  #partCount = 0;
  /** Bytes that arrived and are not read yet: the first boundary may be at the very beginning, without a line break. */
  #rest: Uint8Array = LINE_END;
  /** Null before the first boundary, undefined before a head. */
  #field: Field | null | undefined = null;
  #isOver = false;
  #lacksFiles = false;

  constructor(private readonly mark: Uint8Array, private readonly options: FormOptions) {
    this.#leftTextBytes = options.maxTextBytes;
  }

  /** Reads a part, up to where more must arrive. */
  async take(part: Uint8Array<ArrayBuffer>): Promise<void> {
    const arrived = joinedBytes(this.#isOver ? [] : [this.#rest, part]);
    this.#rest = arrived;
    for (let isRead = true; isRead && !this.#isOver;) {
      isRead = this.#field === undefined ? this.#readHead() : await this.#readContent();
    }
    this.#rest = new Uint8Array(this.#rest);
    release(arrived);
    await this.#slices.pause();
  }

  whole(): MultipartForm {
    // Without its last boundary, the body was cut.
    if (!this.#isOver) throw new CallError("bad-request");
    for (const { head: { name, fileName, type }, bytes } of this.#files) {
      this.#form.append(name, new SentFile(bytes, fileName ?? "", type));
    }
    return { form: this.#form, lacksFiles: this.#lacksFiles };
  }

  /** Frees what is kept of the files; nothing of them is kept from here on. */
  leaveFiles(): void {
    this.#lacksFiles = true;
    if (isFile(this.#field)) this.#field.content.free();
    for (const { bytes } of this.#files.splice(0)) release(bytes);
  }

  /** Reads what follows a boundary; false when more must arrive. */
  #readHead(): boolean {
    const rest = this.#rest;
    if (rest.length < HYPHENS) return false;
    if (rest[0] === HYPHEN && rest[1] === HYPHEN) {
      this.#isOver = true;
      this.#rest = LINE_END;
      return true;
    }
    const head = headOf(rest);
    if (head === null) return false;
    if (++this.#partCount > MOST_PARTS) throw new CallError("too-many-fields");
    this.#countText(head.name.length);
    this.#rest = rest.subarray(head.size);
    const content = new BytesBuilder(head.fileName === null ? TEXT_BYTES : FILE_BYTES);
    this.#field = { head, content };
    return true;
  }

  /** Reads a content up to its boundary; false when more must arrive. */
  async #readContent(): Promise<boolean> {
    const [rest, { length }] = [this.#rest, this.mark];
    const end = await markPlace(rest, this.mark, this.#slices);
    // A boundary may have begun at the end of what arrived.
    const size = end ?? Math.max(0, rest.length - length + 1);
    if (this.#field) this.#keep(this.#field, rest.subarray(0, size));
    this.#rest = rest.subarray(end === null ? size : size + length);
    if (end === null) return false;
    if (this.#field) await this.#finish(this.#field);
    this.#field = undefined;
    return true;
  }

  #keep(field: Field, content: Uint8Array): void {
    if (!isFile(field)) this.#countText(content.length);
    else if (this.#lacksFiles || !this.#hasRoom(content.length)) return;
    field.content.add(content);
  }

  /** Counts more of a file; false when it is left out. */
  #hasRoom(bytes: number): boolean {
    this.#fileBytes += bytes;
    const hasRoom = this.options.hasRoom(this.#fileBytes);
    if (!hasRoom) this.leaveFiles();
    return hasRoom;
  }

  #countText(bytes: number): void {
    this.#leftTextBytes -= bytes;
    if (this.#leftTextBytes < 0) throw new CallError("too-large");
  }

  async #finish({ head, content }: Field): Promise<void> {
    if (head.fileName !== null && this.#lacksFiles) return;
    const bytes = await content.take();
    if (head.fileName === null) this.#form.append(head.name, new TextDecoder().decode(bytes));
    else this.#files.push({ head, bytes });
  }
}

function isFile(field: Field | null | undefined): field is Field {
  return typeof field?.head.fileName === "string";
}

/** Maximum number of fields of a form: more than the longest page, a residence's dwellings entered one by one. */
const MOST_FIELDS = 10_000;
/** Bytes of a form without a file: as many fields of a line of text each. */
const PLAIN_BYTES = 1_024 * 1_024;

export const PLAIN_TYPE = "application/x-www-form-urlencoded";
const AMPERSAND = 38;

/**
 * The fields of a URL-encoded form, counted before they are parsed.
 *
 * @throws CallError when there are too many, or the body does not match its type
 */
export function formOf(bytes: Uint8Array, contentType: string): FormData {
  const [type = ""] = contentType.split(";");
  if (type.trim().toLowerCase() === PLAIN_TYPE) return plainForm(bytes);
  throw new CallError("bad-request");
}

function plainForm(bytes: Uint8Array): FormData {
  if (bytes.length > PLAIN_BYTES) throw new CallError("too-large");
  let count = 1;
  for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1)) {
    if (++count > MOST_FIELDS) throw new CallError("too-many-fields");
  }
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
    form.append(name, value);
  }
  return form;
}

export type TextField = readonly [name: string, value: string];

/** The fields of a form that are not files. */
export function textFieldsOf(form: FormData): TextField[] {
  return [...form].flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []);
}

/**
 * The fields of a form that are not files.
 *
 * @param maxBytes maximum for all texts together
 * @throws CallError when there are more, or the body does not match its type
 */
export async function textsOf(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  contentType: string,
  maxBytes: number,
): Promise<TextField[]> {
  const mark = partMark(contentType);
  if (mark === null) return await plainTexts(parts, contentType, maxBytes);
  const options = { maxTextBytes: maxBytes, hasRoom: () => false };
  return textFieldsOf((await multipartForm(parts, mark, options)).form);
}

async function plainTexts(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  contentType: string,
  maxBytes: number,
): Promise<TextField[]> {
  const bytes = new BytesBuilder(FILE_BYTES);
  for await (const part of parts) {
    bytes.add(part);
    if (bytes.size > maxBytes) throw new CallError("too-large");
  }
  return textFieldsOf(formOf(await bytes.take(), contentType));
}
