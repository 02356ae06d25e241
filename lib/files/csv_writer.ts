/** Writes tables as CSV or JSON, piece by piece. @module */

import {
  BYTE_ORDER_MARK,
  CSV_DIALECTS,
  type CsvColumn,
  type CsvDialect,
  csvLines,
} from "@/lib/base/csv.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";

/** The text of a CSV file with its byte-order mark, line by line, so that the caller can pause between lines. */
function* csvPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  dialect: CsvDialect,
): Generator<string> {
  let before: string = BYTE_ORDER_MARK;
  for (const line of csvLines(columns, rows, dialect)) {
    yield before + line;
    before = dialect.lineBreak;
  }
}

/** A CSV file to pack, in the dialect of a French spreadsheet. */
export function csvFile<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
) {
  return { name, pieces: csvPieces(columns, rows, CSV_DIALECTS.semicolon) };
}

/** As `csvPieces()`, for rows read page by page while the file is written. */
export async function* csvPiecesOfPages<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  dialect: CsvDialect,
): AsyncGenerator<string> {
  yield* csvPieces(columns, [], dialect);
  for await (const rows of pages) {
    const lines = csvLines(columns, rows, dialect);
    // The file has one heading.
    lines.next();
    for (const line of lines) yield dialect.lineBreak + line;
  }
}

/**
 * The text of `JSON.stringify(object, null, 2)` in pieces, so that the caller can pause between them: lists are
 * written element by element.
 *
 * @param object without undefined values, nor undefined elements in its lists
 */
export function* jsonPieces(object: Readonly<Record<string, unknown>>): Generator<string> {
  yield "{";
  yield* entryPieces(object);
  yield Object.keys(object).length > 0 ? "\n}" : "}";
}

/** As `jsonPieces()`, with a last list that is read page by page while it is written. */
export async function* jsonPiecesOfPages(
  object: Readonly<Record<string, unknown>>,
  name: string,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  yield "{";
  yield* entryPieces(object);
  yield `${Object.keys(object).length > 0 ? ",\n" : "\n"}  ${JSON.stringify(name)}: [`;
  let isEmpty = true;
  for await (const page of pages) {
    yield* elementPieces(page, isEmpty);
    isEmpty &&= page.length === 0;
  }
  yield isEmpty ? "]\n}" : "\n  ]\n}";
}

function* entryPieces(object: Readonly<Record<string, unknown>>): Generator<string> {
  let before = "\n";
  for (const [name, value] of Object.entries(object)) {
    const head = `${before}  ${JSON.stringify(name)}: `;
    before = ",\n";
    if (!Array.isArray(value) || value.length === 0) {
      yield head + indented(value, "  ");
      continue;
    }
    yield `${head}[`;
    yield* elementPieces(value, true);
    yield "\n  ]";
  }
}

/** @param isFirst true when the list has no elements before these */
function* elementPieces(list: readonly unknown[], isFirst: boolean): Generator<string> {
  let before = isFirst ? "\n" : ",\n";
  for (const element of list) {
    yield `${before}    ${indented(element, "    ")}`;
    before = ",\n";
  }
}

/** In JSON a line break only separates its lines: line breaks of texts are written as \n. */
function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

/** Rows in memory, or pages of rows read while the file is written. */
export type FileRows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

/** Characters sent together. */
const PIECE = 32_768;

/** The bytes of a CSV file, written as rows are read, without blocking the event loop or filling memory. */
export async function* csvParts<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: FileRows<Row>,
  dialect: CsvDialect,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const pieces = Symbol.asyncIterator in rows
    ? csvPiecesOfPages(columns, rows, dialect)
    : csvPieces(columns, rows, dialect);
  const encoder = new TextEncoder();
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = "";
    await yieldToEventLoop();
  }
  if (text !== "") yield encoder.encode(text);
}

/** As `csvParts()`, as a stream. */
export function csvStream<Row>(
  ...file: Parameters<typeof csvParts<Row>>
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(csvParts(...file));
}
