import { deepStrictEqual } from "node:assert/strict";
import {
  emailErrors,
  forgottenPasswordErrors,
  nameErrors,
  passwordErrors,
  refusedAccountChange,
  removalErrors,
  resetPasswordErrors,
} from "@/lib/domain/accounts/account_forms.ts";

const REQUIRED = { code: "required" };

Deno.test("forgottenPasswordErrors() wants an e-mail address", () => {
  deepStrictEqual(forgottenPasswordErrors({ email: "" }), { email: REQUIRED });
  deepStrictEqual(forgottenPasswordErrors({ email: "ada@" }), { email: { code: "email" } });
  deepStrictEqual(forgottenPasswordErrors({ email: "ada@b.fr" }), {});
});

Deno.test("resetPasswordErrors() wants everything, eight characters, and the same twice", () => {
  const blank = { email: "", code: "", password: "", repeated: "" };
  deepStrictEqual(resetPasswordErrors(blank), {
    email: REQUIRED,
    code: REQUIRED,
    password: REQUIRED,
    repeated: REQUIRED,
  });
  const form = { email: "a@b.fr", code: "c", password: "1234567", repeated: "12345678" };
  deepStrictEqual(resetPasswordErrors(form), {
    password: { code: "minlength", requiredLength: 8 },
    repeated: { code: "same-as" },
  });
  deepStrictEqual(resetPasswordErrors({ ...form, password: "12345678" }), {});
});

// @spec accounts.own-account
Deno.test("passwordErrors() wants the old one, and the new one twice", () => {
  const form = { oldpassword: "", password: "12345678", repeated: "1234567" };
  deepStrictEqual(passwordErrors(form), { oldpassword: REQUIRED, repeated: { code: "same-as" } });
});

Deno.test("the other forms of the account want all their fields", () => {
  deepStrictEqual(nameErrors({ forename: " ", surname: "L" }), { forename: REQUIRED });
  deepStrictEqual(emailErrors({ email: "a", password: "" }), {
    email: { code: "email" },
    password: REQUIRED,
  });
  deepStrictEqual(removalErrors({ password: "" }), { password: REQUIRED });
});

Deno.test("refusedAccountChange() marks the field a refusal is about, and none for another", () => {
  deepStrictEqual(refusedAccountChange("bad-code"), { code: { code: "bad-code" } });
  deepStrictEqual(refusedAccountChange("bad-old-password"), {
    oldpassword: { code: "bad-password" },
  });
  deepStrictEqual(refusedAccountChange("bad-password"), { password: { code: "bad-password" } });
  deepStrictEqual(refusedAccountChange("user-already-exists"), { email: { code: "unique" } });
  deepStrictEqual(refusedAccountChange("too-many-requests"), {});
});
