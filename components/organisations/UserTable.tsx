import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { textColumn } from "@/components/tables/columns.tsx";
import { ADMIN_FILTER, USER_ORDER, type UserLine } from "@/lib/domain/organisations/user_list.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { type TableState, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { INVITED, personText } from "@/lib/text/organisations/organisations.ts";
import { InvitationResending } from "./InvitationResending.tsx";

interface UserTableProps {
  /** All users, for the options of the filters. */
  all: readonly UserLine[];
  /** Users that match the filters, in order. */
  kept: readonly UserLine[];
  state: TableState;
}

const ADMIN_OPTIONS = [
  { value: ADMIN_FILTER.yes, label: "Oui" },
  { value: ADMIN_FILTER.no, label: "Non" },
];

const COLUMNS: readonly TableColumn<UserLine>[] = [
  {
    field: "surname",
    label: "Nom",
    cell: (line) => (
      <>
        <a href={links.user(line.email)}>{personText(line)}</a>
        {line.isInvited && <div class="small soft">{INVITED}</div>}
      </>
    ),
  },
  textColumn("email", "Email", ({ email }) => email),
  textColumn("admin", "Administrateur", ({ isAdmin }) => isAdmin ? "Oui" : ""),
  textColumn("teams", "Équipes", ({ teams }) => teams.join(", ")),
  {
    field: "residences",
    label: "Résidences avec des rôles directs",
    number: true,
    cell: ({ residences }) => residences.length || "",
  },
];

/** Sends the invitation again to those who have not answered, from the list as it is shown. */
function resendingColumn(action: string): TableColumn<UserLine> {
  return {
    field: "act",
    label: "Suite",
    sortable: false,
    cell: (line) => line.isInvited && <InvitationResending email={line.email} action={action} />,
  };
}

/** The people of an organisation: search, filters, sort, pages, exports. */
export function UserTable({ all, kept, state }: UserTableProps) {
  const filters = [
    { field: "admin", label: "Administrateur", options: ADMIN_OPTIONS },
    { field: "team", label: "Équipe", options: filterOptions(all, ({ teams }) => teams) },
    {
      field: "residence",
      label: "Résidence",
      options: filterOptions(all, ({ residences }) => residences.map(({ name }) => name)),
    },
  ];
  const isAwaiting = kept.some(({ isInvited }) => isInvited);
  const action = links.users(writeTableState(state));
  return (
    <ListTable
      path={links.users()}
      state={state}
      order={USER_ORDER}
      allCount={all.length}
      kept={kept}
      columns={isAwaiting ? [...COLUMNS, resendingColumn(action)] : COLUMNS}
      rowKey={({ email }) => email}
      filters={filters}
      noun="personne"
      nothing="Personne ne correspond"
      icon="person"
    />
  );
}
