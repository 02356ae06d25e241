import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { type FieldErrors, hasErrors, shownErrors, withLater } from "@/lib/base/validators.ts";

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

// @spec forms.errors
Deno.test("withLater() marks all errors but the first in the order of the page, where a file is before its fields", () => {
  const required = { code: "required" } as const;
  const later = { ...required, isLater: true } as const;
  const wrong = { name: required, code: required };
  deepStrictEqual(withLater(wrong, ["code", "name"]), { name: later, code: required });
  deepStrictEqual(withLater(wrong, ["name", "code"]), { name: required, code: later });
  const sent = { code: required, file: required };
  deepStrictEqual(withLater(sent, ["code"]), { code: later, file: required });
  deepStrictEqual(withLater({}, ["code"]), {});
});
