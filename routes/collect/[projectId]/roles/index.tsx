import { type Context, page } from "fresh";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { UnknownPerson } from "@/components/organisations/UnknownPerson.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { emailKey } from "@/lib/domain/forms/email.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { email as isEmail, firstError, required } from "@/lib/domain/forms/validators.ts";
import type { ProjectUserRoles } from "@/lib/domain/projects/types.ts";
import { withoutImplied } from "@/lib/domain/roles/implied.ts";
import { sortedRows } from "@/lib/domain/tables/sort.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { errorText } from "@/lib/text/errors.ts";
import { personText, rolesText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { issuesByField, readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

/** A person who was not found: what was typed, and why. */
interface Refused {
  email: string;
  errors: FieldErrors<"email">;
  isUnknown: boolean;
  status: number;
}

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const { project } = residenceOf(ctx.state);
    const { values } = await readSubmission(ctx, ["email"]);
    const { email } = values;
    const wrong = firstError(email.trim(), {}, [required, isEmail]);
    if (wrong !== null) {
      return await showPage(ctx, {
        email,
        errors: { email: wrong },
        isUnknown: false,
        status: 400,
      });
    }
    const result = await ctx.state.api.call("checkUser", { orgId, body: { email } });
    if (result.ok) return seeOther(ctx, links.userRoles(project.id, result.answer.email));
    const isUnknown = result.code === "unknown-user";
    const found = issuesByField(result.issues, ["email"]);
    const said = { code: "message", message: errorText(result.code) } as const;
    const errors = { email: found.email ?? said };
    return await showPage(ctx, {
      email: emailKey(email),
      errors,
      isUnknown,
      status: result.status,
    });
  },
});

export default define.page<typeof handler>(({ data: { people, members, refused }, state, url }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.roles}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      />
      {people.length === 0
        ? (
          <EmptyState title="Personne n’a de rôle sur cette résidence" icon="person">
            <p>Donnez un rôle à une personne, ou faites compter une équipe sur la résidence.</p>
          </EmptyState>
        )
        : (
          <DataTable
            caption="Qui peut quoi sur cette résidence"
            columns={columnsOf(project.id)}
            rows={people}
            rowKey={({ email }) => email}
            csv={{ page: url }}
          />
        )}
      <Section
        id="add"
        title="Donner des rôles à une autre personne"
        intro="Son compte doit exister&nbsp;; sinon, invitez-la."
      >
        {refused?.isUnknown && <UnknownPerson email={refused.email} />}
        <WatchedForm action={`${links.roles(project.id)}#add`} unsaved={refused !== null}>
          <div class="form-columns">
            <TextField
              name="email"
              label="Email"
              type="email"
              value={refused?.email ?? ""}
              error={refused?.errors.email}
              list="members"
              required
            />
          </div>
          <datalist id="members">
            {members.map((member) => (
              <option key={member.email} value={member.email}>{personText(member)}</option>
            ))}
          </datalist>
          <div class="submit-bar">
            <button type="submit" class="button">Choisir ses rôles</button>
          </div>
        </WatchedForm>
        <UnsavedGuard />
      </Section>
    </>
  );
});

function columnsOf(projectId: string): TableColumn<ProjectUserRoles>[] {
  return [
    {
      field: "person",
      label: "Personne",
      cell: (person) => <a href={links.userRoles(projectId, person.email)}>{personText(person)}</a>,
      value: personText,
    },
    textColumn("roles", "Rôles directs", ({ roles }) => rolesText(withoutImplied(roles))),
    textColumn(
      "teams",
      "Rôles donnés par des équipes",
      ({ teamRoles }) => rolesText(withoutImplied(teamRoles)),
    ),
  ];
}

async function showPage(ctx: Context<State>, refused: Refused | null) {
  const { id: orgId } = administered(ctx.state);
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.roles, project.name);
  const [roles, users] = await Promise.all([
    ctx.state.api.call("listProjectRoles", { projectId: project.id }),
    ctx.state.api.call("listOrgUsers", { orgId }),
  ]);
  const people = sortedRows(answered(roles), personText, "asc");
  const members = answered(users)
    .filter(({ email }) => !people.some((person) => person.email === email));
  const file = { fileName: "roles.csv", columns: columnsOf(project.id), rows: people };
  return tableFile(ctx.url, file) ??
    page({ people, members, refused }, { status: refused?.status ?? 200 });
}
