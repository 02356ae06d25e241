import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { CSV_DIALECTS } from "@/lib/base/csv.ts";
import { CSV_FILE_NAME } from "@/lib/energy_balance/columns.ts";
import { BALANCE_CSV_COLUMNS, balanceLines } from "@/lib/energy_balance/csv.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { csvFile, csvText } from "@/tests/helpers/laws_of_values.ts";
import { VECTOR, vectorInput } from "./builders.ts";

const { expected } = VECTOR;
const REPORT = yearReport(vectorInput());
const LINES = balanceLines(REPORT);
const { absolute } = VECTOR.tolerance;

/** Asserts every leaf of what is wanted: numbers nearly, the rest exactly. */
function assertNear(actual: unknown, wanted: unknown, path: string): void {
  if (typeof wanted === "number") {
    const isNear = typeof actual === "number" && Math.abs(actual - wanted) <= absolute;
    ok(isNear, `${path}: ${actual} is not ${wanted}`);
  } else if (typeof wanted === "object" && wanted !== null) {
    ok(typeof actual === "object" && actual !== null, `${path} is missing`);
    for (const [name, value] of Object.entries(wanted)) {
      assertNear(Reflect.get(actual, name), value, `${path}.${name}`);
    }
  } else strictEqual(actual, wanted, path);
}

Deno.test("yearReport() shows the twelve months of the reference year", () => {
  deepStrictEqual(REPORT.rows.map((row) => row.month), expected.rows.map((row) => row.key));
});

for (const [index, wanted] of expected.rows.entries()) {
  Deno.test(`yearReport() returns every figure of ${wanted.label}`, () => {
    const row = REPORT.rows[index];
    ok(row !== undefined);
    const { key, label, settingsFrom, gazFactorsFrom, ...figures } = wanted;
    strictEqual(row.month, key);
    strictEqual(LINES[index]?.label, label);
    strictEqual(row.settings?.fromDate ?? null, settingsFrom);
    strictEqual(row.gazFactorsFrom, gazFactorsFrom);
    assertNear(row, figures, key);
    deepStrictEqual(row.warnings, []);
  });
}

Deno.test("yearReport() returns every figure of the cumulative row", () => {
  const { label, ...figures } = expected.cumulative;
  strictEqual(LINES.at(-1)?.label, label);
  assertNear(REPORT.cumulative, figures, "cumulative");
  strictEqual(REPORT.cumulative?.heatingMonthCount, 8);
});

Deno.test("BALANCE_CSV_COLUMNS round every figure as the reference file does", () => {
  deepStrictEqual(BALANCE_CSV_COLUMNS.map((column) => column.header), expected.csv.columns);
  deepStrictEqual(
    LINES.map((line) => BALANCE_CSV_COLUMNS.map((column) => column.value(line))),
    expected.csv.roundedValues,
  );
});

for (
  const [dialect, wanted] of [
    [CSV_DIALECTS.comma, expected.csv.commaDialect],
    [CSV_DIALECTS.semicolon, expected.csv.semicolonDialect],
  ] as const
) {
  Deno.test(`csvText() writes the reference year byte for byte with "${wanted.separator}"`, () => {
    strictEqual(csvText(BALANCE_CSV_COLUMNS, LINES, dialect), wanted.lines.join(wanted.newline));
  });
}

Deno.test("csvFile() of the reference year begins with the byte-order mark, under its name", () => {
  const file = csvFile(BALANCE_CSV_COLUMNS, LINES, CSV_DIALECTS.semicolon);
  strictEqual(file.startsWith(expected.csv.bom), true);
  strictEqual(CSV_FILE_NAME, expected.csv.fileName);
});
