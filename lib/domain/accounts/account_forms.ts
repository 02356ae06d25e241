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

export interface ForgottenPasswordForm {
  email: string;
}

export interface ResetPasswordForm {
  email: string;
  code: string;
  password: string;
  /** The password again. */
  repeated: string;
}

export interface NameForm {
  forename: string;
  surname: string;
}

export interface EmailForm {
  email: string;
  password: string;
}

export interface PasswordForm {
  oldpassword: string;
  password: string;
  /** The password again. */
  repeated: string;
}

export interface RemovalForm {
  password: string;
}

const FORGOTTEN_PASSWORD_RULES: FormRules<ForgottenPasswordForm> = { email: [required, email] };

const RESET_PASSWORD_RULES: FormRules<ResetPasswordForm> = {
  email: [required, email],
  code: [required],
  password: [required, minLength(PASSWORD_MIN_LENGTH)],
  repeated: [required, sameAs("password")],
};

const NAME_RULES: FormRules<NameForm> = { forename: [required], surname: [required] };

const EMAIL_RULES: FormRules<EmailForm> = { email: [required, email], password: [required] };

const PASSWORD_RULES: FormRules<PasswordForm> = {
  oldpassword: [required],
  password: [required, minLength(PASSWORD_MIN_LENGTH)],
  repeated: [required, sameAs("password")],
};

const REMOVAL_RULES: FormRules<RemovalForm> = { password: [required] };

/** Errors of the forgotten-password form. @spec accounts.own-account */
export function forgottenPasswordErrors(form: ForgottenPasswordForm): FieldErrors<"email"> {
  return formErrors(form, FORGOTTEN_PASSWORD_RULES);
}

/** Errors of the form that sets a password by a code. @spec accounts.own-account */
export function resetPasswordErrors(
  form: ResetPasswordForm,
): FieldErrors<keyof ResetPasswordForm> {
  return formErrors(form, RESET_PASSWORD_RULES);
}

/** Errors of the names form. @spec accounts.own-account */
export function nameErrors(form: NameForm): FieldErrors<keyof NameForm> {
  return formErrors(form, NAME_RULES);
}

/** Errors of the e-mail address form. @spec accounts.own-account */
export function emailErrors(form: EmailForm): FieldErrors<keyof EmailForm> {
  return formErrors(form, EMAIL_RULES);
}

/** Errors of the password form. @spec accounts.own-account */
export function passwordErrors(form: PasswordForm): FieldErrors<keyof PasswordForm> {
  return formErrors(form, PASSWORD_RULES);
}

/** Errors of the form that deletes the account. @spec accounts.own-account */
export function removalErrors(form: RemovalForm): FieldErrors<keyof RemovalForm> {
  return formErrors(form, REMOVAL_RULES);
}

/** A field of the account's forms that a refusal marks wrong. */
export type AccountField = "email" | "password" | "oldpassword" | "code";

/** The field that a refused account change marks as wrong. @spec accounts.own-account */
export function refusedAccountChange(code: string): FieldErrors<AccountField> {
  switch (code) {
    case "bad-password":
      return { password: { code: "bad-password" } };
    case "bad-old-password":
      return { oldpassword: { code: "bad-password" } };
    case "bad-code":
      return { code: { code: "bad-code" } };
    case "user-already-exists":
      return { email: { code: "unique" } };
    default:
      return {};
  }
}

const PASSWORD_FIELDS: readonly string[] = ["password", "oldpassword", "repeated"];

/** Whether a field of a form holds a password, which is neither shown again nor stored. */
export function isPasswordField(name: string): boolean {
  return PASSWORD_FIELDS.includes(name);
}
