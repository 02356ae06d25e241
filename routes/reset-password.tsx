import { EntryForm } from "@/components/accounts/EntryForm.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { ACCOUNTS_CALLS, type Input } from "@/lib/accounts/calls.ts";
import { RESET_PASSWORD_FORM } from "@/lib/accounts/forms.ts";
import { anonymously, signIn } from "@/lib/app/session.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { MAILS_WAIT, otherSession } from "@/lib/identity/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { PRIVATE_URL } from "@/lib/web/headers.ts";
import { define, mailsWait, type PageContext, type State } from "@/lib/web/state.ts";

// Opening the mailed link, as mail scanners do, changes nothing.
export const handler = define.handlers(formRoute(readPage, pageForms, {
  // The code in the URL must not reach another page: neither in a Referer nor in stored data.
  answer: () => ({ headers: PRIVATE_URL }),
}));

export default define.page<typeof handler>(({ data: { page }, state, url }) => {
  const { searchParams } = url;
  const text = (name: string) => page.shown?.values[name] ?? searchParams.get(name) ?? "";
  const [email, code] = [text("email"), text("code")];
  const sent = page.shown === null && searchParams.has("sent");
  const isRefused = code !== "" && page.shown?.errors.code !== undefined;
  const { caller } = state;
  const isOther = caller.kind === "account" && caller.email !== emailKey(email);
  return (
    <div class="card card-narrow">
      <h1>{PAGES.resetPassword.title}</h1>
      {sent && <SentNotice waits={mailsWait(state)} />}
      {page.shown?.failure && <Notice tone="very-bad" live>{page.shown.failure}</Notice>}
      {isRefused && (
        <Notice tone="bad">
          Un code sert une fois, pendant 30 minutes, ou 7 jours pour une invitation, et le dernier
          envoyé remplace les autres. S’il a déjà servi, connectez-vous avec le mot de passe
          choisi&nbsp;; sinon, demandez un autre code.
        </Notice>
      )}
      {isOther && <Notice>{otherSession(caller.email)}</Notice>}
      <EntryForm
        form={RESET_PASSWORD_FORM}
        shown={page.shown}
        initial={{ email, code }}
        focus={isRefused || sent ? "code" : code !== "" ? "password" : undefined}
        hasSummary
        submit="Choisir ce mot de passe"
        cancel={links.login(state.config.loginPath)}
        action={links.resetPassword()}
      />
      <p class="small">
        <a href={links.forgottenPassword(email === "" ? undefined : email)}>
          Recevoir un autre code
        </a>
      </p>
    </div>
  );
});

function SentNotice({ waits }: { waits: boolean }) {
  return waits
    ? <Notice live tone="bad" title="Le code attend">{MAILS_WAIT}</Notice>
    : (
      <Notice live title="Consultez vos mails">
        Si un compte existe avec cette adresse, un code vient de lui être envoyé.
      </Notice>
    );
}

/** @returns the cookie of the session; null when it could not start */
async function resetAndSignIn(state: State, body: Input<"resetPassword">["body"]) {
  const result = await anonymously(state).call(ACCOUNTS_CALLS.resetPassword, { body });
  if (!result.ok) return result;
  const { email, password } = body;
  const signedIn = await signIn(state, { email, password });
  return { ok: true, answer: signedIn.ok ? signedIn.answer : null } as const;
}

function pageForms(ctx: PageContext) {
  return {
    reset: save(RESET_PASSWORD_FORM, (body) => resetAndSignIn(ctx.state, body), {
      next: (cookie) => cookie === null ? links.login(ctx.state.config.loginPath) : links.start(),
      cookie: (cookie) => cookie ?? undefined,
    }),
  };
}

function readPage(ctx: PageContext) {
  ctx.state.title = PAGES.resetPassword.title;
  return {};
}
