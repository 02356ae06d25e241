import { strictEqual } from "node:assert/strict";
import { shortWhole } from "@/lib/ingest/byte_values.ts";
import { SourceTable } from "@/lib/ingest/source_table.ts";
import { timeOf } from "@/lib/ingest/value_scanner.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { parseLines } from "./parse_lines.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

const digits = (maxLength: number) =>
  fc.string({ maxLength, unit: fc.constantFrom(..."0123456789") });

Deno.test("LineScanner parses a number exactly, to the last bit", () => {
  const table = new SourceTable();
  const options = { precision: "s", nowS: 0, tableOf: () => table } as const;
  fc.assert(
    fc.property(
      fc.constantFrom("", "-"),
      digits(11),
      fc.constantFrom("", "."),
      digits(9),
      (sign, whole, point, decimals) => {
        const written = `${sign}${whole}${point}${decimals}`;
        const { columns, badCount } = parseLines(bytesOf(`m v=${written} 1`), options);
        if (whole + decimals === "") return strictEqual(badCount, 1);
        strictEqual(columns.value(0), Number(written));
      },
    ),
    { seed: 20260101, numRuns: 5000 },
  );
});

Deno.test("shortWhole() parses whole numbers of up to fifteen digits, and no others", () => {
  for (const text of ["0", "7", "0012", "999999999999999"]) {
    strictEqual(shortWhole(bytesOf(`x${text},`), 1, text.length + 1), Number(text));
  }
  for (const text of ["-1", "1.5", "1e3", " 1", "1234567890123456"]) {
    strictEqual(shortWhole(bytesOf(text), 0, text.length), NaN, text);
  }
  strictEqual(shortWhole(bytesOf("12"), 0, 3), NaN);
});

Deno.test("timeOf() truncates the last digits of a timestamp, and rounds down before 1970", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 20n - 1n }),
      fc.constantFrom(0, 3, 6, 9),
      (time, decimals) => {
        const text = String(time);
        const unit = 10n ** BigInt(decimals);
        // Below zero the quotient is one less, also for a whole second: no reading is dated before
        // 1970.
        const whole = time < 0n && decimals > 0 ? time / unit - 1n : time / unit;
        strictEqual(timeOf(bytesOf(text), { start: 0, end: text.length, decimals }), Number(whole));
      },
    ),
    { seed: 20260101, numRuns: 2000 },
  );
  for (const text of ["x", "-", "1x", "1.5", "123456789012345678901"]) {
    strictEqual(
      timeOf(bytesOf(text), { start: 0, end: text.length, decimals: 3 }),
      undefined,
      text,
    );
  }
});
