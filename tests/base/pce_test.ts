import { deepStrictEqual } from "node:assert/strict";
import { isPce } from "@/lib/base/typed_formats.ts";

// @spec gas.pce
Deno.test("isPce() accepts 14 digits, or GI and 6 digits, and nothing around them", () => {
  const texts = ["01234567890123", "GI123456", "0123456789012", "GI12345", "gi123456", " GI123456"];
  deepStrictEqual(texts.map(isPce), [true, true, false, false, false, false]);
});
