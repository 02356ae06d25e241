import { EntryForm } from "@/components/accounts/EntryForm.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { FIRST_ACCOUNT_FORM } from "@/lib/accounts/forms.ts";
import { anonymously, signUpFirst } from "@/lib/app/session.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, HttpError, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { page } }) => (
  <div class="card card-narrow">
    <h1>{PAGES.firstRun.title}</h1>
    <p class="soft">
      Ce compte administre toute la plateforme. Le code est affiché par la console du serveur.
    </p>
    {page.shown?.failure && <Notice tone="very-bad" live>{page.shown.failure}</Notice>}
    <EntryForm form={FIRST_ACCOUNT_FORM} shown={page.shown} hasSummary submit="Créer le compte" />
  </div>
));

function pageForms(ctx: PageContext) {
  return {
    account: save(FIRST_ACCOUNT_FORM, (body) => signUpFirst(ctx.state, body), {
      next: () => links.start(),
      cookie: (cookie) => cookie,
    }),
  };
}

/** The page exists only until there is an account. */
async function readPage(ctx: PageContext) {
  const features = await anonymously(ctx.state).read(ACCOUNTS_CALLS.getSignInFeatures, {});
  if (!features.firstRun) throw new HttpError(404);
  return {};
}
