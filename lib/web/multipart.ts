/** Parses forms, multipart or URL-encoded, as they arrive. @module */

import { BytesBuilder, release } from "@/lib/base/bytes.ts";
import { CallError, MOST_DEPOSIT_VALUES } from "@/lib/base/errors.ts";

/**
 * A file of a form in our own array: the memory of a runtime `File` is outside of the heap until it is collected, and
 * each read makes another copy. It is read by `bytes()` only, which gives the array itself: its last reader frees it.
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

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(this.#content);
  }
}

/** Files, and fields that every form has, beside the values of the largest form. */
const OTHER_PARTS = 100;
/** Parts of a multipart body: no fewer than a page lets its reader send. */
export const MOST_PARTS = MOST_DEPOSIT_VALUES + OTHER_PARTS;
/** Arrays of a text, and of a file: the C library maps long ones each on its own, freed short ones stay in its heap. */
const [TEXT_BYTES, FILE_BYTES] = [1_024, 256 * 1_024];
const [LINE_END, RETURN, HYPHEN] = [new Uint8Array([13, 10]), 13, 45];

interface FormOptions {
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
 * `Request.formData()` takes three to five times the size of a file outside V8, and cuts file names.
 *
 * @param parts to be copied: their memory may be used again
 * @throws CallError when there is too much, or the body does not match its type
 */
export async function multipartForm(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  mark: Uint8Array,
  { maxTextBytes, hasRoom }: FormOptions,
): Promise<MultipartForm> {
  const sent = parts[Symbol.asyncIterator]();
  const body = new MultipartBody(sent, mark);
  const form = new FormData();
  const files: { readonly head: PartHead; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  let content = new BytesBuilder(TEXT_BYTES);
  let [leftTextBytes, fileBytes, partCount, lacksFiles] = [maxTextBytes, 0, 0, false];
  const countText = (bytes: number) => {
    leftTextBytes -= bytes;
    if (leftTextBytes < 0) throw new CallError("too-large");
  };
  try {
    // What comes before the first boundary.
    for await (const _ of body.content());
    for (let head = await body.head(); head !== null; head = await body.head()) {
      if (++partCount > MOST_PARTS) throw new CallError("too-many-fields");
      countText(head.name.length);
      content = new BytesBuilder(head.fileName === null ? TEXT_BYTES : FILE_BYTES);
      for await (const piece of body.content()) {
        if (head.fileName === null) countText(piece.length);
        else lacksFiles ||= !hasRoom(fileBytes += piece.length);
        if (head.fileName === null || !lacksFiles) content.add(piece);
      }
      const bytes = content.take();
      if (head.fileName === null) form.append(head.name, new TextDecoder().decode(bytes));
      else files.push({ head, bytes });
    }
    // What comes after the last one.
    while (!(await sent.next()).done);
  } catch (fault) {
    await sent.return?.();
    content.free();
    for (const { bytes } of files) release(bytes);
    throw fault;
  }
  for (const { head: { name, fileName, type }, bytes } of lacksFiles ? [] : files) {
    form.append(name, new SentFile(bytes, fileName ?? "", type));
  }
  return { form, lacksFiles };
}

/** Longest head of a part with the end of a boundary, and a part of the body, bytes. */
const WINDOW_BYTES = 32 * 1_024;

class MultipartBody {
  #window = new Uint8Array(WINDOW_BYTES);
  /** What arrived and is not read yet: the first boundary may be at the very beginning, without a line break. */
  #rest: Uint8Array = LINE_END;

  constructor(
    private readonly parts: AsyncIterator<Uint8Array<ArrayBuffer>>,
    private readonly mark: Uint8Array,
  ) {}

  /** What the next part says before its content; null after the last one. */
  async head(): Promise<PartHead | null> {
    for (;;) {
      const [first, second] = this.#rest;
      if (first === HYPHEN && second === HYPHEN) return null;
      const head = second === undefined ? null : headOf(this.#rest);
      if (head !== null) {
        this.#rest = this.#rest.subarray(head.size);
        return head;
      }
      await this.#readMore();
    }
  }

  /** The content of a part up to the next boundary; its pieces are to be copied. */
  async *content(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const end = this.#markPlace();
      // A boundary may have begun at the end of what arrived.
      const size = end ?? Math.max(0, this.#rest.length - this.mark.length + 1);
      yield this.#rest.subarray(0, size);
      this.#rest = this.#rest.subarray(end === null ? size : size + this.mark.length);
      if (end !== null) return;
      await this.#readMore();
    }
  }

  async #readMore(): Promise<void> {
    const { done, value } = await this.parts.next();
    // Without its last boundary, the body was cut.
    if (done) throw new CallError("bad-request");
    const { length } = this.#rest;
    const size = length + value.length;
    if (size > this.#window.length) this.#window = new Uint8Array(size);
    this.#window.set(this.#rest);
    this.#window.set(value, length);
    this.#rest = this.#window.subarray(0, size);
  }

  /** Position of the next boundary, with the line break before it; null without one. */
  #markPlace(): number | null {
    const rest = this.#rest;
    for (let at = rest.indexOf(RETURN); at !== -1; at = rest.indexOf(RETURN, at + 1)) {
      if (this.mark.every((byte, offset) => rest[at + offset] === byte)) return at;
    }
    return null;
  }
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

/** Bytes of the head of a part: a name of a field and one of a file. */
const HEAD_BYTES = 4_096;
const HEAD_END = "\r\n\r\n";

const encoder = new TextEncoder();
// One character per byte (windows-1252).
const latin1 = new TextDecoder("latin1");

/** What separates the parts of a multipart body; null for another body. @throws CallError when it is not named */
export function partMark(contentType: string): Uint8Array | null {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  if (type.toLowerCase() !== "multipart/form-data") return null;
  return encoder.encode(`\r\n--${boundaryOf(parameters)}`);
}

function boundaryOf(parameters: readonly string[]): string {
  const found = parameters.find((one) => /^boundary=/i.test(one))?.slice("boundary=".length);
  const boundary = found?.replace(/^"(.*)"$/, "$1") ?? "";
  // RFC 2046 §5.1.1 allows 70 characters.
  if (boundary === "" || boundary.length > 70) throw new CallError("bad-request");
  return boundary;
}

/** What a part of a multipart body says before its content. */
interface PartHead {
  readonly name: string;
  /** null for a field that is no file. */
  readonly fileName: string | null;
  readonly type: string;
  /** Bytes before its content. */
  readonly size: number;
}

/**
 * The head of a part: the end of its boundary's line, its headers, an empty line.
 *
 * @returns null when it is not whole yet
 * @throws CallError when it is too long, or names no field
 */
export function headOf(part: Uint8Array): PartHead | null {
  const head = /^(.*?)\r\n\r\n/s.exec(latin1.decode(part.subarray(0, HEAD_BYTES)))?.[1];
  if (head === undefined && part.length < HEAD_BYTES) return null;
  if (head === undefined) throw new CallError("bad-request");
  const lines = new TextDecoder().decode(part.subarray(0, head.length));
  const disposition = /^content-disposition:[ \t]*form-data(.*)$/im.exec(lines)?.[1];
  const name = parameterOf(disposition, "name");
  if (name === null) throw new CallError("bad-request");
  return {
    name,
    fileName: parameterOf(disposition, "filename"),
    type: /^content-type:[ \t]*(.*?)[ \t]*\r?$/im.exec(lines)?.[1] ?? "",
    size: head.length + HEAD_END.length,
  };
}

/** A parameter as browsers write it: quotes and ends of lines in it are percent-encoded (HTML §4.10.21.8). */
function parameterOf(disposition: string | undefined, name: "name" | "filename"): string | null {
  const found = new RegExp(`;[ \\t]*${name}="([^"]*)"`, "i").exec(disposition ?? "");
  return found?.[1]?.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n") ?? null;
}
