/** The texts of a form, read as it arrives: of a file, nothing is held. @module */
import { freeBytes } from "./byte_budget.ts";
import { joinedBytes } from "./bytes.ts";
import { formOf, headOf, markOf, MOST_PARTS, placeOf } from "./form_body.ts";
import { joinedParts } from "./inflate.ts";
import { Refused } from "./refused.ts";

export type TextField = readonly [name: string, value: string];

/** The fields of a form that are no files. */
export function textFieldsOf(form: FormData): TextField[] {
  return [...form].flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []);
}

/** What a multipart body is being read for. */
interface Reading {
  readonly mark: Uint8Array;
  readonly texts: TextField[];
  /** Bytes that the texts may still take. */
  left: number;
  partCount: number;
  /** Bytes that arrived and are not read yet. */
  rest: Uint8Array;
  /** The field whose content is being read; null for a file, undefined before a head. */
  field: { readonly name: string; readonly pieces: Uint8Array[] } | null | undefined;
  isOver: boolean;
}

const HYPHENS = 2;
const [LINE_END, HYPHEN] = [new Uint8Array([13, 10]), 45];

/**
 * The fields of a form that are no files.
 *
 * @param maxBytes of all texts together
 * @throws Refused when there is more, or the body does not match its type
 */
export async function textsOf(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  contentType: string,
  maxBytes: number,
): Promise<TextField[]> {
  const mark = markOf(contentType);
  if (mark === null) return await plainTexts(parts, contentType, maxBytes);
  // The first boundary may be at the very beginning, without a line break before it.
  const reading: Reading = {
    mark,
    texts: [],
    left: maxBytes,
    partCount: 0,
    rest: LINE_END,
    field: null,
    isOver: false,
  };
  for await (const part of parts) {
    if (reading.isOver) continue;
    reading.rest = joinedBytes([reading.rest, part]);
    freeBytes(part);
    await readOn(reading);
  }
  // Without its last boundary, the body was cut.
  if (!reading.isOver) throw new Refused("bad-request");
  return reading.texts;
}

async function plainTexts(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  contentType: string,
  maxBytes: number,
): Promise<TextField[]> {
  let left = maxBytes;
  const read: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of parts) {
    if ((left -= part.length) < 0) throw new Refused("too-large");
    read.push(part);
  }
  return textFieldsOf(await formOf(await joinedParts(read), contentType));
}

/** Reads what has arrived, up to where more must arrive. */
async function readOn(reading: Reading): Promise<void> {
  while (!reading.isOver) {
    const isRead = reading.field === undefined ? readHead(reading) : await readContent(reading);
    if (!isRead) return;
  }
}

/** Reads what follows a boundary; false when more must arrive. */
function readHead(reading: Reading): boolean {
  const { rest } = reading;
  if (rest.length < HYPHENS) return false;
  if (rest[0] === HYPHEN && rest[1] === HYPHEN) {
    reading.isOver = true;
    return true;
  }
  const head = headOf(rest);
  if (head === null) return false;
  if (++reading.partCount > MOST_PARTS) throw new Refused("too-many-fields");
  take(reading, head.name.length);
  reading.rest = rest.subarray(head.size);
  reading.field = head.fileName === null ? { name: head.name, pieces: [] } : null;
  return true;
}

/** Reads a content up to its boundary; false when more must arrive. */
async function readContent(reading: Reading): Promise<boolean> {
  const { rest, mark, field } = reading;
  const end = await placeOf(rest, mark, 0);
  // A boundary may have begun at the end of what arrived.
  const size = end ?? Math.max(0, rest.length - mark.length + 1);
  if (field) {
    take(reading, size);
    field.pieces.push(rest.slice(0, size));
  }
  reading.rest = rest.subarray(end === null ? size : size + mark.length);
  if (end === null) return false;
  if (field) reading.texts.push([field.name, textOf(field.pieces)]);
  reading.field = undefined;
  return true;
}

function take(reading: Reading, bytes: number): void {
  reading.left -= bytes;
  if (reading.left < 0) throw new Refused("too-large");
}

function textOf(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  const texts = pieces.map((piece) => decoder.decode(piece, { stream: true }));
  return texts.join("") + decoder.decode();
}
