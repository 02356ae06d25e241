import { strictEqual } from "node:assert/strict";
import { BYTE_ORDER_MARK, CSV_DIALECTS, type CsvColumn, guardedText } from "@/lib/base/csv.ts";
import { CSV_LAWS, csvFile, csvText, testLaws } from "@/tests/helpers/laws_of_values.ts";

interface Line {
  month: string;
  volumeM3: number | null;
}

const columns: CsvColumn<Line>[] = [
  { header: "Mois", value: (line) => line.month },
  { header: "Conso Gaz (m³)", value: (line) => line.volumeM3 },
];
const { comma, semicolon } = CSV_DIALECTS;

function cellsOf(...cells: (string | number | null)[]): CsvColumn<null>[] {
  return cells.map((cell) => ({ header: "", value: () => cell }));
}

/** The one row of a table, without the header line. */
function row(dialect: typeof comma | typeof semicolon, ...cells: (string | number | null)[]) {
  return csvText(cellsOf("", ...cells), [null], dialect).split(dialect.lineBreak).slice(1)
    .join(dialect.lineBreak).slice(1);
}

Deno.test("csvText() in the comma dialect: commas, LF, decimal point", () => {
  const lines = [{ month: "janvier 2023", volumeM3: 5789.5 }, { month: "février", volumeM3: null }];
  strictEqual(csvText(columns, lines, comma), "Mois,Conso Gaz (m³)\njanvier 2023,5789.5\nfévrier,");
});

Deno.test("csvText() in the semicolon dialect: semicolons, CRLF, decimal comma", () => {
  const lines = [{ month: "janvier 2023", volumeM3: 5789.5 }, { month: "février", volumeM3: null }];
  strictEqual(
    csvText(columns, lines, semicolon),
    "Mois;Conso Gaz (m³)\r\njanvier 2023;5789,5\r\nfévrier;",
  );
});

// @spec tables.csv
Deno.test("csvFile() begins with a byte-order mark", () => {
  strictEqual(csvFile(columns, [], comma), `${BYTE_ORDER_MARK}Mois,Conso Gaz (m³)`);
});

Deno.test("csvText() quotes the separator of its dialect only", () => {
  strictEqual(row(comma, "a,b", "a;b"), '"a,b",a;b');
  strictEqual(row(semicolon, "a,b", "a;b"), 'a,b;"a;b"');
});

Deno.test("csvText() quotes and doubles quotes", () => {
  strictEqual(row(comma, 'dit "le Bois"'), '"dit ""le Bois"""');
});

Deno.test("csvText() quotes any CR or LF in either dialect", () => {
  for (const dialect of [comma, semicolon]) {
    for (const text of ["a\nb", "a\rb", "a\r\nb"]) strictEqual(row(dialect, text), `"${text}"`);
  }
});

Deno.test("csvText() never writes -0, nor an infinite number", () => {
  strictEqual(row(comma, -0, NaN, Infinity), "0,,");
});

Deno.test("csvText() writes a negative number as a number", () => {
  strictEqual(row(semicolon, -2.5), "-2,5");
});

// @spec tables.csv-safety
Deno.test("csvText() neutralises text that a spreadsheet would run", () => {
  strictEqual(row(comma, "=1+1", "+33 6", "-", "@x"), "'=1+1,'+33 6,'-,'@x");
  strictEqual(guardedText("\t=1"), "'\t=1");
  strictEqual(guardedText("\r=1"), "'\r=1");
  strictEqual(guardedText("a=1"), "a=1");
});

Deno.test("csvText() quotes a single empty cell, which would be a blank line", () => {
  strictEqual(csvText([{ header: "Note", value: () => null }], [null], comma), 'Note\n""');
});

testLaws(CSV_LAWS);
