import { type Context, HttpError, page } from "fresh";
import { FieldErrors } from "@/components/forms/FieldErrors.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { firstAccountErrors, type FirstAccountForm } from "@/lib/domain/accounts/sign_in.ts";
import { PASSWORD_MIN_LENGTH } from "@/lib/domain/accounts/types.ts";
import { type FieldErrors as Errors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { links } from "@/lib/links/links.ts";
import { retryText } from "@/lib/text/accounts/accounts.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { issuesByField, readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import { signUpFirst } from "@/lib/web/session/session.ts";
import type { State } from "@/lib/web/state.ts";

type Field = keyof FirstAccountForm;

/** What the page shows again after a refusal; passwords never. */
interface FirstRunPage {
  values: FirstAccountForm;
  errors: Errors<Field>;
  failure: string | null;
}

const FIELDS = ["code", "forename", "surname", "email", "password", "repeated"] as const;

const LABELS: Readonly<Record<Field, string>> = {
  code: "Code",
  forename: "Prénom",
  surname: "Nom",
  email: "Email",
  password: "Mot de passe",
  repeated: "Mot de passe, une seconde fois",
};

const BLANK: FirstAccountForm = {
  code: "",
  forename: "",
  surname: "",
  email: "",
  password: "",
  repeated: "",
};

export const handler = define.handlers({
  async GET(ctx) {
    return await showPage(ctx, { values: BLANK, errors: {}, failure: null }, 200);
  },
  async POST(ctx) {
    const { values } = await readSubmission(ctx, FIELDS);
    const errors = firstAccountErrors(values);
    if (hasErrors(errors)) return await showPage(ctx, { values, errors, failure: null }, 400);
    const { repeated: _repeated, ...person } = values;
    const result = await signUpFirst(ctx.state, person);
    if (result.ok) return seeOther(ctx, links.start(), result.cookie);
    const failure = result.retryAt === undefined
      ? errorText(result.code)
      : retryText(result.retryAt);
    const refused: Errors<Field> = result.code === "bad-code"
      ? { code: { code: "bad-code" } }
      : issuesByField(result.issues, FIELDS);
    const fault = hasErrors(refused) ? null : failure;
    return await showPage(ctx, { values, errors: refused, failure: fault }, result.status);
  },
});

export default define.page<typeof handler>(({ data: { values, errors, failure } }) => {
  const field = (name: Field) => ({
    name,
    label: LABELS[name],
    value: values[name],
    error: errors[name],
    required: true,
  });
  return (
    <div class="card card-narrow">
      <h1>{PAGE_NAMES.firstRun}</h1>
      <p class="soft">
        Ce compte administre toute la plateforme. Le code est affiché par la console du serveur.
      </p>
      {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
      <FieldErrors fields={wrongFields(errors)} />
      <PostForm class="form" noValidate>
        <TextField {...field("code")} autocomplete="one-time-code" />
        <TextField {...field("forename")} autocomplete="given-name" />
        <TextField {...field("surname")} autocomplete="family-name" />
        <TextField {...field("email")} type="email" autocomplete="username" />
        <TextField
          {...field("password")}
          value=""
          type="password"
          autocomplete="new-password"
          hint={`${PASSWORD_MIN_LENGTH} caractères minimum`}
        />
        <TextField {...field("repeated")} value="" type="password" autocomplete="new-password" />
        <SubmitBar label="Créer le compte" />
      </PostForm>
    </div>
  );
});

function wrongFields(errors: Errors<Field>) {
  return FIELDS.flatMap((name) => {
    const error = errors[name];
    return error === undefined ? [] : [{ id: name, label: LABELS[name], error }];
  });
}

/** The page exists only while no account does. */
async function showPage(ctx: Context<State>, data: FirstRunPage, status: number) {
  const features = answered(await ctx.state.api.call("getSignInFeatures", {}));
  if (!features.firstRun) throw new HttpError(404);
  ctx.state.title = windowTitle(PAGE_NAMES.firstRun);
  return page(data, { status });
}
