import { Refused } from "./refused.ts";
import { SentFile } from "./sent_file.ts";
import { Slices } from "./slices.ts";

/** Fields of a form: those of the longest page, a residence's dwellings typed one by one, and some. */
const MOST_FIELDS = 10_000;
/** Parts of a multipart body: a file, and the few fields beside it. */
export const MOST_PARTS = 200;
/** Bytes of a form without a file: as many fields of a line of text each. */
const PLAIN_BYTES = 1_024 * 1_024;
/** Bytes of the head of a part: a name of a field and one of a file. */
const HEAD_BYTES = 4_096;

const PIECE_BYTES = 1_024 * 1_024;

export const PLAIN_TYPE = "application/x-www-form-urlencoded";
const AMPERSAND = 38;
const HEAD_END = "\r\n\r\n";
const [RETURN, HYPHEN] = [13, 45];

const encoder = new TextEncoder();
// One character per byte (windows-1252).
const latin1 = new TextDecoder("latin1");

/**
 * The fields and files of a form, counted before anything is made of them.
 *
 * @throws Refused when there are too many, or the body does not match its type
 */
export async function formOf(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<FormData> {
  const mark = markOf(contentType);
  if (mark !== null) return await multipartForm(bytes, mark);
  const [type = ""] = contentType.split(";");
  if (type.trim().toLowerCase() === PLAIN_TYPE) return plainForm(bytes);
  throw new Refused("bad-request");
}

/** What separates the parts of a multipart body; null for another body. @throws Refused when it is not named */
export function markOf(contentType: string): Uint8Array | null {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  if (type.toLowerCase() !== "multipart/form-data") return null;
  return encoder.encode(`\r\n--${boundaryOf(parameters)}`);
}

function plainForm(bytes: Uint8Array): FormData {
  if (bytes.length > PLAIN_BYTES) throw new Refused("too-large");
  let count = 1;
  for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1)) {
    if (++count > MOST_FIELDS) throw new Refused("too-many-fields");
  }
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
    form.append(name, value);
  }
  return form;
}

function boundaryOf(parameters: readonly string[]): string {
  const found = parameters.find((one) => /^boundary=/i.test(one))?.slice("boundary=".length);
  const boundary = found?.replace(/^"(.*)"$/, "$1") ?? "";
  // RFC 2046 §5.1.1 allows 70 characters.
  if (boundary === "" || boundary.length > 70) throw new Refused("bad-request");
  return boundary;
}

/**
 * The parts of a multipart body (RFC 7578), found by their boundary.
 *
 * Deno's own reader examines each byte: 30 MB would block the event loop for 150 ms, and each of 100,000 parts
 * takes a piece of memory of its own.
 */
async function multipartForm(bytes: Uint8Array<ArrayBuffer>, mark: Uint8Array): Promise<FormData> {
  const form = new FormData();
  // The first boundary may be at the very beginning, without a line break before it.
  let at = isAt(bytes, mark.subarray(2), 0) ? -2 : await placeOf(bytes, mark, 0);
  for (let count = 0; at !== null; count++) {
    const from = at + mark.length;
    if (bytes[from] === HYPHEN && bytes[from + 1] === HYPHEN) return form;
    if (count === MOST_PARTS) throw new Refused("too-many-fields");
    at = await placeOf(bytes, mark, from);
    if (at !== null) await addPart(form, bytes.subarray(from, at));
  }
  // Without its last boundary, the body was cut.
  throw new Refused("bad-request");
}

/** Position of the next boundary, with the line break before it, from an offset; null without one. */
export async function placeOf(
  bytes: Uint8Array,
  mark: Uint8Array,
  from: number,
): Promise<number | null> {
  const slices = new Slices();
  for (let start = from; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    for (let at = piece.indexOf(RETURN); at !== -1; at = piece.indexOf(RETURN, at + 1)) {
      if (isAt(bytes, mark, start + at)) return start + at;
      if (slices.isOver()) await slices.pause();
    }
    await slices.pause();
  }
  return null;
}

function isAt(bytes: Uint8Array, mark: Uint8Array, at: number): boolean {
  return mark.every((byte, rank) => bytes[at + rank] === byte);
}

/** Adds a part: its head, then its content. */
async function addPart(form: FormData, part: Uint8Array<ArrayBuffer>): Promise<void> {
  const head = headOf(part);
  if (head === null) throw new Refused("bad-request");
  const content = part.subarray(head.size);
  if (head.fileName === null) {
    if (content.length > PLAIN_BYTES) throw new Refused("too-large");
    return form.append(head.name, new TextDecoder().decode(content));
  }
  form.append(head.name, new SentFile(await copied(content), head.fileName, head.type));
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
 * @throws Refused when it is too long, or names no field
 */
export function headOf(part: Uint8Array): PartHead | null {
  const head = /^(.*?)\r\n\r\n/s.exec(latin1.decode(part.subarray(0, HEAD_BYTES)))?.[1];
  if (head === undefined && part.length < HEAD_BYTES) return null;
  if (head === undefined) throw new Refused("bad-request");
  const said = new TextDecoder().decode(part.subarray(0, head.length));
  const disposition = /^content-disposition:[ \t]*form-data(.*)$/im.exec(said)?.[1];
  const name = parameterOf(disposition, "name");
  if (name === null) throw new Refused("bad-request");
  return {
    name,
    fileName: parameterOf(disposition, "filename"),
    type: /^content-type:[ \t]*(.*?)[ \t]*\r?$/im.exec(said)?.[1] ?? "",
    size: head.length + HEAD_END.length,
  };
}

/** A content in an array of its own, copied in slices: one copy of 30 MB would hold the event loop for 150 ms. */
async function copied(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const slices = new Slices();
  const bytes = new Uint8Array(content.length);
  for (let from = 0; from < content.length; from += PIECE_BYTES) {
    bytes.set(content.subarray(from, from + PIECE_BYTES), from);
    await slices.pause();
  }
  return bytes;
}

/** A parameter as browsers write it: quotes and ends of lines in it are percent-encoded (HTML §4.10.21.8). */
function parameterOf(disposition: string | undefined, name: "name" | "filename"): string | null {
  const found = new RegExp(`;[ \\t]*${name}="([^"]*)"`, "i").exec(disposition ?? "");
  return found?.[1]?.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n") ?? null;
}
