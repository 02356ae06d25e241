import { strictEqual } from "node:assert/strict";
import { HOUSE_FORM } from "@/lib/housing/forms.ts";
import { typedOver } from "@/lib/housing/pages.ts";

// @spec housing.form-fields
Deno.test("typedOver() keeps the fields that are not shown", () => {
  const before = { ...HOUSE_FORM.typed(null), name: "A1", collectMode: "1", kind: "enocean" };
  const text = typedOver(before, (name) => name === "name" ? "A2" : "", new Set(["name"]));
  strictEqual(text("name"), "A2");
  strictEqual(text("collectMode"), "1");
  strictEqual(text("kind"), "enocean");
});
