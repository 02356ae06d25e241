import { type Context, page } from "fresh";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { forgottenPasswordErrors } from "@/lib/domain/accounts/account_forms.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { links } from "@/lib/links/links.ts";
import { mailsWait } from "@/lib/pages/accounts/mails_wait.ts";
import { MAILS_WAIT, retryText } from "@/lib/text/accounts/accounts.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

interface ForgottenPasswordPage {
  email: string;
  errors: FieldErrors<"email">;
  failure: string | null;
}

export const handler = define.handlers({
  async GET(ctx) {
    const email = ctx.url.searchParams.get("email") ?? "";
    return await showPage(ctx, { email, errors: {}, failure: null }, 200);
  },
  async POST(ctx) {
    const { values } = await readSubmission(ctx, ["email"]);
    const email = values.email.trim();
    const errors = forgottenPasswordErrors({ email });
    if (hasErrors(errors)) return await showPage(ctx, { email, errors, failure: null }, 400);
    const result = await ctx.state.api.call("askResetCode", { body: { email } });
    if (result.ok) return seeOther(ctx, links.resetPassword({ email, sent: "1" }));
    const failure = result.retryAt === undefined
      ? errorText(result.code)
      : retryText(result.retryAt);
    return await showPage(ctx, { email, errors: {}, failure }, result.status);
  },
});

export default define.page<typeof handler>((
  { data: { email, errors, failure, features }, state },
) => (
  <div class="card card-narrow">
    <h1>{PAGE_NAMES.forgottenPassword}</h1>
    <p class="soft">
      Indiquez l’adresse de votre compte&nbsp;: un mail vous apportera un code, valable 30 minutes.
    </p>
    {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
    {!features.passwordReset && (
      <Notice tone="bad">
        Aucun mail ne part de cette installation. Demandez un nouveau mot de passe à son
        administrateur.
      </Notice>
    )}
    {features.passwordReset && mailsWait(state) && <Notice tone="bad">{MAILS_WAIT}</Notice>}
    {features.demo && (
      <Notice>
        Les comptes de démonstration ne reçoivent pas de mail&nbsp;: leurs mots de passe sont
        affichés par la console du serveur.
      </Notice>
    )}
    <PostForm class="form" action={links.forgottenPassword()} noValidate>
      <TextField
        name="email"
        label="Email"
        type="email"
        autocomplete="username"
        value={email}
        error={errors.email}
        focused
        required
      />
      <SubmitBar label="Recevoir un code" cancel={links.login(state.config.loginPath)} />
    </PostForm>
    <p class="small">
      <a href={links.resetPassword()}>J’ai déjà un code</a>
    </p>
  </div>
));

async function showPage(ctx: Context<State>, data: ForgottenPasswordPage, status: number) {
  ctx.state.title = windowTitle(PAGE_NAMES.forgottenPassword);
  const features = answered(await ctx.state.api.call("getSignInFeatures", {}));
  return page({ ...data, features }, { status });
}
