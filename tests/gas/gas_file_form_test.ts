import { deepStrictEqual } from "node:assert/strict";
import { GAS_FILE_FORM } from "@/lib/gas/forms.ts";

Deno.test("GAS_FILE_FORM may select a delivery point, or leave it to the file", () => {
  deepStrictEqual(GAS_FILE_FORM.read({ pce: "GI123456" }), { pce: "GI123456" });
  deepStrictEqual(GAS_FILE_FORM.read({}), { pce: null });
});
