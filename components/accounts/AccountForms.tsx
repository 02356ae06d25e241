import { PASSWORD_MIN_LENGTH } from "../../lib/domain/accounts/types.ts";
import type { FieldErrors } from "../../lib/domain/forms/field_errors.ts";
import { links } from "../../lib/links/links.ts";
import { SubmitBar } from "../forms/SubmitBar.tsx";
import { TextField } from "../forms/TextField.tsx";
import { Notice } from "../page/Notice.tsx";

/** A form of the account that was refused, or nothing of it. */
interface FormProps {
  errors: FieldErrors<
    "forename" | "surname" | "email" | "password" | "oldpassword" | "repeated"
  >;
  /** What is wrong with no field. */
  failure: string | null;
}

/** Prénom and Nom. */
export function NameForm(
  { errors, failure, forename, surname }: FormProps & { forename: string; surname: string },
) {
  return (
    <form class="form" method="post" action={links.account()} noValidate>
      <input type="hidden" name="section" value="name" />
      {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
      <div class="form-columns">
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
      </div>
      <SubmitBar />
    </form>
  );
}

/** The new address, and the password that proves whose account it is. */
export function EmailForm({ errors, failure, email }: FormProps & { email: string }) {
  return (
    <form class="form" method="post" action={links.account()} noValidate>
      <input type="hidden" name="section" value="email" />
      {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
      <div class="form-columns">
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
        <TextField
          name="password"
          id="email-password"
          label="Mot de passe"
          type="password"
          autocomplete="current-password"
          error={errors.password}
          required
        />
      </div>
      <SubmitBar label="Changer l’adresse" />
    </form>
  );
}

/** The old password, and the new one twice. */
export function PasswordForm({ errors, failure, email }: FormProps & { email: string }) {
  return (
    <form class="form" method="post" action={links.account()} noValidate>
      <input type="hidden" name="section" value="password" />
      {/* Password managers file the new password under this name. */}
      <input type="hidden" name="username" autocomplete="username" value={email} />
      {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
      <div class="form-columns">
        <TextField
          name="oldpassword"
          label="Ancien mot de passe"
          type="password"
          autocomplete="current-password"
          error={errors.oldpassword}
          required
        />
        <TextField
          name="password"
          id="new-password"
          label="Nouveau mot de passe"
          type="password"
          autocomplete="new-password"
          hint={`${PASSWORD_MIN_LENGTH} caractères minimum`}
          error={errors.password}
          required
        />
        <TextField
          name="repeated"
          label="Confirmation"
          type="password"
          autocomplete="new-password"
          error={errors.repeated}
          required
        />
      </div>
      <SubmitBar label="Changer le mot de passe" />
    </form>
  );
}

/** Says what is lost, and asks the password. */
export function RemovalForm({ errors, failure, isOpen }: FormProps & { isOpen: boolean }) {
  return (
    <details class="account-removal" open={isOpen}>
      <summary class="button button-plain button-danger">Supprimer mon compte</summary>
      <form class="form" method="post" action={links.account()} noValidate>
        <input type="hidden" name="section" value="removal" />
        {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
        <p>
          Votre compte disparaît pour toujours, avec vos rôles, votre place dans les organisations
          et les équipes, et vos sessions. Le journal des organisations garde la trace de vos
          actions.
        </p>
        <div class="form-columns">
          <TextField
            name="password"
            id="removal-password"
            label="Mot de passe"
            type="password"
            autocomplete="current-password"
            error={errors.password}
            required
          />
        </div>
        <div class="submit-bar">
          <button type="submit" class="button button-danger">
            Supprimer mon compte pour toujours
          </button>
        </div>
      </form>
    </details>
  );
}
