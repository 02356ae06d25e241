import { type Context, page } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { email, formErrors, type FormRules, required } from "@/lib/domain/forms/validators.ts";
import type { OrganisationDraft } from "@/lib/domain/organisations/types.ts";
import { links } from "@/lib/links/links.ts";
import { platformAdministrator } from "@/lib/pages/organisations/administration.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { issuesByField, readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import { organisationCookie } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

/** An organisation that was not created: what was typed, and why. */
interface Refused {
  values: Required<Record<keyof OrganisationDraft, string>>;
  errors: FieldErrors<keyof OrganisationDraft>;
  failure: string | null;
  status: number;
}

const FIELDS = ["name", "adminEmail", "adminForename", "adminSurname"] as const;

/** Asked when nobody has the address of the administrator. */
const NAME_THEM =
  "Aucun compte n’a cette adresse. Indiquez le prénom et le nom de la personne pour l’inviter.";

const RULES: FormRules<Pick<OrganisationDraft, "name" | "adminEmail">> = {
  name: [required],
  adminEmail: [required, email],
};

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { email: ownEmail } = platformAdministrator(ctx.state);
    const { values } = await readSubmission(ctx, FIELDS);
    const errors = formErrors(values, RULES);
    if (hasErrors(errors)) return showPage(ctx, { values, errors, failure: null, status: 400 });
    const { name, adminEmail, adminForename, adminSurname } = values;
    const isNamed = adminForename.trim() !== "" && adminSurname.trim() !== "";
    const body = { name, adminEmail, ...(isNamed && { adminForename, adminSurname }) };
    const result = await ctx.state.api.call("createOrg", { body });
    if (result.ok) {
      const isOwn = adminEmail.trim().toLowerCase() === ownEmail;
      if (!isOwn) return seeOther(ctx, links.platformOrganisation(result.answer.id));
      const cookie = organisationCookie(result.answer.id, ctx.state.https);
      return seeOther(ctx, links.residences(), cookie);
    }
    const found: FieldErrors<keyof OrganisationDraft> = result.code === "unknown-user"
      ? { adminEmail: { code: "message", message: NAME_THEM } }
      : issuesByField(result.issues, FIELDS);
    const failure = hasErrors(found) ? null : errorText(result.code);
    return showPage(ctx, { values, errors: found, failure, status: result.status });
  },
});

export default define.page<typeof handler>(({ data: { refused, ownEmail } }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.newOrganisation}
      back={{ href: links.platformOrganisations(), label: PAGE_NAMES.platformOrganisations }}
    />
    {refused && <Refusal failure={refused.failure} isConflict={false} lines={[]} />}
    <WatchedForm action={links.newOrganisation()} unsaved={refused !== null} isCard>
      <div class="form-columns">
        <TextField
          name="name"
          label="Nom de l’organisation"
          value={refused?.values.name}
          error={refused?.errors.name}
          maxLength={200}
          required
        />
        <TextField
          name="adminEmail"
          label="Email de l’administrateur"
          type="email"
          value={refused?.values.adminEmail ?? ownEmail}
          error={refused?.errors.adminEmail}
          required
        />
        <TextField
          name="adminForename"
          label="Prénom"
          value={refused?.values.adminForename}
          error={refused?.errors.adminForename}
          hint="Pour inviter qui n’a pas encore de compte"
          maxLength={100}
        />
        <TextField
          name="adminSurname"
          label="Nom de la personne"
          value={refused?.values.adminSurname}
          error={refused?.errors.adminSurname}
          maxLength={100}
        />
      </div>
      <SubmitBar label="Créer l’organisation" cancel={links.platformOrganisations()} />
    </WatchedForm>
    <UnsavedGuard />
  </>
));

function showPage(ctx: Context<State>, refused: Refused | null) {
  const { email: ownEmail } = platformAdministrator(ctx.state);
  if (ctx.state.place) ctx.state.place.menuPath = links.platformOrganisations();
  ctx.state.title = windowTitle(PAGE_NAMES.newOrganisation);
  return page({ refused, ownEmail }, { status: refused?.status ?? 200 });
}
