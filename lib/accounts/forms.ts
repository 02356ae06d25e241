/** Declares the forms of sign-in, passwords and the own account. @module */

import { sameAs } from "@/lib/base/validators.ts";
import {
  accountRemoval,
  credentials,
  emailChange,
  firstAccount,
  type Me,
  nameChange,
  passwordChange,
  passwordReset,
  resetCodeRequest,
} from "@/lib/identity/schema.ts";
import { email, newPassword, password, text } from "@/lib/ui/fields.ts";
import { form, type TypedTexts } from "@/lib/ui/form.ts";

const PERSON = {
  forename: text({ label: "Prénom", autocomplete: "given-name" }),
  surname: text({ label: "Nom", autocomplete: "family-name" }),
};

const CODE = {
  label: "Code",
  autocomplete: "one-time-code",
} as const;

const LOGIN = email({ label: "Email", autocomplete: "username" });

/** @spec accounts.sign-in */
export const SIGN_IN_FORM = form({
  name: "login",
  limits: credentials,
  fields: { email: LOGIN, password: password({ label: "Mot de passe" }) },
  refusals: { "user-not-found": "email", "bad-password": "password" },
});

/** The first account, with the one-time code printed in the console. @spec platform.first-account */
export const FIRST_ACCOUNT_FORM = form({
  name: "account",
  limits: firstAccount,
  fields: {
    code: text(CODE),
    ...PERSON,
    email: LOGIN,
    password: newPassword({ label: "Mot de passe" }),
    repeated: passwordAgain("Mot de passe, une seconde fois"),
  },
  check: sameTwice,
  body: ({ repeated: _, ...person }) => person,
  refusals: { "bad-code": "code" },
});

/** Requests a code by mail. @spec accounts.own-account */
export const FORGOTTEN_PASSWORD_FORM = form({
  name: "forgotten",
  limits: resetCodeRequest,
  fields: { email: LOGIN },
});

/** Sets a password with a code. @spec accounts.own-account */
export const RESET_PASSWORD_FORM = form({
  name: "reset",
  limits: passwordReset,
  fields: {
    email: LOGIN,
    code: text({ ...CODE, hint: "Celui du mail, par exemple abcd-efgh-jkmn" }),
    password: newPassword({ label: "Nouveau mot de passe" }),
    repeated: passwordAgain("Nouveau mot de passe, une seconde fois"),
  },
  check: sameTwice,
  body: ({ repeated: _, ...reset }) => reset,
  refusals: { "bad-code": "code" },
});

/** @spec accounts.own-account */
export const NAME_FORM = form({ name: "name", limits: nameChange, fields: PERSON });

/** The new address, and the password that proves the account's ownership. @spec accounts.own-account */
export const EMAIL_FORM = form({
  name: "email",
  limits: emailChange,
  fields: {
    email: email({ id: "new-email", label: "Email", autocomplete: "email" }),
    password: password({ id: "email-password", label: "Mot de passe" }),
  },
  values: ({ email }: Pick<Me, "email">) => ({ email, password: "" }),
  refusals: { "bad-password": "password", "user-already-exists": "email" },
});

/** @spec accounts.own-account */
export const PASSWORD_FORM = form({
  name: "password",
  limits: passwordChange,
  fields: {
    oldpassword: password({ label: "Ancien mot de passe" }),
    password: newPassword({ id: "new-password", label: "Nouveau mot de passe" }),
    repeated: passwordAgain("Confirmation"),
  },
  check: sameTwice,
  body: ({ repeated: _, ...passwords }) => passwords,
  refusals: { "bad-old-password": "oldpassword" },
});

/** Deletes the account. @spec accounts.own-account */
export const REMOVAL_FORM = form({
  name: "removal",
  limits: accountRemoval,
  fields: { password: password({ id: "removal-password", label: "Mot de passe" }) },
  refusals: { "bad-password": "password" },
});

function passwordAgain(label: string) {
  return password({ label, autocomplete: "new-password" });
}

function sameTwice({ password = "", repeated = "" }: TypedTexts<"password" | "repeated">) {
  const error = sameAs("password")(repeated, { password });
  return error === null ? {} : { repeated: error };
}
