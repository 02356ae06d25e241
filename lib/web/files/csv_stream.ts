import { Slices } from "@/lib/backend/core/slices.ts";
import { csvPieces } from "@/lib/backend/files/written.ts";
import type { CsvColumn, CsvDialect } from "@/lib/domain/tables/csv.ts";

/** Characters sent at once. */
const PIECE = 32_768;

/** The bytes of a CSV file, written in slices as they are read: a long one holds neither the event loop nor memory. */
export function csvStream<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  dialect: CsvDialect,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = csvPieces(columns, rows, dialect);
  const encoder = new TextEncoder();
  const slices = new Slices();
  return new ReadableStream({
    async pull(controller) {
      await slices.pause();
      let text = "";
      while (text.length < PIECE) {
        const { done, value } = pieces.next();
        if (done) {
          if (text !== "") controller.enqueue(encoder.encode(text));
          return controller.close();
        }
        text += value;
      }
      controller.enqueue(encoder.encode(text));
    },
  });
}
