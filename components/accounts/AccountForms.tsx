import type { ComponentChildren } from "preact";
import type { FieldFacts } from "@/components/forms/Field.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PASSWORD_MIN_LENGTH } from "@/lib/domain/accounts/types.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { links } from "@/lib/links/links.ts";

/** A form of the account that was refused, or nothing of it. */
interface FormProps {
  errors: FieldErrors<
    "forename" | "surname" | "email" | "password" | "oldpassword" | "repeated"
  >;
  /** What is wrong with no field. */
  failure: string | null;
}

/** One of the account's forms: which it is, what is wrong with it, its fields and what sends it. */
function AccountForm(
  { section, failure, refused, intro, submit, children }: {
    section: string;
    failure: string | null;
    /** What it shows was typed and refused. */
    refused?: boolean;
    intro?: ComponentChildren;
    submit: ComponentChildren;
    children: ComponentChildren;
  },
) {
  return (
    <WatchedForm action={links.account()} unsaved={refused === true} hidden={{ section }}>
      {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
      {intro}
      <div class="form-columns">{children}</div>
      {submit}
    </WatchedForm>
  );
}

function isRefused(errors: FormProps["errors"], failure: string | null): boolean {
  return failure !== null || hasErrors(errors);
}

/** A password, known already or being chosen. */
function PasswordField(
  { isNew, ...field }: Pick<FieldFacts, "name" | "id" | "label" | "error" | "hint"> & {
    isNew?: boolean;
  },
) {
  const autocomplete = isNew ? "new-password" : "current-password";
  return <TextField {...field} type="password" autocomplete={autocomplete} required />;
}

/** Prénom and Nom. */
export function NameForm(
  { errors, failure, forename, surname }: FormProps & { forename: string; surname: string },
) {
  return (
    <AccountForm
      section="name"
      failure={failure}
      refused={isRefused(errors, failure)}
      submit={<SubmitBar />}
    >
      <TextField
        name="forename"
        label="Prénom"
        autocomplete="given-name"
        value={forename}
        error={errors.forename}
        maxLength={100}
        required
      />
      <TextField
        name="surname"
        label="Nom"
        autocomplete="family-name"
        value={surname}
        error={errors.surname}
        maxLength={100}
        required
      />
    </AccountForm>
  );
}

/** The new address, and the password that proves whose account it is. */
export function EmailForm({ errors, failure, email }: FormProps & { email: string }) {
  const submit = <SubmitBar label="Changer l’adresse" />;
  return (
    <AccountForm
      section="email"
      failure={failure}
      refused={isRefused(errors, failure)}
      submit={submit}
    >
      <TextField
        name="email"
        id="new-email"
        label="Email"
        type="email"
        autocomplete="email"
        value={email}
        error={errors.email}
        required
      />
      <PasswordField
        name="password"
        id="email-password"
        label="Mot de passe"
        error={errors.password}
      />
    </AccountForm>
  );
}

/** The old password, and the new one twice. */
export function PasswordForm({ errors, failure, email }: FormProps & { email: string }) {
  // Password managers file the new password under this name.
  const owner = <input type="hidden" name="username" autocomplete="username" value={email} />;
  const submit = <SubmitBar label="Changer le mot de passe" />;
  return (
    <AccountForm section="password" failure={failure} intro={owner} submit={submit}>
      <PasswordField name="oldpassword" label="Ancien mot de passe" error={errors.oldpassword} />
      <PasswordField
        name="password"
        id="new-password"
        label="Nouveau mot de passe"
        hint={`${PASSWORD_MIN_LENGTH} caractères minimum`}
        error={errors.password}
        isNew
      />
      <PasswordField name="repeated" label="Confirmation" error={errors.repeated} isNew />
    </AccountForm>
  );
}

/** Says what is lost, and asks the password. */
export function RemovalForm({ errors, failure, isOpen }: FormProps & { isOpen: boolean }) {
  return (
    <details class="account-removal" open={isOpen}>
      <summary class="button button-plain button-danger">Supprimer mon compte</summary>
      <AccountForm
        section="removal"
        failure={failure}
        intro={
          <p>
            Votre compte disparaît pour toujours, avec vos rôles, votre place dans les organisations
            et les équipes, et vos sessions. Le journal des organisations garde la trace de vos
            actions.
          </p>
        }
        submit={
          <div class="submit-bar">
            <button type="submit" class="button button-danger">
              Supprimer mon compte pour toujours
            </button>
          </div>
        }
      >
        <PasswordField
          name="password"
          id="removal-password"
          label="Mot de passe"
          error={errors.password}
        />
      </AccountForm>
    </details>
  );
}
