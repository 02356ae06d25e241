import { FormBox, FormSection } from "@/components/ui/FormBox.tsx";
import { FormFields } from "@/components/ui/FormFields.tsx";
import { Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { EMAIL_FORM, NAME_FORM, PASSWORD_FORM, REMOVAL_FORM } from "@/lib/accounts/forms.ts";
import { continueSession } from "@/lib/app/session.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import type { Me } from "@/lib/identity/schema.ts";
import { EMAIL_CONFIRMATION, LAST_ADMINISTRATOR, MAILS_WAIT } from "@/lib/identity/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES, PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";
import { SESSION_COOKIE } from "@/lib/web/cookies.ts";
import { action, type CallOutcome, formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, mailsWait, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, accountForms));

export default define.page<typeof handler>(({ data, state }) => {
  const { me, page, isDemo, hasHome } = data;
  const waits = mailsWait(state);
  return (
    <>
      <PageTitle subtitle={me.email}>
        {hasHome && <a class="button" href={links.ownHouses()}>{PAGES.ownHouse.title}</a>}
      </PageTitle>
      {isDemo && (
        <Notice>
          Démonstration&nbsp;: ce que vous changez ici ne dure que le temps de votre visite, et
          aucun mail ne part.
        </Notice>
      )}
      <FormSection title="Nom" form={NAME_FORM} stored={me} page={page} />
      <FormSection
        title="Adresse email"
        intro="C’est avec elle que vous vous connectez. Une nouvelle adresse reçoit un lien à confirmer&nbsp;; d’ici là l’ancienne reste valable, et elle est prévenue."
        before={<EmailState me={me} mails={isDemo ? "never" : waits ? "wait" : "leave"} />}
        form={EMAIL_FORM}
        stored={me}
        page={page}
        submit="Changer l’adresse"
      />
      <FormSection
        title="Mot de passe"
        intro="Vos autres sessions se ferment."
        form={PASSWORD_FORM}
        page={page}
        submit="Changer le mot de passe"
      >
        {(content) => (
          <>
            {/* Password managers store the new password under this name. */}
            <input type="hidden" name="username" autocomplete="username" value={me.email} />
            <FormFields {...content} />
          </>
        )}
      </FormSection>
      <Section
        id="data"
        title="Vos données"
        intro="Tout ce qui est gardé sur votre compte&nbsp;: identité, organisations, équipes, rôles, sessions, actions et ce que vous avez écrit dans les résidences et sur les documents, en JSON et en CSV."
      >
        <p>
          <a class="button" href={links.accountExport()} download="">Télécharger mes données</a>
        </p>
      </Section>
      <Section id="removal" title="Suppression">
        <details class="account-removal" open={page.shown?.form === REMOVAL_FORM.name}>
          <summary class="button button-plain button-danger">Supprimer mon compte</summary>
          <FormBox
            form={REMOVAL_FORM}
            page={page}
            submit="Supprimer mon compte pour toujours"
            isDanger
          >
            {(content) => (
              <>
                <p>
                  Votre compte disparaît pour toujours, avec vos rôles, votre place dans les
                  organisations et les équipes, et vos sessions. Ce que vous avez écrit dans les
                  résidences et sur les documents reste, sans votre nom. Le journal des
                  organisations garde la trace de vos actions.
                </p>
                <FormFields {...content} />
              </>
            )}
          </FormBox>
        </details>
      </Section>
    </>
  );
});

async function readPage(ctx: PageContext) {
  const { state } = ctx;
  const [me, homes] = await Promise.all([
    state.api.read(ACCOUNTS_CALLS.getMe, {}),
    // Occupants have it above every page.
    state.home === undefined ? state.api.call(HOUSING_CALLS.listOwnHouses, {}) : null,
  ]);
  const hasHome = homes !== null && homes.ok && homes.answer.length > 0;
  state.title = [PAGES.account.title, PRODUCT_NAME];
  const isDemo = state.caller.kind === "account" && state.caller.demo;
  return { me, isDemo, hasHome };
}

/** Actions of the forms of the user's own account. A changed password starts a new session, as the others end. */
function accountForms({ state }: PageContext) {
  const { call, sender } = state.api;
  const cookie = (answer: { token: string } | null) =>
    answer === null ? undefined : continueSession(state, answer.token);
  const next = () => links.account("email");
  return {
    name: save(NAME_FORM, sender(ACCOUNTS_CALLS.changeName, {})),
    email: save(
      EMAIL_FORM,
      async (body) => explained(await call(ACCOUNTS_CALLS.changeEmail, { body })),
      {
        // Another address is only requested: the page shows that it is pending.
        next,
        cookie,
        intents: { cancel: action(() => call(ACCOUNTS_CALLS.cancelEmailChange, {}), next()) },
      },
    ),
    password: save(PASSWORD_FORM, sender(ACCOUNTS_CALLS.changePassword, {}), {
      cookie,
    }),
    removal: save(
      REMOVAL_FORM,
      async (body) => explained(await call(ACCOUNTS_CALLS.removeAccount, { body })),
      {
        next: () => links.login(state.config.loginPath),
        cookie: () => SESSION_COOKIE.deletion(state.https),
      },
    ),
  };
}

function explained<Answer>(result: CallOutcome<Answer>): CallOutcome<Answer> {
  if (result.ok) return result;
  if (result.code === "last-administrator") return { ...result, sentence: LAST_ADMINISTRATOR };
  if (result.code !== "user-already-exists") return result;
  return { ...result, sentence: fieldErrorText({ code: "unique" }) };
}

/** What a new address waits for. */
const PENDING_TEXTS = {
  leave: "Ouvrez le lien envoyé à cette adresse, dans les 24\u00A0heures.",
  wait: MAILS_WAIT,
  never: "Dans la démonstration aucun mail ne part\u00A0: l’adresse ne change pas.",
} as const;

interface EmailStateProps {
  me: Me;
  /** Whether mails are sent, stay queued on this installation, or are disabled. */
  mails: keyof typeof PENDING_TEXTS;
}

/** The pending address with its cancellation, or a notice that the current one was never confirmed. */
function EmailState({ me: { pendingEmail, isPendingTaken, isUnproven }, mails }: EmailStateProps) {
  if (pendingEmail) {
    return <PendingEmail email={pendingEmail} isTaken={isPendingTaken === true} mails={mails} />;
  }
  if (!isUnproven) return null;
  return (
    <Notice tone="bad" title="Cette adresse n’est pas confirmée">
      Personne ne peut vous donner de nouveaux droits d’ici là. Redonnez-la ci-dessous pour recevoir
      le lien qui la confirme.
    </Notice>
  );
}

function PendingEmail(
  { email, isTaken, mails }: {
    email: string;
    /** True when another account has it. */
    isTaken: boolean;
    mails: EmailStateProps["mails"];
  },
) {
  return (
    <>
      {isTaken
        ? (
          <Notice tone="bad" title={`${email} n’est pas libre`}>
            {EMAIL_CONFIRMATION.takenBefore}
          </Notice>
        )
        : (
          <Notice
            tone={mails === "leave" ? "info" : "bad"}
            title={`${email} attend sa confirmation`}
          >
            {PENDING_TEXTS[mails]}
          </Notice>
        )}
      <PostForm action={links.account()}>
        <input type="hidden" name="form" value={EMAIL_FORM.name} />
        <button type="submit" class="button" name="intent" value="cancel">
          Garder l’adresse actuelle
        </button>
      </PostForm>
    </>
  );
}
