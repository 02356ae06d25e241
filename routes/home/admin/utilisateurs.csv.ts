import type { UserLine } from "@/lib/domain/organisations/user_list.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { userList } from "@/lib/pages/organisations/users_page.ts";
import { rolesText } from "@/lib/text/organisations/organisations.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

const COLUMNS: readonly CsvColumn<UserLine>[] = [
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

/** Everybody that the filters of the query keep, in its order (F §9 "CSV export"). */
export const handler = define.handlers({
  async GET({ url, state }) {
    const { id: orgId } = administered(state);
    const { kept } = await userList(state.api, orgId, readTableState(url.searchParams));
    return csvOfRows(COLUMNS, kept, { url, fileName: "utilisateurs.csv" });
  },
});
