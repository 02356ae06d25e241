import { deepStrictEqual } from "node:assert/strict";
import { STOCK_FORM } from "@/lib/forms/projects/stock_form.ts";

Deno.test("STOCK_FORM begins with residences, and wants a kind of file that is known", () => {
  deepStrictEqual(STOCK_FORM.typed(null), { kind: "residences" });
  deepStrictEqual(STOCK_FORM.read({ kind: "dwellings" }), { kind: "dwellings" });
  deepStrictEqual(STOCK_FORM.errors({ kind: "x" }), { kind: { code: "required" } });
});
