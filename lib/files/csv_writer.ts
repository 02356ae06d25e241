/** Writes tables as CSV or JSON, piece by piece. @module */

import {
  BYTE_ORDER_MARK,
  CSV_DIALECTS,
  type CsvColumn,
  type CsvDialect,
  csvLines,
} from "@/lib/base/csv.ts";
import { encodedPieces } from "./file_stream.ts";

/** Rows in memory, or pages of rows read while the file is written. */
export type FileRows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

/** The text of a CSV file with its byte-order mark, line by line, so that the caller can pause between lines. */
async function* csvPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: FileRows<Row>,
  dialect: CsvDialect,
): AsyncGenerator<string> {
  const [head] = csvLines(columns, [], dialect);
  yield BYTE_ORDER_MARK + head;
  for await (const page of Symbol.asyncIterator in rows ? rows : [rows]) {
    const lines = csvLines(columns, page, dialect);
    // The file has one heading.
    lines.next();
    for (const line of lines) yield dialect.lineBreak + line;
  }
}

/** A CSV file to pack, in the dialect of a French spreadsheet. */
export function csvFile<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: FileRows<Row>,
) {
  return { name, pieces: csvPieces(columns, rows, CSV_DIALECTS.semicolon) };
}

/**
 * The text of `JSON.stringify(object, null, 2)` in pieces, so that the caller can pause between them: lists are
 * written element by element.
 *
 * @param object without undefined values, nor undefined elements in its lists; a list may be pages of elements, read
 * while it is written
 */
export async function* jsonPieces(
  object: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  let before = "{\n";
  for (const [name, value] of Object.entries(object)) {
    yield `${before}  ${JSON.stringify(name)}: `;
    before = ",\n";
    if (isPages(value)) yield* listPieces(value);
    else if (Array.isArray(value)) yield* listPieces([value]);
    else yield indented(value, "  ");
  }
  yield before === ",\n" ? "\n}" : "{}";
}

function isPages(value: unknown): value is AsyncIterable<readonly unknown[]> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

async function* listPieces(
  pages: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let before = "[\n";
  for await (const page of pages) {
    for (const element of page) {
      yield `${before}    ${indented(element, "    ")}`;
      before = ",\n";
    }
  }
  yield before === ",\n" ? "\n  ]" : "[]";
}

/** In JSON a line break only separates its lines: line breaks of texts are written as \n. */
function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

/** The bytes of a CSV file, written as rows are read. */
export function csvParts<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: FileRows<Row>,
  dialect: CsvDialect,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return encodedPieces(csvPieces(columns, rows, dialect));
}

/** As `csvParts()`, as a stream. */
export function csvStream<Row>(
  ...file: Parameters<typeof csvParts<Row>>
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(csvParts(...file));
}
