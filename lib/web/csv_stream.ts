import { Slices } from "../backend/slices.ts";
import {
  BYTE_ORDER_MARK,
  type CsvColumn,
  type CsvDialect,
  csvLines,
} from "../domain/tables/csv.ts";

/** Characters sent at once. */
const PIECE = 32_768;

/** The bytes of a CSV file, written in slices as they are read: a long one holds neither the event loop nor memory. */
export function csvStream<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  dialect: CsvDialect,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const lines = csvLines(columns, rows, dialect);
  const encoder = new TextEncoder();
  const slices = new Slices();
  let before = BYTE_ORDER_MARK;
  return new ReadableStream({
    async pull(controller) {
      await slices.pause();
      let text = "";
      while (text.length < PIECE) {
        const { done, value } = lines.next();
        if (done) {
          if (text !== "") controller.enqueue(encoder.encode(text));
          return controller.close();
        }
        text += before + value;
        before = dialect.lineBreak;
      }
      controller.enqueue(encoder.encode(text));
    },
  });
}
