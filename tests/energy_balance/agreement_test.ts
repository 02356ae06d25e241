import { ok, strictEqual, throws } from "node:assert/strict";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { type Agreements, ANY_YEAR, compareYear } from "@/tests/helpers/balance_agreement.ts";
import { Fraction } from "@/tests/helpers/balance_oracle.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { aYear } from "./builders.ts";
import { vectorInput } from "./vector.ts";

const MONTHS = 1000;

Deno.test("yearReport() equals an exact oracle over a thousand random months", () => {
  const agreements: Agreements = new Map();
  let monthCount = 0;
  fc.assert(
    fc.property(ANY_YEAR, (input) => {
      monthCount += compareYear(input, agreements);
    }),
    { numRuns: 120, seed: 20260101 },
  );
  ok(monthCount >= MONTHS, `${monthCount} months`);
  strictEqual(agreements.size, 14);
  for (const [formula, { figureCount }] of agreements) ok(figureCount >= 100, formula);
});

Deno.test("yearReport() equals the exact oracle on the reference year", () => {
  strictEqual(compareYear(vectorInput(), new Map()), 12);
});

Deno.test("compareYear() detects a figure that is two parts in a billion off", () => {
  const input = aYear();
  const report = yearReport(input);
  const [january, ...others] = report.rows;
  ok(january !== undefined);
  const target = { ...january.target, total: (january.target.total ?? 0) * (1 + 2e-9) };
  const wrong = { ...report, rows: [{ ...january, target }, ...others] };
  throws(() => compareYear(input, new Map(), wrong), /2023-01 N'B/);
});

Deno.test("compareYear() detects a figure that should not exist", () => {
  const input = aYear();
  const report = yearReport(input);
  const rows = report.rows.map((row) => ({ ...row, heating: { total: 0, perAreaDju: null } }));
  throws(() => compareYear(input, new Map(), { ...report, rows }), /NC/);
});

Deno.test("Fraction counts in decimals: 0.1 + 0.2 is 0.3", () => {
  strictEqual(Fraction.of(0.1).plus(Fraction.of(0.2)).compare(Fraction.of(0.3)), 0);
  strictEqual(Fraction.of(-1.5e-7).times(Fraction.of(4e9)).toNumber(), -600);
  strictEqual(Fraction.of(1).by(Fraction.of(-8)).toNumber(), -0.125);
  throws(() => Fraction.of(1).by(Fraction.of(0)), RangeError);
});
