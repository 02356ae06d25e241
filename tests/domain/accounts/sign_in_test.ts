import { deepStrictEqual } from "node:assert/strict";
import { firstAccountErrors, refusedSignIn, signInErrors } from "@/lib/domain/accounts/sign_in.ts";

// @spec accounts.sign-in
Deno.test("signInErrors() wants an e-mail address and a password", () => {
  deepStrictEqual(signInErrors({ email: "", password: "" }), {
    email: { code: "required" },
    password: { code: "required" },
  });
  deepStrictEqual(signInErrors({ email: "ada", password: "x" }), { email: { code: "email" } });
  deepStrictEqual(signInErrors({ email: "ada@bailleur.fr", password: "x" }), {});
});

Deno.test("refusedSignIn() marks the field the refusal is about, and none for another one", () => {
  deepStrictEqual(refusedSignIn("user-not-found"), { email: { code: "bad-email" } });
  deepStrictEqual(refusedSignIn("bad-password"), { password: { code: "bad-password" } });
  deepStrictEqual(refusedSignIn("unknown-error"), {});
});

Deno.test("firstAccountErrors() wants every field, 8 characters and twice the same password", () => {
  const form = {
    code: "abcd",
    forename: "Ada",
    surname: "Durand",
    email: "ada@bailleur.fr",
    password: "motdepasse",
    repeated: "motdepasse",
  };
  deepStrictEqual(firstAccountErrors(form), {});
  deepStrictEqual(firstAccountErrors({ ...form, code: "", password: "1234567", repeated: "x" }), {
    code: { code: "required" },
    password: { code: "minlength", requiredLength: 8 },
    repeated: { code: "same-as" },
  });
});
