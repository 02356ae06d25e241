import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  email,
  formErrors,
  type FormRules,
  minLength,
  required,
  sameAs,
} from "@/lib/domain/forms/validators.ts";
import { PASSWORD_MIN_LENGTH } from "./types.ts";

export interface SignInForm {
  email: string;
  password: string;
}

/** Fields of the form that creates the first account. @spec domain §3 "Who is who" */
export interface FirstAccountForm extends SignInForm {
  /** The one-time code of the console. */
  code: string;
  forename: string;
  surname: string;
  /** The password again. */
  repeated: string;
}

const SIGN_IN_RULES: FormRules<SignInForm> = {
  email: [required, email],
  password: [required],
};

const FIRST_ACCOUNT_RULES: FormRules<FirstAccountForm> = {
  code: [required],
  forename: [required],
  surname: [required],
  email: [required, email],
  password: [required, minLength(PASSWORD_MIN_LENGTH)],
  repeated: [required, sameAs("password")],
};

/** Errors of the sign-in form, before any request. @spec accounts.sign-in */
export function signInErrors(form: SignInForm): FieldErrors<keyof SignInForm> {
  return formErrors(form, SIGN_IN_RULES);
}

export function firstAccountErrors(form: FirstAccountForm): FieldErrors<keyof FirstAccountForm> {
  return formErrors(form, FIRST_ACCOUNT_RULES);
}

/** The field that a refused sign-in marks wrong. @spec accounts.sign-in */
export function refusedSignIn(code: string): FieldErrors<keyof SignInForm> {
  if (code === "user-not-found") return { email: { code: "bad-email" } };
  return code === "bad-password" ? { password: { code: "bad-password" } } : {};
}
