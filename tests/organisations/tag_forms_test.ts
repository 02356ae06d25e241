import { deepStrictEqual } from "node:assert/strict";
import { NEW_TAG_FORM, TAG_FORM, TAG_VALUE_FORM } from "@/lib/organisations/forms.ts";

Deno.test("the forms of categories require a name of at most 100 characters", () => {
  for (const form of [NEW_TAG_FORM, TAG_FORM, TAG_VALUE_FORM]) {
    deepStrictEqual(form.errors({}), { name: { code: "required" } });
    deepStrictEqual(form.errors({ name: "x".repeat(101) }), {
      name: { code: "maxlength", allowedLength: 100 },
    });
    deepStrictEqual(form.read({ name: " Agence " }), { name: "Agence" });
  }
});
