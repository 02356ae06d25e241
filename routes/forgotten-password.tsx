import { EntryForm } from "@/components/accounts/EntryForm.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { FORGOTTEN_PASSWORD_FORM } from "@/lib/accounts/forms.ts";
import { anonymously } from "@/lib/app/session.ts";
import { MAILS_WAIT } from "@/lib/identity/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, mailsWait, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { page, features }, state, url }) => (
  <div class="card card-narrow">
    <h1>{PAGES.forgottenPassword.title}</h1>
    <p class="soft">
      Indiquez l’adresse de votre compte&nbsp;: un mail vous apportera un code, valable 30 minutes.
    </p>
    {page.shown?.failure && <Notice tone="very-bad" live>{page.shown.failure}</Notice>}
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
    <EntryForm
      form={FORGOTTEN_PASSWORD_FORM}
      shown={page.shown}
      initial={{ email: url.searchParams.get("email") ?? "" }}
      focus="email"
      submit="Recevoir un code"
      cancel={links.login(state.config.loginPath)}
      action={links.forgottenPassword()}
    />
    <p class="small">
      <a href={links.resetPassword()}>J’ai déjà un code</a>
    </p>
  </div>
));

function pageForms(ctx: PageContext) {
  return {
    forgotten: save(
      FORGOTTEN_PASSWORD_FORM,
      (body) => anonymously(ctx.state).call(ACCOUNTS_CALLS.askResetCode, { body }),
      { next: (_, { email }) => links.resetPassword({ email, sent: "1" }) },
    ),
  };
}

async function readPage(ctx: PageContext) {
  ctx.state.title = PAGES.forgottenPassword.title;
  return { features: await anonymously(ctx.state).read(ACCOUNTS_CALLS.getSignInFeatures, {}) };
}
