import { type Context, page, type PageProps } from "fresh";
import { SignInForm } from "@/components/accounts/SignInForm.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { refusedSignIn, signInErrors } from "@/lib/domain/accounts/sign_in.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { links } from "@/lib/links/links.ts";
import { retryText, SENT_BACK } from "@/lib/text/accounts/accounts.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import { backPath } from "@/lib/web/session/guards.ts";
import { type SignedIn, signIn, signInByTempToken } from "@/lib/web/session/session.ts";
import type { State } from "@/lib/web/state.ts";

/** What the page shows again after a refusal; the password never. */
interface SignInPage {
  email: string;
  errors: FieldErrors<"email" | "password">;
  /** What is wrong with neither field. */
  failure: string | null;
}

export const handler = define.handlers({
  async GET(ctx) {
    const isSignedIn = ctx.state.caller.kind === "account";
    const { searchParams } = ctx.url;
    const token = ctx.state.platform.options.oauth ? searchParams.get("temptoken") : null;
    if (token !== null && !isSignedIn) return await exchanged(ctx, token);
    if (isSignedIn) return withoutReferrer(seeOther(ctx, wayBack(ctx)));
    const failure = SENT_BACK.get(searchParams.get("refused") ?? "") ?? null;
    return await showPage(ctx, { email: "", errors: {}, failure }, 200);
  },
  async POST(ctx) {
    const { values } = await readSubmission(ctx, ["email", "password"]);
    const email = values.email.trim();
    const errors = signInErrors({ ...values, email });
    if (hasErrors(errors)) return await showPage(ctx, { email, errors, failure: null }, 400);
    const result = await signIn(ctx.state, { email, password: values.password });
    if (result.ok) return seeOther(ctx, wayBack(ctx), result.cookie);
    return await refused(ctx, email, result);
  },
});

export default define.page<typeof handler>(({ data }) => (
  <div class="card card-narrow">
    <h1>{PAGE_NAMES.login}</h1>
    {data.failure !== null && <Notice tone="very-bad" live>{data.failure}</Notice>}
    {data.features.firstRun && (
      <Notice title="Aucun compte n’existe encore">
        <p>
          <a href={links.firstRun()}>Créez le premier compte</a>{" "}
          avec le code affiché par la console du serveur.
        </p>
      </Notice>
    )}
    <SignInForm email={data.email} errors={data.errors} />
    {data.features.passwordReset && (
      <p class="small">
        <a href={links.forgottenPassword(data.email === "" ? undefined : data.email)}>
          Mot de passe oublié&nbsp;?
        </a>
      </p>
    )}
    {data.features.demo && (
      <p class="small soft">
        Démonstration&nbsp;: la console du serveur affiche les comptes à essayer.
      </p>
    )}
  </div>
));

/** The token is gone from the address whatever it was worth, and goes to no other page. */
async function exchanged(ctx: Context<State>, token: string): Promise<Response> {
  const cookie = await signInByTempToken(ctx.state, token);
  const { searchParams } = ctx.url;
  const back = searchParams.get("back");
  const query = { ...back !== null && { back }, refused: "temptoken" } as const;
  return withoutReferrer(
    cookie === null
      ? seeOther(ctx, links.login(ctx.state.config.loginPath, query))
      : seeOther(ctx, wayBack(ctx), cookie),
  );
}

function withoutReferrer(response: Response): Response {
  response.headers.set("referrer-policy", "no-referrer");
  return response;
}

function refused(
  ctx: Context<State>,
  email: string,
  result: Extract<SignedIn, { ok: false }>,
) {
  const errors = refusedSignIn(result.code);
  const failure = result.retryAt === undefined ? errorText(result.code) : retryText(result.retryAt);
  const fault = hasErrors(errors) ? null : failure;
  return showPage(ctx, { email, errors, failure: fault }, result.status);
}

async function showPage(ctx: Context<State>, data: SignInPage, status: number) {
  ctx.state.title = windowTitle(PAGE_NAMES.login);
  const features = answered(await ctx.state.api.call("getSignInFeatures", {}));
  return page({ ...data, features }, { status });
}

function wayBack({ url }: Pick<PageProps<unknown>, "url">): string {
  return backPath(url.searchParams.get("back"), links.start());
}
