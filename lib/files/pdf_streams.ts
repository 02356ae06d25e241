/** Unpacks the streams of a PDF within limits, and checks the tables of references among them. @module */

import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  type PDFRawStream,
} from "@cantoo/pdf-lib";
import { inflateRawSync } from "node:zlib";

/** Why the content of a PDF is refused. */
export type ContentFault = "broken" | "too-complex" | "encrypted" | "active-content";

/** What all streams of a file may unpack to: tables of references and objects, never pages or images. */
const UNPACKED_BYTES = 16 * 1_024 * 1_024;
const UNPACKED_PART_BYTES = 64 * 1_024;
/** The header of zlib, and its method. */
const [HEADER_BYTES, DEFLATE] = [2, 8];
/** Fields of a row: its kind and two numbers, of eight bytes at most. */
const [FIELDS, FIELD_BYTES] = [3, 8];

/** Unpacks the streams of one file that lead to its objects. */
export class Unpacking {
  #leftBytes = UNPACKED_BYTES;

  /** The content of a stream, or why the file is refused. */
  content({ dict, contents }: PDFRawStream): Uint8Array | ContentFault {
    const filters = listOf(dict.get(PDFName.of("Filter")));
    if (filters.length === 0) return contents;
    if (filters.length > 1 || filters[0] !== PDFName.FlateDecode) return "broken";
    const packed = withoutHeader(contents);
    if (packed === null) return "broken";
    try {
      const content = inflateRawSync(packed, {
        maxOutputLength: this.#leftBytes,
        chunkSize: UNPACKED_PART_BYTES,
      });
      this.#leftBytes -= content.length;
      return content;
    } catch (fault) {
      return fault instanceof RangeError ? "too-complex" : "broken";
    }
  }
}

/** Without the header of zlib; its checksum is not compared, as readers do. Null without the header. */
function withoutHeader(packed: Uint8Array): Uint8Array | null {
  const [method = 0, flags = 0] = packed;
  const isZlib = (method & 15) === DEFLATE && (method * 256 + flags) % 31 === 0 &&
    (flags & 32) === 0;
  return isZlib ? packed.subarray(HEADER_BYTES) : null;
}

/** Whether the rows of a stream are stored as differences, which the content of an object stream must not be. */
export function isPredicted(dict: PDFDict): boolean {
  const [parameters] = listOf(dict.get(PDFName.of("DecodeParms")));
  if (parameters === undefined || parameters === PDFNull) return false;
  if (!(parameters instanceof PDFDict)) return true;
  const isUsual = parameters.get(PDFName.of("Predictor")) === undefined;
  return !isUsual && numberIn(parameters, "Predictor") !== 1;
}

function listOf(value: PDFObject | undefined): readonly PDFObject[] {
  if (value instanceof PDFArray) return value.asArray();
  return value === undefined ? [] : [value];
}

/** The value of an entry, which may be null. */
export function entryOf(dict: PDFDict, key: string): PDFObject | undefined {
  const keepsNull = true;
  return dict.get(PDFName.of(key), keepsNull);
}

/** The number of an entry; NaN without any. */
export function numberIn(dict: PDFDict, key: string): number {
  return numberOf(entryOf(dict, key));
}

/** NaN for anything but a number. */
function numberOf(value: PDFObject | undefined): number {
  return value instanceof PDFNumber ? value.asNumber() : NaN;
}

/**
 * Rows that a table of references declares, for which a reader allocates memory; null for more than it has. Some
 * programs count one too many.
 *
 * @param bytes length of the table
 * @spec deposits.memory
 */
export function rowCount(dict: PDFDict, bytes: number): number | null {
  const [size, index] = [numberIn(dict, "Size"), dict.get(PDFName.of("Index"))];
  const rowBytes = rowLength(entryOf(dict, "W"));
  const declared = index === undefined ? size : pairedCount(index);
  if (!isNatural(size) || !isNatural(declared) || rowBytes === null) return null;
  const isShort = declared > 1 && (rowBytes === 0 || (declared - 1) * rowBytes > bytes);
  return isShort ? null : declared;
}

/** The sum of the second numbers of an array of pairs: of a first number, and of a count; NaN for another one. */
function pairedCount(index: PDFObject): number {
  const numbers = index instanceof PDFArray ? index.asArray().map(numberOf) : [NaN];
  if (numbers.length % 2 !== 0 || !numbers.every(isNatural)) return NaN;
  return numbers.reduce((sum, number, rank) => rank % 2 === 1 ? sum + number : sum, 0);
}

/** The length of a row, bytes; null for fields that no table has. */
function rowLength(widths: PDFObject | undefined): number | null {
  const fields = widths instanceof PDFArray ? widths.asArray().map(numberOf) : [];
  const isTable = fields.length === FIELDS &&
    fields.every((width) => isNatural(width) && width <= FIELD_BYTES);
  return isTable ? fields.reduce((sum, width) => sum + width, 0) : null;
}

function isNatural(number: number): boolean {
  return Number.isInteger(number) && number >= 0;
}
