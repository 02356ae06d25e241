import { Notice } from "@/components/ui/Page.tsx";
import { PostForm, SubmitBar } from "@/components/ui/PostForm.tsx";
import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { anonymously } from "@/lib/app/session.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { EMAIL_CONFIRMATION, retryText } from "@/lib/identity/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { readSubmission, seeOther } from "@/lib/web/form_submission.ts";
import { PRIVATE_URL } from "@/lib/web/headers.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";

/** State of the confirmation: requested, done, or refused for good because of its link; a failure may be temporary. */
interface ConfirmEmailPage {
  step: "ask" | "done" | "dead";
  token: string;
  failure: string | null;
}

export const handler = define.handlers({
  // Opening the mailed link, as mail scanners do, changes nothing.
  GET(ctx) {
    const { searchParams } = ctx.url;
    const token = searchParams.get("token") ?? "";
    if (searchParams.has("done")) return showPage(ctx, { step: "done", token: "", failure: null });
    return showPage(ctx, { step: token === "" ? "dead" : "ask", token, failure: null });
  },
  async POST(ctx) {
    const { values: { token } } = await readSubmission(ctx, ["token"]);
    const result = await anonymously(ctx.state).call(ACCOUNTS_CALLS.confirmEmail, {
      body: { token },
    });
    if (result.ok) return seeOther(ctx, links.confirmEmail({ done: "1" }));
    const { code, status, retryAt } = result;
    const failure = retryAt === undefined ? failureOf(code) : retryText(retryAt);
    const step = LINK_IS_DEAD.has(code) ? "dead" : "ask";
    return showPage(ctx, { step, token, failure }, status);
  },
});

const LINK_IS_DEAD: ReadonlySet<ErrorCode> = new Set(
  ["bad-code", "invalid-input", "user-already-exists"] as const,
);

function failureOf(code: ErrorCode): string | null {
  if (code === "bad-code" || code === "invalid-input") return null;
  return code === "user-already-exists" ? EMAIL_CONFIRMATION.taken : errorText(code);
}

/** The page of a mailed link: its button proves that the requester reads the address. */
export default define.page<typeof handler>(({ data: { step, token, failure }, state }) => (
  <div class="card card-narrow">
    <h1>{PAGES.confirmEmail.title}</h1>
    {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
    {step === "ask" && <AskForm token={token} />}
    {step === "done" && (
      <>
        <Notice tone="good" live title="Votre adresse est confirmée">
          {EMAIL_CONFIRMATION.done}
        </Notice>
        {state.caller.kind === "account" ? <OtherSession email={state.caller.email} /> : (
          <p>
            <a class="button button-primary" href={links.login(state.config.loginPath)}>
              Se connecter
            </a>
          </p>
        )}
      </>
    )}
    {step === "dead" && (
      <>
        {failure === null && (
          <Notice tone="bad" live title="Ce lien n’est plus valable">
            {EMAIL_CONFIRMATION.dead}
          </Notice>
        )}
        <p>
          <a class="button" href={links.account()}>Ouvrir mon compte</a>
        </p>
      </>
    )}
  </div>
));

/** The sessions of the account have ended: one that is left is of another account. */
function OtherSession({ email }: { email: string }) {
  return (
    <>
      <Notice>{EMAIL_CONFIRMATION.otherSession(email)}</Notice>
      <PostForm action={links.logout()}>
        <button type="submit" class="button button-primary">Se déconnecter</button>
      </PostForm>
    </>
  );
}

function AskForm({ token }: { token: string }) {
  return (
    <PostForm class="form" action={links.confirmEmail()}>
      <p>{EMAIL_CONFIRMATION.ask}</p>
      <input type="hidden" name="token" value={token} />
      <SubmitBar label="Confirmer cette adresse" cancel={links.start()} />
    </PostForm>
  );
}

/** The token in the URL must not reach another page: neither in a Referer nor in stored data. */
function showPage(ctx: PageContext, data: ConfirmEmailPage, status = 200) {
  ctx.state.title = PAGES.confirmEmail.title;
  return page(data, { status, headers: PRIVATE_URL });
}
