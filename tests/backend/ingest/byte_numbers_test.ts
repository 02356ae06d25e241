import { strictEqual } from "node:assert/strict";
import { shortDecimal } from "../../../lib/backend/ingest/byte_numbers.ts";
import { timeOf } from "../../../lib/backend/ingest/line_times.ts";
import { fc } from "../../npm/fast_check.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

const digits = (maxLength: number) =>
  fc.string({ maxLength, unit: fc.constantFrom(..."0123456789") });

Deno.test("shortDecimal() is the number that its text is, to the last bit", () => {
  fc.assert(
    fc.property(fc.constantFrom("", "-"), digits(9), digits(8), (sign, whole, decimals) => {
      const written = `${sign}${whole}.${decimals}`;
      const length = whole.length + decimals.length;
      const expected = length >= 1 && length <= 15 ? Number(written) : NaN;
      strictEqual(shortDecimal(bytesOf(`x${written},`), 1, written.length + 1), expected);
    }),
    { seed: 20260101, numRuns: 5000 },
  );
});

Deno.test("shortDecimal() leaves what is no plain decimal to others", () => {
  for (
    const text of ["", "-", ".", "-.", "1e3", "+1", "12i", "1.2.3", "1-", " 1", "1234567890123456"]
  ) {
    strictEqual(shortDecimal(bytesOf(text), 0, text.length), NaN, text);
  }
});

Deno.test("timeOf() cuts the last digits of a timestamp, and rounds down before 1970", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 20n - 1n }),
      fc.constantFrom(0, 3, 6, 9),
      (time, decimals) => {
        const text = String(time);
        const unit = 10n ** BigInt(decimals);
        // Just before a second is the second before, and so is the second itself: neither is a reading of ours.
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
