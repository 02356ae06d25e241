import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { characterCount } from "@/lib/base/strings.ts";
import { countText, formatNumber, formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import { NUMBER_TEXT_LAWS, testLaws } from "@/tests/helpers/laws_of_values.ts";

Deno.test("countText() uses the singular below two, and never separates the number from its word", () => {
  strictEqual(countText(0, "ligne lue", "lignes lues"), "0\u00A0ligne lue");
  strictEqual(countText(1, "série"), "1\u00A0série");
  strictEqual(countText(2, "série"), "2\u00A0séries");
  strictEqual(countText(1234, "jour ajouté", "jours ajoutés"), "1\u202F234\u00A0jours ajoutés");
});

Deno.test("formatNumber() separates thousands with a narrow no-break space, decimals with a comma", () => {
  strictEqual(formatNumber(1234567.25), "1\u202F234\u202F567,3");
  strictEqual(formatNumber(-1234), "-1\u202F234");
  strictEqual(formatNumber(999), "999");
});

// @spec tables.decimals
Deno.test("formatNumber() shows at most 1 decimal, and no final zero", () => {
  strictEqual(formatNumber(12.34), "12,3");
  strictEqual(formatNumber(12.04), "12");
  strictEqual(formatNumber(12.345, 2), "12,35");
});

Deno.test("formatNumber() of null, or of an infinite number, is empty", () => {
  strictEqual(formatNumber(null), "");
  strictEqual(formatNumber(NaN), "");
  strictEqual(formatNumber(Infinity), "");
});

Deno.test("formatNumber() never writes -0", () => {
  strictEqual(formatNumber(-0.04), "0");
  strictEqual(formatNumber(-0), "0");
});

Deno.test("formatNumber() writes large and tiny numbers without exponent", () => {
  strictEqual(formatNumber(1e21), "1" + "\u202F000".repeat(7));
  strictEqual(formatNumber(1e-7, 7), "0,0000001");
});

Deno.test("formatPercent() puts a no-break space before %", () => {
  strictEqual(formatPercent(-12.55), "-12,6\u00A0%");
  strictEqual(formatPercent(null), "");
});

Deno.test("formatQuantity() never separates a number from its unit", () => {
  strictEqual(formatQuantity(1234.54, "kWh"), "1\u202F234,5\u202FkWh");
  strictEqual(formatQuantity(50, "%"), "50\u00A0%");
  strictEqual(formatQuantity(3, ""), "3");
  strictEqual(formatQuantity(null, "kWh"), "");
});

Deno.test("formatNumber() writes as many decimals as the figures under it", () => {
  strictEqual(formatNumber(20, 1, 1), "20,0");
  strictEqual(formatNumber(20.14, 1, 1), "20,1");
  strictEqual(formatNumber(-1234.5, 2, 2), "-1\u202F234,50");
  strictEqual(formatNumber(null, 1, 1), "");
});

testLaws(NUMBER_TEXT_LAWS);

Deno.test("characterCount() counts an emoji once, as the schemas of calls do", () => {
  deepStrictEqual(["", "é", "😀", "a😀"].map(characterCount), [0, 1, 1, 2]);
});
