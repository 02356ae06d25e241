import { Slices } from "@/lib/backend/core/slices.ts";
import { csvPieces, csvPiecesOfPages } from "@/lib/backend/files/written.ts";
import type { CsvColumn, CsvDialect } from "@/lib/domain/tables/csv.ts";

/** Rows that are there, or pages of them that are read while the file is written. */
export type FileRows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

/** Characters sent at once. */
const PIECE = 32_768;

/** The bytes of a CSV file, written in slices as they are read: a long one holds neither the event loop nor memory. */
export function csvStream<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: FileRows<Row>,
  dialect: CsvDialect,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = Symbol.asyncIterator in rows
    ? csvPiecesOfPages(columns, rows, dialect)
    : csvPieces(columns, rows, dialect);
  const encoder = new TextEncoder();
  const slices = new Slices();
  return new ReadableStream({
    async pull(controller) {
      await slices.pause();
      let text = "";
      while (text.length < PIECE) {
        const { done, value } = await pieces.next();
        if (done) {
          if (text !== "") controller.enqueue(encoder.encode(text));
          return controller.close();
        }
        text += value;
      }
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
