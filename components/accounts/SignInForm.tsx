import { PostForm } from "@/components/forms/PostForm.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import type { SignInForm as Values } from "@/lib/domain/accounts/sign_in.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";

interface SignInFormProps {
  email: string;
  errors: FieldErrors<keyof Values>;
}

/** Email, Mot de passe, Connexion (F §2); sent to the page's own address, way back included. */
export function SignInForm({ email, errors }: SignInFormProps) {
  const asksPassword = errors.email === undefined && errors.password !== undefined;
  return (
    <PostForm class="form" noValidate repeatable>
      <TextField
        name="email"
        label="Email"
        type="email"
        autocomplete="username"
        value={email}
        error={errors.email}
        focused={!asksPassword}
        required
      />
      <TextField
        name="password"
        label="Mot de passe"
        type="password"
        autocomplete="current-password"
        error={errors.password}
        focused={asksPassword}
        required
      />
      <SubmitBar label="Connexion" />
    </PostForm>
  );
}
