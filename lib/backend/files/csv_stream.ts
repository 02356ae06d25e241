import { Slices } from "@/lib/backend/core/slices.ts";
import type { CsvColumn, CsvDialect } from "@/lib/domain/tables/csv.ts";
import { csvPieces, csvPiecesOfPages } from "./written.ts";

/** Rows in memory, or pages of rows read while the file is written. */
export type FileRows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

/** Characters sent together. */
const PIECE = 32_768;

/** The bytes of a CSV file, written in slices as rows are read, without blocking the event loop or filling memory. */
export async function* csvParts<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: FileRows<Row>,
  dialect: CsvDialect,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const pieces = Symbol.asyncIterator in rows
    ? csvPiecesOfPages(columns, rows, dialect)
    : csvPieces(columns, rows, dialect);
  const encoder = new TextEncoder();
  const slices = new Slices();
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = "";
    await slices.pause();
  }
  if (text !== "") yield encoder.encode(text);
}

/** As `csvParts()`, as a stream. */
export function csvStream<Row>(
  ...file: Parameters<typeof csvParts<Row>>
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(csvParts(...file));
}
