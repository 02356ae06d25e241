import { page } from "fresh";
import { UserTable } from "@/components/organisations/UserTable.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import type { UserLine } from "@/lib/domain/organisations/user_list.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { userList } from "@/lib/pages/organisations/users_page.ts";
import { rolesText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/state.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = administered(state);
    state.title = windowTitle(PAGE_NAMES.users, organisation.name);
    const table = readTableState(url.searchParams);
    const { all, kept } = await userList(state.api, organisation.id, table);
    return tableFile(url, { fileName: "utilisateurs.csv", columns: FILE_COLUMNS, rows: kept }) ??
      page({ organisation, table, all, kept });
  },
});

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

export default define.page<typeof handler>(({ data: { organisation, table, all, kept } }) => (
  <>
    <PageTitle title={PAGE_NAMES.users} subtitle={organisation.name}>
      <a class="button button-primary" href={links.invitation()}>{PAGE_NAMES.invitation}</a>
    </PageTitle>
    <UserTable all={all} kept={kept} state={table} />
  </>
));
