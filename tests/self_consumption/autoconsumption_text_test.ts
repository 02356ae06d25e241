import { match, strictEqual } from "node:assert/strict";
import { scaledSharesText, sharesText } from "@/lib/self_consumption/text.ts";

// @spec autoconsumption.sharing
Deno.test("sharesText() names the sum of fixed shares as exactly as they are typed", () => {
  match(sharesText("static", 90.95) ?? "", / font 90,95\u00A0%\u00A0?[ \u202F]?: le reste/);
  match(sharesText("dynamic", 100.04) ?? "", / font 100,04\u00A0%.*ramenées à 100/);
  strictEqual(sharesText("static", 100), null);
  strictEqual(sharesText("full-dynamic", 120), null);
});

// @spec autoconsumption.sharing
Deno.test("scaledSharesText() is null up to 100 %", () => {
  strictEqual(scaledSharesText(100), null);
  match(
    scaledSharesText(100.01) ?? "",
    /font 100,01\u00A0%.*ramenées à 100\u00A0% dans les calculs\.$/,
  );
});
