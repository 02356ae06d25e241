import { fileColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { List } from "@/components/tables/list.ts";
import { nameValue, type UserLine } from "@/lib/domain/organisations/user_list.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import { yesOrNo } from "@/lib/text/format/yes_or_no.ts";
import { INVITED, personText, rolesText } from "@/lib/text/organisations/organisations.ts";
import { InvitationResending } from "./InvitationResending.tsx";

const ADMIN_FILTER = { yes: "yes", no: "no" } as const;

/** The people of an organisation. @spec tables.filters */
export const USERS: List<UserLine> = {
  title: PAGE_NAMES.users,
  path: links.users(),
  fileName: "utilisateurs.csv",
  columns: [
    {
      field: "surname",
      label: "Nom",
      cell: (line) => (
        <>
          <a href={links.user(line.email)}>{personText(line)}</a>
          {line.isInvited && <div class="small soft">{INVITED}</div>}
        </>
      ),
      value: ({ surname }) => surname,
      sort: nameValue,
    },
    fileColumn("Prénom", ({ forename }) => forename),
    textColumn("email", "Email", ({ email }) => email),
    textColumn("admin", "Administrateur", ({ isAdmin }) => yesOrNo(isAdmin), {
      cell: ({ isAdmin }) => isAdmin ? "Oui" : "",
      sort: ({ isAdmin }) => !isAdmin,
    }),
    textColumn("teams", "Équipes", ({ teams }) => teams.join(", "), {
      sort: ({ teams }) => teams.length === 0 ? null : teams,
    }),
    {
      field: "residences",
      label: "Résidences avec des rôles directs",
      number: true,
      cell: ({ residences }) => residences.length || "",
      sort: ({ residences }) => residences.length,
    },
    fileColumn(
      "Rôles directs",
      ({ residences }) =>
        residences.map(({ name, roles }) => `${name} : ${rolesText(roles)}`).join(" | "),
    ),
  ],
  ties: nameValue,
  filters: [
    {
      field: "admin",
      label: "Administrateur",
      value: ({ isAdmin }) => isAdmin ? ADMIN_FILTER.yes : ADMIN_FILTER.no,
      options: [
        { value: ADMIN_FILTER.yes, label: "Oui" },
        { value: ADMIN_FILTER.no, label: "Non" },
      ],
    },
    { field: "team", label: "Équipe", value: ({ teams }) => teams },
    {
      field: "residence",
      label: "Résidence",
      value: ({ residences }) => residences.map(({ name }) => name),
    },
  ],
  words: ({ email, forename, surname }) => [forename, surname, email],
  noun: "personne",
  nothing: "Aucune personne trouvée",
  icon: "person",
  empty: { title: "Aucune personne", icon: "person" },
};

/** Sends the invitation again to those who have not answered, from the list as it is shown. */
export function resendingColumn(action: string): TableColumn<UserLine> {
  return {
    field: "act",
    label: "Suite",
    sortable: false,
    cell: (line) => line.isInvited && <InvitationResending email={line.email} action={action} />,
  };
}
