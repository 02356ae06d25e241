import { UnknownPerson } from "@/components/organisations/user_list.tsx";
import { linkColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { readList } from "@/components/web/read_list.ts";
import type { User } from "@/lib/identity/schema.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { NEW_ADMIN_FORM } from "@/lib/organisations/forms.ts";
import { personText } from "@/lib/organisations/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, type FormActions, formRoute, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

const COLUMNS: readonly TableColumn<User>[] = [
  linkColumn("name", "Nom", personText, ({ email }) => links.user(email)),
  textColumn("email", "Email", ({ email }) => email),
  {
    field: "remove",
    label: "Retirer",
    cell: ({ email }) => (
      <RemovalForm
        action={links.administrators()}
        form="list"
        id={{ name: "email", value: email }}
        label="Retirer"
        confirm="Confirmer le retrait"
        text="Cette personne n’administre plus l’organisation. Ses rôles et ses équipes restent."
      />
    ),
  },
];

const ADMINISTRATORS: List<User> = {
  ...PAGES.administrators,
  fileName: "administrateurs.csv",
  columns: COLUMNS,
  words: (user) => [personText(user), user.email],
  noun: "administrateur",
  nothing: "Aucun administrateur trouvé",
  empty: { title: "Aucun administrateur", icon: "person" },
};

export default define.page<typeof handler>(({ data: { admins, page }, state }) => (
  <>
    <PageTitle subtitle={administered(state).name} />
    <Section
      id="list"
      title="Administrateurs de l’organisation"
      intro="Ils gèrent les utilisateurs, les équipes, les catégories et les résidences. Il en reste toujours au moins un."
      saved={page.saved === "list"}
    >
      {page.shown?.form === "list" && <Refusal {...page.shown} />}
      <ListTable {...admins} />
    </Section>
    <FormSection
      title="Ajouter un administrateur"
      intro="Par l’adresse de son compte. Sans compte, invitez d’abord cette personne."
      form={NEW_ADMIN_FORM}
      page={page}
      submit="Ajouter"
      buttons={
        <a class="button button-plain" href={links.invitation()}>{PAGES.invitation.title}</a>
      }
      before={<UnknownPerson shown={page.shown} />}
    />
  </>
));

function pageForms(ctx: PageContext): FormActions {
  const { id: orgId } = administered(ctx.state);
  const { api: { call, sender }, caller } = ctx.state;
  const path = links.administrators();
  return {
    list: (sent) => {
      const email = sent.text("email");
      const isOwn = caller.kind === "account" && caller.email === email;
      const next = isOwn ? links.residences() : undefined;
      return action(() => call(ORGANISATIONS_CALLS.removeOrgAdmin, { orgId, email }), next)(sent);
    },
    add: save(NEW_ADMIN_FORM, sender(ORGANISATIONS_CALLS.addOrgAdmin, { orgId }), {
      next: () => savedPath(path, "list"),
    }),
  };
}

async function readPage(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const users = await ctx.state.api.read(ORGANISATIONS_CALLS.listOrgAdmins, { orgId });
  const { rows: admins, file } = readList(ctx.url, users, ADMINISTRATORS);
  return file ?? { admins };
}
