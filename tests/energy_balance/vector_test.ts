import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { CSV_DIALECTS } from "@/lib/base/csv.ts";
import { gapBound } from "@/lib/energy_balance/charts.ts";
import { CSV_FILE_NAME } from "@/lib/energy_balance/constants.ts";
import { BALANCE_CSV_COLUMNS, balanceLines } from "@/lib/energy_balance/csv.ts";
import type { BalanceFigures } from "@/lib/energy_balance/schema.ts";
import { BALANCE_LABELS } from "@/lib/energy_balance/text.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { csvFile, csvText } from "@/tests/helpers/laws_of_values.ts";
import { VECTOR, vectorInput } from "./vector.ts";

const { expected } = VECTOR;
const REPORT = yearReport(vectorInput());
const LINES = balanceLines(REPORT, BALANCE_LABELS);
const { absolute } = VECTOR.tolerance;

/** Asserts every leaf of the vector: numbers within its tolerance, the rest exactly. */
function assertMatches(actual: unknown, wanted: unknown, path: string): void {
  if (typeof wanted === "number") {
    ok(typeof actual === "number" && Math.abs(actual - wanted) <= absolute, `${path}: ${actual}`);
  } else if (typeof wanted === "object" && wanted !== null) {
    ok(typeof actual === "object" && actual !== null, `${path} is missing`);
    for (const [name, value] of Object.entries(wanted)) {
      assertMatches(new Map(Object.entries(actual)).get(name), value, `${path}.${name}`);
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
    assertMatches(row, figures, key);
    deepStrictEqual(row.warnings, []);
  });
}

Deno.test("yearReport() returns every figure of the cumulative row", () => {
  const { label, ...figures } = expected.cumulative;
  strictEqual(LINES.at(-1)?.label, label);
  assertMatches(REPORT.cumulative, figures, "cumulative");
  strictEqual(REPORT.cumulative?.heatingMonthCount, 8);
});

Deno.test("yearReport() returns the gap, the status and the bar colour of each month", () => {
  for (const row of REPORT.rows) {
    assertMatches(
      { percent: row.rate.percent, status: row.status, colour: row.barColour },
      {
        percent: new Map(Object.entries(expected.gapPercentByMonth)).get(row.month),
        status: new Map(Object.entries(expected.statusByMonth)).get(row.month),
        colour: new Map(Object.entries(expected.barColourByMonth)).get(row.month),
      },
      row.month,
    );
  }
});

Deno.test("yearReport() applies the contract's rule: N'B is NB scaled to the climate", () => {
  for (const row of REPORT.rows) {
    const { djuContract, nBContract } = row.config;
    if (row.target.total === null) continue;
    ok(djuContract !== null && nBContract !== null && row.dju !== null);
    ok(Math.abs(row.target.total - nBContract * row.dju / djuContract) < absolute);
  }
});

Deno.test("yearReport() has a cumulative row that satisfies the formulas of a month", () => {
  const row: BalanceFigures | null = REPORT.cumulative;
  ok(row?.heating.total && row.target.total && row.rate.percent && row.heating.perAreaDju);
  // Same gap from the totals and from the weighted means.
  const { heating, target } = row;
  ok(
    Math.abs((heating.total ?? 0) / (target.total ?? 1) * 100 - 100 - row.rate.percent) < absolute,
  );
  ok(
    Math.abs((heating.perAreaDju ?? 0) / (target.perAreaDju ?? 1) * 100 - 100 - row.rate.percent) <
      absolute,
  );
});

Deno.test("gapBound() is the vertical bound of the reference year", () => {
  const bound = gapBound(REPORT.cumulative?.rate.threshold ?? null);
  deepStrictEqual([-bound, bound], expected.chart.verticalBound);
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
