import { deepStrictEqual, ok } from "node:assert/strict";
import {
  EMAIL_FORM,
  FIRST_ACCOUNT_FORM,
  FORGOTTEN_PASSWORD_FORM,
  NAME_FORM,
  PASSWORD_FORM,
  REMOVAL_FORM,
  RESET_PASSWORD_FORM,
  SIGN_IN_FORM,
} from "@/lib/accounts/forms.ts";
import { isPasswordField } from "@/lib/ui/field_rules.ts";

const REQUIRED = { code: "required" };

// @spec accounts.sign-in
Deno.test("SIGN_IN_FORM requires an e-mail address and a password", () => {
  deepStrictEqual(SIGN_IN_FORM.errors({}), { email: REQUIRED, password: REQUIRED });
  deepStrictEqual(SIGN_IN_FORM.errors({ email: "ada", password: "x" }), {
    email: { code: "email" },
  });
  deepStrictEqual(SIGN_IN_FORM.read({ email: " ada@bailleur.fr ", password: " x " }), {
    email: "ada@bailleur.fr",
    password: " x ",
  });
});

Deno.test("FIRST_ACCOUNT_FORM requires every field, 8 characters and twice the same password", () => {
  const form = {
    code: "abcd",
    forename: "Ada",
    surname: "Durand",
    email: "ada@bailleur.fr",
    password: "motdepasse",
  };
  deepStrictEqual(FIRST_ACCOUNT_FORM.read({ ...form, repeated: "motdepasse" }), form);
  const wrong = { ...form, code: "", password: "1234567", repeated: "x" };
  deepStrictEqual(FIRST_ACCOUNT_FORM.errors(wrong), {
    code: REQUIRED,
    password: { code: "minlength", requiredLength: 8 },
    repeated: { code: "same-as" },
  });
});

Deno.test("forms of accounts refuse a password longer than 200 characters, and do not shorten it", () => {
  const tooLong = { code: "maxlength", allowedLength: 200 };
  const [longest, longer] = ["x".repeat(200), "x".repeat(201)];
  const email = "ada@bailleur.fr";
  deepStrictEqual(SIGN_IN_FORM.errors({ email, password: longest }), {});
  deepStrictEqual(SIGN_IN_FORM.errors({ email, password: longer }), { password: tooLong });
  const change = (password: string) => ({ oldpassword: "x", password, repeated: password });
  deepStrictEqual(PASSWORD_FORM.errors(change(longest)), {});
  deepStrictEqual(PASSWORD_FORM.errors(change(longer)), { password: tooLong, repeated: tooLong });
  const passwords = [...SIGN_IN_FORM.fields, ...PASSWORD_FORM.fields]
    .filter(({ type }) => type === "password");
  deepStrictEqual(passwords.map(({ maxLength }) => maxLength), Array(4).fill(undefined));
});

Deno.test("FORGOTTEN_PASSWORD_FORM requires an e-mail address", () => {
  deepStrictEqual(FORGOTTEN_PASSWORD_FORM.errors({}), { email: REQUIRED });
  deepStrictEqual(FORGOTTEN_PASSWORD_FORM.errors({ email: "ada@" }), { email: { code: "email" } });
});

Deno.test("RESET_PASSWORD_FORM requires every field, eight characters, and the same twice", () => {
  deepStrictEqual(RESET_PASSWORD_FORM.errors({}), {
    email: REQUIRED,
    code: REQUIRED,
    password: REQUIRED,
    repeated: REQUIRED,
  });
  const form = { email: "a@b.fr", code: "c", password: "1234567", repeated: "12345678" };
  deepStrictEqual(RESET_PASSWORD_FORM.errors(form), {
    password: { code: "minlength", requiredLength: 8 },
    repeated: { code: "same-as" },
  });
  deepStrictEqual(RESET_PASSWORD_FORM.errors({ ...form, password: "12345678" }), {});
});

// @spec accounts.own-account
Deno.test("PASSWORD_FORM requires the old one, and the new one twice", () => {
  const form = { oldpassword: "", password: "12345678", repeated: "1234567" };
  deepStrictEqual(PASSWORD_FORM.errors(form), {
    oldpassword: REQUIRED,
    repeated: { code: "same-as" },
  });
});

Deno.test("the other forms of the account require all their fields", () => {
  deepStrictEqual(NAME_FORM.errors({ forename: " ", surname: "L" }), { forename: REQUIRED });
  deepStrictEqual(EMAIL_FORM.errors({ email: "a" }), {
    email: { code: "email" },
    password: REQUIRED,
  });
  deepStrictEqual(REMOVAL_FORM.errors({}), { password: REQUIRED });
  deepStrictEqual(EMAIL_FORM.typed({ email: "a@b.fr" }), { email: "a@b.fr", password: "" });
});

Deno.test("every password is a field that is neither stored nor shown again", () => {
  const forms = [
    SIGN_IN_FORM,
    FIRST_ACCOUNT_FORM,
    RESET_PASSWORD_FORM,
    EMAIL_FORM,
    PASSWORD_FORM,
    REMOVAL_FORM,
  ];
  const secrets = forms.flatMap(({ fields }) =>
    [...fields].filter(({ type }) => type === "password")
  );
  deepStrictEqual(secrets.length, 10);
  ok(secrets.every(({ name }) => isPasswordField(name)));
});
