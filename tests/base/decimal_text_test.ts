import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { decimalText, plainNumber } from "@/lib/base/rounding.ts";

Deno.test("decimalText() returns the shortest digits and their power of ten", () => {
  deepStrictEqual(decimalText(12.5), { digits: "125", exponent: -1 });
  deepStrictEqual(decimalText(1200), { digits: "12", exponent: 2 });
  deepStrictEqual(decimalText(0), { digits: "0", exponent: 0 });
});

Deno.test("plainNumber() writes no exponent", () => {
  strictEqual(plainNumber(1e-7), "0.0000001");
  strictEqual(plainNumber(-1.25e-8), "-0.0000000125");
  strictEqual(plainNumber(1.5e21), "1500000000000000000000");
});

Deno.test("plainNumber() keeps ordinary numbers, and writes -0 as 0", () => {
  strictEqual(plainNumber(-12.5), "-12.5");
  strictEqual(plainNumber(-0), "0");
});
