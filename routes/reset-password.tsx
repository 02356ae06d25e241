import { type Context, page } from "fresh";
import { FieldErrors } from "@/components/forms/FieldErrors.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import {
  refusedAccountChange,
  resetPasswordErrors,
  type ResetPasswordForm,
} from "@/lib/domain/accounts/account_forms.ts";
import { PASSWORD_MIN_LENGTH } from "@/lib/domain/accounts/types.ts";
import { type FieldErrors as Errors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { links } from "@/lib/links/links.ts";
import { mailsWait } from "@/lib/pages/accounts/mails_wait.ts";
import { MAILS_WAIT, retryText } from "@/lib/text/accounts/accounts.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { issuesByField, readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import { signIn } from "@/lib/web/session/session.ts";
import type { State } from "@/lib/web/state.ts";

type Field = keyof ResetPasswordForm;

/** What the page shows: what the mail's link carries, or what was typed; passwords never. */
interface ResetPasswordPage {
  email: string;
  code: string;
  errors: Errors<Field>;
  failure: string | null;
  /** A code has just been requested. */
  sent: boolean;
}

const FIELDS = ["email", "code", "password", "repeated"] as const;

const LABELS: Readonly<Record<Field, string>> = {
  email: "Email",
  code: "Code",
  password: "Nouveau mot de passe",
  repeated: "Nouveau mot de passe, une seconde fois",
};

export const handler = define.handlers({
  // A user who opens the link of a mail, a scanner too, changes nothing.
  GET(ctx) {
    const { searchParams } = ctx.url;
    const { email, code } = {
      email: searchParams.get("email") ?? "",
      code: searchParams.get("code") ?? "",
    };
    const sent = searchParams.has("sent");
    return showPage(ctx, { email, code, errors: {}, failure: null, sent }, 200);
  },
  async POST(ctx) {
    const { values } = await readSubmission(ctx, FIELDS);
    const form = { ...values, email: values.email.trim(), code: values.code.trim() };
    const { email, code, password } = form;
    const again = { email, code, sent: false };
    const errors = resetPasswordErrors(form);
    if (hasErrors(errors)) return showPage(ctx, { ...again, errors, failure: null }, 400);
    const result = await ctx.state.api.call("resetPassword", { body: { email, code, password } });
    if (result.ok) {
      const signedIn = await signIn(ctx.state, { email, password });
      return signedIn.ok
        ? seeOther(ctx, links.start(), signedIn.cookie)
        : seeOther(ctx, links.login(ctx.state.config.loginPath));
    }
    const refused: Errors<Field> = {
      ...issuesByField(result.issues, FIELDS),
      ...refusedAccountChange(result.code),
    };
    const why = result.retryAt === undefined ? errorText(result.code) : retryText(result.retryAt);
    const failure = hasErrors(refused) ? null : why;
    return showPage(ctx, { ...again, errors: refused, failure }, result.status);
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  const { email, code, errors, failure, sent } = data;
  const field = (name: Field) => ({
    name,
    label: LABELS[name],
    error: errors[name],
    required: true,
  });
  return (
    <div class="card card-narrow">
      <h1>{PAGE_NAMES.resetPassword}</h1>
      {sent && <SentNotice waits={mailsWait(state)} />}
      {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
      <FieldErrors fields={wrongFields(errors)} />
      <PostForm class="form" action={links.resetPassword()} noValidate>
        <TextField {...field("email")} value={email} type="email" autocomplete="username" />
        <TextField
          {...field("code")}
          value={code}
          autocomplete="one-time-code"
          hint="Celui du mail, par exemple abcd-efgh-jkmn"
          focused={sent}
        />
        <TextField
          {...field("password")}
          type="password"
          autocomplete="new-password"
          hint={`${PASSWORD_MIN_LENGTH} caractères minimum`}
          focused={code !== ""}
        />
        <TextField {...field("repeated")} type="password" autocomplete="new-password" />
        <SubmitBar label="Choisir ce mot de passe" cancel={links.login(state.config.loginPath)} />
      </PostForm>
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

function wrongFields(errors: Errors<Field>) {
  return FIELDS.flatMap((name) => {
    const error = errors[name];
    return error === undefined ? [] : [{ id: name, label: LABELS[name], error }];
  });
}

/** The code of the address goes to no other page: neither in a Referer nor in what is stored. */
function showPage(ctx: Context<State>, data: ResetPasswordPage, status: number) {
  ctx.state.title = windowTitle(PAGE_NAMES.resetPassword);
  const headers = { "referrer-policy": "no-referrer", "cache-control": "no-store" };
  return page(data, { status, headers });
}
