import { match, strictEqual } from "node:assert/strict";
import { sharesText } from "@/lib/text/autoconsumption/autoconsumption.ts";

// @spec autoconsumption.sharing
Deno.test("sharesText() names the sum of fixed shares as exactly as they are typed", () => {
  match(sharesText("static", 90.95) ?? "", / font 90,95\u00A0%\u00A0?[ \u202F]?: le reste/);
  match(sharesText("dynamic", 100.04) ?? "", / font 100,04\u00A0%.*ramenées à 100/);
  strictEqual(sharesText("static", 100), null);
  strictEqual(sharesText("full-dynamic", 120), null);
});
