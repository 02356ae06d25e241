import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { type FieldErrors, hasErrors, shownErrors } from "@/lib/domain/forms/field_errors.ts";

const errors: FieldErrors<"email" | "password"> = {
  email: { code: "email" },
  password: { code: "required" },
};

Deno.test("hasErrors() is true as soon as one field is wrong", () => {
  strictEqual(hasErrors({}), false);
  strictEqual(hasErrors({ email: { code: "email" } }), true);
});

// @spec forms.touched
Deno.test("shownErrors() returns the errors of the fields touched or changed", () => {
  deepStrictEqual(shownErrors(errors, new Set(["email"] as const)), { email: { code: "email" } });
});

Deno.test("shownErrors() shows nothing on an untouched form", () => {
  deepStrictEqual(shownErrors(errors, new Set()), {});
});
