import { type Context, page } from "fresh";
import {
  EmailForm,
  NameForm,
  PasswordForm,
  RemovalForm,
} from "@/components/accounts/AccountForms.tsx";
import { EmailState } from "@/components/accounts/EmailState.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { links } from "@/lib/links/links.ts";
import {
  type AccountSection,
  changedAccount,
  type RefusedSection,
} from "@/lib/pages/accounts/account_page.ts";
import { mailsWait } from "@/lib/pages/accounts/mails_wait.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const done = await changedAccount(ctx);
    return done instanceof Response ? done : await showPage(ctx, done);
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  const { me, refused, saved, isDemo, hasHome } = data;
  const of = (section: AccountSection) => {
    const isRefused = refused?.section === section;
    return {
      errors: isRefused ? refused.errors : {},
      failure: isRefused ? refused.failure : null,
    };
  };
  const typed = (section: AccountSection) => refused?.section === section ? refused.values : me;
  const section = (id: AccountSection) => ({ id, saved: saved === id });
  const waits = mailsWait(state);
  return (
    <>
      <PageTitle title={PAGE_NAMES.account} subtitle={me.email}>
        {hasHome && <a class="button" href={links.ownHouses()}>{PAGE_NAMES.ownHouse}</a>}
      </PageTitle>
      {isDemo && (
        <Notice>
          Démonstration&nbsp;: ce que vous changez ici ne dure que le temps de votre visite, et
          aucun mail ne part.
        </Notice>
      )}
      <Section {...section("name")} title="Nom">
        <NameForm {...of("name")} {...names(typed("name"))} />
      </Section>
      <Section
        {...section("email")}
        title="Adresse email"
        intro="C’est avec elle que vous vous connectez. Une nouvelle adresse reçoit un lien à confirmer&nbsp;; d’ici là l’ancienne reste valable, et elle est prévenue."
      >
        <EmailState me={me} mails={isDemo ? "never" : waits ? "wait" : "leave"} />
        <EmailForm {...of("email")} email={typed("email").email} />
      </Section>
      <Section
        {...section("password")}
        title="Mot de passe"
        intro="Vos autres sessions se ferment."
      >
        <PasswordForm {...of("password")} email={me.email} />
      </Section>
      <Section
        id="data"
        title="Vos données"
        intro="Tout ce qui est gardé sur votre compte&nbsp;: identité, organisations, équipes, rôles, sessions et actions, en JSON et en CSV."
      >
        <p>
          <a class="button" href={links.accountExport()} download="">Télécharger mes données</a>
        </p>
      </Section>
      <Section {...section("removal")} title="Suppression">
        <RemovalForm {...of("removal")} isOpen={refused?.section === "removal"} />
      </Section>
      <UnsavedGuard />
    </>
  );
});

function names({ forename, surname }: { forename: string; surname: string }) {
  return { forename, surname };
}

async function showPage(ctx: Context<State>, refused: RefusedSection | null) {
  const { state, url } = ctx;
  const [asked, homes] = await Promise.all([
    state.api.call("getMe", {}),
    // Occupants have it above every page.
    state.home === undefined ? state.api.call("listOwnHouses", {}) : null,
  ]);
  const me = answered(asked);
  const hasHome = homes !== null && homes.ok && homes.answer.length > 0;
  state.title = windowTitle(PAGE_NAMES.account);
  const saved = refused === null ? url.searchParams.get("saved") : null;
  const isDemo = state.caller.kind === "account" && state.caller.demo;
  return page({ me, refused, saved, isDemo, hasHome }, { status: refused?.status ?? 200 });
}
