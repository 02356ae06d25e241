import { type Context, HttpError, page } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { email as isEmail, firstError, required } from "@/lib/domain/forms/validators.ts";
import { links } from "@/lib/links/links.ts";
import { errorText } from "@/lib/text/errors.ts";
import { personText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { issuesByField, readSubmission, savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

/** A form that was refused: the one of the two, what was typed, and why. */
interface Refused {
  form: "name" | "admin";
  values: { name: string; email: string };
  errors: FieldErrors<"name" | "email">;
  failure: string | null;
  isConflict: boolean;
  status: number;
}

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { orgId = "" } = ctx.params;
    const { values } = await readSubmission(ctx, ["form", "name", "email", "version"]);
    const { api } = ctx.state;
    const form = values.form === "admin" ? "admin" as const : "name" as const;
    const { name, email, version } = values;
    const field = form === "admin" ? "email" : "name";
    const rules = form === "admin" ? [required, isEmail] : [required];
    const wrong = firstError(values[field].trim(), {}, rules);
    const typed = { form, values: { name, email }, failure: null, isConflict: false };
    if (wrong !== null) {
      return await showPage(ctx, { ...typed, errors: { [field]: wrong }, status: 400 });
    }
    const result = form === "admin"
      ? await api.call("addPlatformOrgAdmin", { orgId, body: { email } })
      : await api.call("putPlatformOrg", { orgId, body: { name, version } });
    if (result.ok) {
      return seeOther(
        ctx,
        savedPath(links.platformOrganisation(orgId), form === "name" ? "identity" : "admin"),
      );
    }
    const { code, status, issues } = result;
    const errors: FieldErrors<"name" | "email"> = code === "unknown-user"
      ? { email: { code: "message", message: errorText(code) } }
      : issuesByField(issues, ["name", "email"]);
    const isConflict = code === "conflict";
    const failure = isConflict || hasErrors(errors) ? null : errorText(code);
    return await showPage(ctx, { ...typed, errors, failure, isConflict, status });
  },
});

export default define.page<typeof handler>(({ data: { org, refused }, url }) => {
  const action = links.platformOrganisation(org.id);
  const saved = refused === null ? url.searchParams.get("saved") : null;
  const naming = refused?.form === "name" ? refused : null;
  const adding = refused?.form === "admin" ? refused : null;
  const lines = [{ label: "Nom", typed: refused?.values.name ?? "", stored: org.name }];
  return (
    <>
      <PageTitle
        title={org.name}
        subtitle="Plateforme"
        back={{ href: links.platformOrganisations(), label: PAGE_NAMES.platformOrganisations }}
      />
      <Section id="identity" title="Nom" saved={saved === "identity"}>
        {naming && <Refusal {...naming} lines={lines} />}
        <WatchedForm
          action={`${action}#identity`}
          unsaved={naming !== null}
          hidden={{ form: "name", version: org.version }}
        >
          <div class="form-columns">
            <TextField
              name="name"
              label="Nom"
              value={naming?.values.name ?? org.name}
              error={naming?.errors.name}
              maxLength={200}
              required
            />
          </div>
          <SubmitBar />
        </WatchedForm>
      </Section>
      <Section id="admin" title="Administrateurs" saved={saved === "admin"}>
        {org.admins.length === 0 ? <p class="soft">Aucun administrateur.</p> : (
          <ul>
            {org.admins.map((admin) => (
              <li key={admin.email}>{personText(admin)}, {admin.email}</li>
            ))}
          </ul>
        )}
        {adding && <Refusal {...adding} lines={[]} />}
        <WatchedForm
          action={`${action}#admin`}
          unsaved={adding !== null}
          hidden={{ form: "admin" }}
        >
          <div class="form-columns">
            <TextField
              name="email"
              label="Email"
              type="email"
              value={adding?.values.email}
              error={adding?.errors.email}
              hint="Un compte qui existe déjà"
              required
            />
          </div>
          <SubmitBar label="Nommer administrateur" />
        </WatchedForm>
      </Section>
      <UnsavedGuard />
    </>
  );
});

async function showPage(ctx: Context<State>, refused: Refused | null) {
  const orgs = answered(await ctx.state.api.call("listPlatformOrgs", {}));
  const org = orgs.find(({ id }) => id === ctx.params.orgId);
  if (org === undefined) throw new HttpError(404, "not-found");
  ctx.state.title = windowTitle(PAGE_NAMES.platformOrganisations, org.name);
  return page({ org, refused }, { status: refused?.status ?? 200 });
}
