import { type Context, page } from "fresh";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { UnknownPerson } from "@/components/organisations/UnknownPerson.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { emailKey } from "@/lib/domain/forms/email.ts";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import { email as isEmail, firstError, required } from "@/lib/domain/forms/validators.ts";
import type { User } from "@/lib/domain/organisations/types.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { errorText } from "@/lib/text/errors.ts";
import { personText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { issuesByField, readSubmission, savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

/** What was not done: an address typed wrong, or a removal. */
interface Refused {
  email: string;
  error: FieldError | null;
  failure: string | null;
  isUnknown: boolean;
  status: number;
}

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const { values } = await readSubmission(ctx, ["email", "intent"]);
    const { api, caller } = ctx.state;
    const { email } = values;
    if (values.intent === "remove") {
      const result = await api.call("removeOrgAdmin", { orgId, email });
      if (!result.ok) {
        const failure = errorText(result.code);
        return await showPage(ctx, { ...NOTHING, failure, status: result.status });
      }
      const isOwn = caller.kind === "account" && caller.email === email;
      return seeOther(ctx, isOwn ? links.residences() : savedPath(links.administrators(), "list"));
    }
    const wrong = firstError(email.trim(), {}, [required, isEmail]);
    if (wrong !== null) return await showPage(ctx, { ...NOTHING, email, error: wrong });
    const result = await api.call("addOrgAdmin", { orgId, body: { email } });
    if (result.ok) return seeOther(ctx, savedPath(links.administrators(), "list"));
    const { code, status, issues } = result;
    const isUnknown = code === "unknown-user";
    const error = issuesByField(issues, ["email"]).email ??
      { code: "message", message: errorText(code) };
    return await showPage(ctx, { ...NOTHING, email: emailKey(email), error, isUnknown, status });
  },
});

const NOTHING: Refused = { email: "", error: null, failure: null, isUnknown: false, status: 400 };

const COLUMNS: readonly TableColumn<User>[] = [
  {
    field: "name",
    label: "Nom",
    cell: (user) => <a href={links.user(user.email)}>{personText(user)}</a>,
    value: personText,
  },
  textColumn("email", "Email", ({ email }) => email),
  {
    field: "remove",
    label: "Retirer",
    cell: ({ email }) => (
      <PostForm action={links.administrators()}>
        <input type="hidden" name="email" value={email} />
        <Removal
          label="Retirer"
          confirm="Confirmer le retrait"
          text="Cette personne n’administre plus l’organisation. Ses rôles et ses équipes restent."
        />
      </PostForm>
    ),
  },
];

export default define.page<typeof handler>(({ data: { organisation, admins, refused }, url }) => (
  <>
    <PageTitle title={PAGE_NAMES.administrators} subtitle={organisation.name} />
    <Section
      id="list"
      title="Administrateurs de l’organisation"
      intro="Ils gèrent les utilisateurs, les équipes, les catégories et les résidences. Il en reste toujours au moins un."
      saved={refused === null && url.searchParams.get("saved") === "list"}
    >
      {refused && <Refusal failure={refused.failure} isConflict={false} lines={[]} />}
      <DataTable
        caption="Administrateurs"
        columns={COLUMNS}
        rows={admins}
        rowKey={({ email }) => email}
        csv={{ page: url }}
      />
    </Section>
    <Section
      id="add"
      title="Ajouter un administrateur"
      intro="Par l’adresse de son compte. Sans compte, invitez d’abord cette personne."
    >
      {refused?.isUnknown && <UnknownPerson email={refused.email} />}
      <WatchedForm
        action={`${links.administrators()}#add`}
        unsaved={(refused?.email ?? "") !== ""}
      >
        <div class="form-columns">
          <TextField
            name="email"
            label="Email"
            type="email"
            value={refused?.email ?? ""}
            error={refused?.error ?? undefined}
            required
          />
        </div>
        <div class="submit-bar">
          <button type="submit" class="button button-primary">Ajouter</button>
          <a class="button button-plain" href={links.invitation()}>{PAGE_NAMES.invitation}</a>
        </div>
      </WatchedForm>
      <UnsavedGuard />
    </Section>
  </>
));

async function showPage(ctx: Context<State>, refused: Refused | null) {
  const organisation = administered(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.administrators, organisation.name);
  const admins = answered(await ctx.state.api.call("listOrgAdmins", { orgId: organisation.id }));
  return tableFile(ctx.url, { fileName: "administrateurs.csv", columns: COLUMNS, rows: admins }) ??
    page({ organisation, admins, refused }, { status: refused?.status ?? 200 });
}
