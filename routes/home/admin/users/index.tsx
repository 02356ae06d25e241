import type { Context } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { InvitationResent } from "@/components/organisations/InvitationResent.tsx";
import { UserTable } from "@/components/organisations/UserTable.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import type { UserLine } from "@/lib/domain/organisations/user_list.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { readTableState, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { links, SAVED_PARAMETER } from "@/lib/links/links.ts";
import { mailsWait } from "@/lib/pages/accounts/mails_wait.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { resendsInvitation } from "@/lib/pages/organisations/invitation_resending.ts";
import { userList } from "@/lib/pages/organisations/users_page.ts";
import { rolesText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formHandlers(readPage, pageForms));

const FILE_COLUMNS: readonly CsvColumn<UserLine>[] = [
  { header: "Nom", value: ({ surname }) => surname },
  { header: "Prénom", value: ({ forename }) => forename },
  { header: "Email", value: ({ email }) => email },
  { header: "Administrateur", value: ({ isAdmin }) => isAdmin ? "Oui" : "Non" },
  { header: "Équipes", value: ({ teams }) => teams.join(", ") },
  {
    header: "Rôles directs",
    value: ({ residences }) =>
      residences.map(({ name, roles }) => `${name} : ${rolesText(roles)}`).join(" | "),
  },
];

export default define.page<typeof handler>((
  { data: { organisation, table, all, kept, shown }, state, url },
) => (
  <>
    <PageTitle title={PAGE_NAMES.users} subtitle={organisation.name}>
      <a class="button button-primary" href={links.invitation()}>{PAGE_NAMES.invitation}</a>
    </PageTitle>
    {shown && <Refusal {...shown} />}
    {url.searchParams.get(SAVED_PARAMETER) === "invitation" && (
      <InvitationResent waits={mailsWait(state)} />
    )}
    <UserTable all={all} kept={kept} state={table} />
  </>
));

function pageForms({ state, url }: Context<State>) {
  const { id: orgId } = administered(state);
  const list = links.users(writeTableState(readTableState(url.searchParams)));
  const next = savedPath(list, "invitation");
  return { invitation: resendsInvitation(state.api, { orgId, next }) };
}

async function readPage({ state, url }: Context<State>) {
  const organisation = administered(state);
  state.title = windowTitle(PAGE_NAMES.users, organisation.name);
  const table = readTableState(url.searchParams);
  const { all, kept } = await userList(state.api, organisation.id, table);
  return tableFile(url, { fileName: "utilisateurs.csv", columns: FILE_COLUMNS, rows: kept }) ??
    { organisation, table, all, kept };
}
