import { deepStrictEqual } from "node:assert/strict";
import { STOCK_FORM } from "@/lib/portfolio/forms.ts";

Deno.test("STOCK_FORM starts with residences, and requires a known kind of file", () => {
  deepStrictEqual(STOCK_FORM.typed(null), { kind: "residences" });
  deepStrictEqual(STOCK_FORM.read({ kind: "dwellings" }), { kind: "dwellings" });
  deepStrictEqual(STOCK_FORM.errors({ kind: "x" }), { kind: { code: "required" } });
});
