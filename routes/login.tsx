import type { PageProps } from "fresh";
import { EntryForm } from "@/components/accounts/EntryForm.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { SIGN_IN_FORM } from "@/lib/accounts/forms.ts";
import { anonymously, signIn } from "@/lib/app/session.ts";
import { DEMO_ACCOUNTS, DEMO_PROVIDER, type DemoAccount } from "@/lib/demo/seed/accounts.ts";
import { SENT_BACK } from "@/lib/identity/text.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { seeOther, withPrivateUrl } from "@/lib/web/form_submission.ts";
import { backPath } from "@/lib/web/session_guard.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

const signInPage = formRoute(readPage, (ctx) => ({
  login: save(SIGN_IN_FORM, (body) => signIn(ctx.state, body), {
    next: () => wayBack(ctx),
    cookie: (cookie) => cookie,
  }),
}));

export const handler = define.handlers({
  async GET(ctx) {
    if (ctx.state.caller.kind !== "account") return await signInPage.GET(ctx);
    return withPrivateUrl(seeOther(ctx, wayBack(ctx)));
  },
  POST: signInPage.POST,
});

export default define.page<typeof handler>(({ data }) => (
  <div class="card card-narrow">
    <h1>{PAGES.login.title}</h1>
    {data.failure !== null && <Notice tone="very-bad" live>{data.failure}</Notice>}
    {data.features.firstRun && (
      <Notice title="Aucun compte n’existe encore">
        <p>
          <a href={links.firstRun()}>Créez le premier compte</a>{" "}
          avec le code affiché par la console du serveur.
        </p>
      </Notice>
    )}
    <EntryForm
      form={SIGN_IN_FORM}
      shown={data.page.shown}
      focus={asksPassword(data.page.shown) ? "password" : "email"}
      submit="Connexion"
      repeatable
    />
    {data.features.passwordReset && (
      <p class="small">
        <a href={links.forgottenPassword(data.email === "" ? undefined : data.email)}>
          Mot de passe oublié&nbsp;?
        </a>
      </p>
    )}
    {data.features.demo && (
      <section class="stack" aria-labelledby="demo">
        <h2 id="demo">Démonstration</h2>
        {Object.values(DEMO_ACCOUNTS).map((account) => <DemoEntry key={account.id} {...account} />)}
        <PostForm action={links.providerLogin()} repeatable>
          <input type="hidden" name="demo" value="1" />
          <button type="submit" class="button">Entrer comme {DEMO_PROVIDER.shows}</button>
        </PostForm>
        <p class="small soft">
          La <a href={links.tour()}>visite guidée</a> montre quoi regarder.
        </p>
      </section>
    )}
  </div>
));

/** Signs in with an account of the demo, in one click. @spec demo.entry */
function DemoEntry({ email, password, shows }: DemoAccount) {
  return (
    <PostForm repeatable>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="password" value={password} />
      <button type="submit" class="button">Entrer comme {shows}</button>
    </PostForm>
  );
}

function asksPassword(shown: ShownForm | null): boolean {
  return shown?.errors.email === undefined && shown?.errors.password !== undefined;
}

async function readPage(ctx: PageContext, shown: ShownForm | null) {
  const { state, url } = ctx;
  state.title = PAGES.login.title;
  const features = await anonymously(state).read(ACCOUNTS_CALLS.getSignInFeatures, {});
  const sentBack = SENT_BACK.get(url.searchParams.get("refused") ?? "") ?? null;
  const failure = shown === null ? sentBack : shown.failure;
  const email = shown?.values.email?.trim() ?? "";
  return { email, failure, features };
}

function wayBack({ url }: Pick<PageProps<unknown>, "url">): string {
  return backPath(url.searchParams.get("back"), links.start());
}
