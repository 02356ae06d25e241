import { parse } from "csv-parse/sync";
import { deepStrictEqual } from "node:assert/strict";
import { CSV_DIALECTS, type CsvDialect, guardedText } from "@/lib/base/csv.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { csvFile } from "./csv_texts.ts";
import { law } from "./laws.ts";

type Cell = string | number | null;

/** Texts full of characters that are special in CSV. */
const hardText = fc.array(
  fc.constantFrom(",", ";", '"', "\n", "\r", "\r\n", "=", "-", "é", " ", "a", "1", "\t", "\uFEFF"),
).map((parts) => parts.join(""));
const cell: fc.Arbitrary<Cell> = fc.oneof(
  hardText,
  fc.string({ unit: "grapheme" }),
  fc.double(),
  fc.integer(),
  fc.constant(null),
);
const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.record({
    headers: fc.array(hardText, { minLength: width, maxLength: width }),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
  })
);

export const CSV_LAWS = [roundTrip("comma", "\n"), roundTrip("semicolon", "\r\n")];

function roundTrip(name: keyof typeof CSV_DIALECTS, recordDelimiter: string) {
  const dialect = CSV_DIALECTS[name];
  return law(
    `csvFile() in the ${name} dialect is read back cell for cell by another reader`,
    fc.property(table, ({ headers, rows }) => {
      const columns = headers.map((header, index) => ({
        header,
        value: (row: readonly Cell[]) => row[index] ?? null,
      }));
      const file = csvFile(columns, rows, dialect);
      const read = parse(new TextEncoder().encode(file), {
        bom: true,
        delimiter: dialect.separator,
        record_delimiter: recordDelimiter,
      });
      deepStrictEqual(read, [headers.map(guardedText), ...rows.map((row) => texts(row, dialect))]);
    }),
  );
}

function texts(row: readonly Cell[], dialect: CsvDialect): string[] {
  return row.map((value) => {
    if (value === null || (typeof value === "number" && !Number.isFinite(value))) return "";
    if (typeof value === "string") return guardedText(value);
    return `${value}`.replace(".", dialect.decimal);
  });
}
