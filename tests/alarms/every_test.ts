import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  EVERY_RULE,
  EVERY_UNITS,
  everyUnitOf,
  readEvery,
  writeEvery,
} from "@/lib/alarms/report_settings.ts";
import { typedError } from "@/lib/ui/field_rules.ts";
import { law, testLaws } from "@/tests/helpers/laws.ts";
import { fc } from "@/tests/npm/fast_check.ts";

// @spec forms.durations
Deno.test("readEvery() parses digits followed by h or d", () => {
  deepStrictEqual(readEvery("2h"), { count: 2, unit: "h" });
  deepStrictEqual(readEvery("15d"), { count: 15, unit: "d" });
});

Deno.test("readEvery() of any other text has no count, in hours", () => {
  for (const text of ["", "h", "d", "2", "2m", "-2h", "2,5h", " 2h", "2 h", "2hd"]) {
    deepStrictEqual(readEvery(text), { count: null, unit: "h" }, text);
  }
});

Deno.test("writeEvery() is empty when the number is empty or zero, for any unit", () => {
  for (const unit of EVERY_UNITS) {
    strictEqual(writeEvery({ count: null, unit }), "");
    strictEqual(writeEvery({ count: 0, unit }), "");
  }
  strictEqual(writeEvery({ count: 3, unit: "d" }), "3d");
});

Deno.test("everyUnitOf() is hours for any text but d", () => {
  deepStrictEqual(["d", "h", "", "D", "day"].map(everyUnitOf), ["d", "h", "h", "h", "h"]);
});

Deno.test("EVERY_RULE accepts whole numbers from 0, and an empty field", () => {
  const errorOf = (text: string) => typedError(EVERY_RULE, text)?.code ?? null;
  deepStrictEqual(
    ["", "0", "12", "-1", "1,5", "x", "10000"].map(errorOf),
    [null, null, null, "min", "integer", "number", "max"],
  );
});

testLaws([
  law(
    "readEvery() reads again what writeEvery() wrote",
    fc.property(
      fc.integer({ min: 1, max: 9_999 }),
      fc.constantFrom(...EVERY_UNITS),
      (count, unit) => deepStrictEqual(readEvery(writeEvery({ count, unit })), { count, unit }),
    ),
  ),
  law(
    "readEvery() drops zeros in front",
    fc.property(fc.nat(9_999), fc.nat(4), (count, zeros) => {
      deepStrictEqual(readEvery(`${"0".repeat(zeros)}${count}d`), { count, unit: "d" });
    }),
  ),
]);
