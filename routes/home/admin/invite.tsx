import { type Context, page } from "fresh";
import { CheckField } from "@/components/forms/CheckField.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { NAME_MAX_LENGTH } from "@/lib/domain/accounts/types.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  email as isEmail,
  formErrors,
  type FormRules,
  required,
} from "@/lib/domain/forms/validators.ts";
import type { User } from "@/lib/domain/organisations/types.ts";
import { links } from "@/lib/links/links.ts";
import { mailsWait } from "@/lib/pages/accounts/mails_wait.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { MAILS_WAIT } from "@/lib/text/accounts/accounts.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { issuesByField, readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

/** An invitation that was not sent: what was typed, and why. */
interface Refused {
  values: User;
  isAdmin: boolean;
  errors: FieldErrors<keyof User>;
  failure: string | null;
  status: number;
}

const FIELDS = ["email", "forename", "surname"] as const;

const RULES: FormRules<User> = {
  email: [required, isEmail],
  forename: [required],
  surname: [required],
};

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const { api } = ctx.state;
    const sent = await readSubmission(ctx, [...FIELDS, "isAdmin"]);
    const { isAdmin: ticked, email, forename, surname } = sent.values;
    const values = { email: email.trim(), forename, surname };
    const isAdmin = ticked !== "";
    const errors = formErrors(values, RULES);
    if (hasErrors(errors)) {
      return showPage(ctx, { values, isAdmin, errors, failure: null, status: 400 });
    }
    const result = await api.call("inviteUser", { orgId, body: values });
    if (!result.ok) {
      const { code, status, issues } = result;
      const said = { code: "message", message: errorText(code) } as const;
      const found: FieldErrors<keyof User> = code === "user-already-exists"
        ? { email: said }
        : issuesByField(issues, FIELDS);
      const failure = hasErrors(found) ? null : errorText(code);
      return showPage(ctx, { values, isAdmin, errors: found, failure, status });
    }
    const named = isAdmin
      ? await api.call("addOrgAdmin", { orgId, body: { email: values.email } })
      : null;
    if (named?.ok === false) {
      const failure = notNamed(errorText(named.code));
      return showPage(ctx, { values, isAdmin, errors: {}, failure, status: named.status });
    }
    return seeOther(ctx, links.user(values.email.toLowerCase()));
  },
});

/** The invitation is made; only the second step of what was asked has not been taken. */
function notNamed(reason: string): string {
  return `Cette personne est invitée, mais elle n’est pas nommée administratrice\u00A0: ${reason} ` +
    `Nommez-la depuis la page «\u00A0${PAGE_NAMES.administrators}\u00A0».`;
}

export default define.page<typeof handler>(({ data: { values, refused }, state }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.invitation}
      subtitle={administered(state).name}
      back={{ href: links.users(), label: PAGE_NAMES.users }}
    />
    {refused && <Refusal failure={refused.failure} isConflict={false} lines={[]} />}
    {mailsWait(state) && <Notice tone="bad">{MAILS_WAIT}</Notice>}
    <WatchedForm action={links.invitation()} unsaved={refused !== null} isCard>
      <p class="soft">
        Un mail lui dit comment choisir son mot de passe. L’invitation vaut 7&nbsp;jours. Ses rôles
        et ses équipes se donnent ensuite, sans attendre sa réponse.
      </p>
      <div class="form-columns">
        <TextField
          name="email"
          label="Email"
          type="email"
          value={values.email}
          error={refused?.errors.email}
          required
        />
        <TextField
          name="forename"
          label="Prénom"
          value={values.forename}
          error={refused?.errors.forename}
          maxLength={NAME_MAX_LENGTH}
          required
        />
        <TextField
          name="surname"
          label="Nom"
          value={values.surname}
          error={refused?.errors.surname}
          maxLength={NAME_MAX_LENGTH}
          required
        />
      </div>
      <CheckField
        name="isAdmin"
        label="En faire un administrateur de l’organisation"
        checked={refused?.isAdmin ?? false}
      />
      <SubmitBar label="Envoyer l’invitation" cancel={links.users()} />
    </WatchedForm>
    <UnsavedGuard />
  </>
));

function showPage(ctx: Context<State>, refused: Refused | null) {
  const { name } = administered(ctx.state);
  if (ctx.state.place) ctx.state.place.menuPath = links.users();
  ctx.state.title = windowTitle(PAGE_NAMES.invitation, name);
  const email = ctx.url.searchParams.get("email")?.slice(0, 254) ?? "";
  const values = refused?.values ?? { email, forename: "", surname: "" };
  return page({ values, refused }, { status: refused?.status ?? 200 });
}
