import { UnknownPerson } from "@/components/organisations/user_list.tsx";
import { linkColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { WatchedForm } from "@/components/ui/FormBox.tsx";
import { FormFields } from "@/components/ui/FormFields.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import { withoutImplied } from "@/lib/identity/effective_roles.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { ROLE_HOLDER_FORM } from "@/lib/organisations/forms.ts";
import { personText, rolesText } from "@/lib/organisations/text.ts";
import { ROLES_CALLS } from "@/lib/residences/calls.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { ProjectUserRoles } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { FEW_CHOICES } from "@/lib/ui/named_choices.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { people, members, page }, state }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle />
      <ListTable {...people} />
      <Section
        id="add"
        title="Donner des rôles à une autre personne"
        intro="Son compte doit exister&nbsp;; sinon, invitez-la."
        offPaper
      >
        <UnknownPerson shown={page.shown} />
        <WatchedForm action={`${links.roles(project.id)}#add`} unsaved={page.shown !== null}>
          <FormFields
            fields={ROLE_HOLDER_FORM.fields}
            values={page.shown?.values ?? {}}
            errors={page.shown?.errors ?? {}}
          />
          {members.length <= FEW_CHOICES && (
            <datalist id="members">
              {members.map((member) => (
                <option key={member.email} value={member.email}>{personText(member)}</option>
              ))}
            </datalist>
          )}
          <div class="submit-bar">
            <button type="submit" class="button">Choisir ses rôles</button>
          </div>
        </WatchedForm>
      </Section>
    </>
  );
});

function listOf(projectId: string): List<ProjectUserRoles> {
  return {
    path: links.roles(projectId),
    fileName: "roles.csv",
    columns: columnsOf(projectId),
    words: (person) => [personText(person), person.email],
    noun: "personne",
    nothing: "Aucune personne trouvée",
    empty: {
      title: "Personne n’a de rôle sur cette résidence",
      text: "Donnez un rôle à une personne, ou faites compter une équipe sur la résidence.",
      icon: "person",
    },
  };
}

function columnsOf(projectId: string): TableColumn<ProjectUserRoles>[] {
  return [
    linkColumn("person", "Personne", personText, ({ email }) => links.userRoles(projectId, email)),
    textColumn("roles", "Rôles directs", ({ roles }) => rolesText(withoutImplied(roles))),
    textColumn(
      "teams",
      "Rôles donnés par des équipes",
      ({ teamRoles }) => rolesText(withoutImplied(teamRoles)),
    ),
  ];
}

function pageForms(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const { project } = residenceOf(ctx.state);
  const { sender } = ctx.state.api;
  return {
    add: save(ROLE_HOLDER_FORM, sender(ORGANISATIONS_CALLS.checkUser, { orgId }), {
      next: ({ email }) => links.userRoles(project.id, email),
    }),
  };
}

async function readPage(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const { project } = residenceOf(ctx.state);
  const [roles, users] = await Promise.all([
    ctx.state.api.read(ROLES_CALLS.listProjectRoles, { projectId: project.id }),
    ctx.state.api.read(ORGANISATIONS_CALLS.listOrgUsers, { orgId }),
  ]);
  const memberEmails = new Set(roles.map(({ email }) => email));
  const members = users.filter(({ email }) => !memberEmails.has(email));
  const { rows: people, file } = readList(ctx.url, roles, listOf(project.id));
  return file ?? { people, members };
}
