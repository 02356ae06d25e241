import {
  ADMIN_FILTER,
  USER_ORDER,
  type UserLine,
} from "../../lib/domain/organisations/user_list.ts";
import { filterOptions } from "../../lib/domain/tables/filter.ts";
import { paginated } from "../../lib/domain/tables/paginate.ts";
import { SEARCH_FILTER } from "../../lib/domain/tables/search.ts";
import { type TableState, writeTableState } from "../../lib/domain/tables/table_state.ts";
import { links } from "../../lib/links/links.ts";
import { countText } from "../../lib/text/counts.ts";
import { personText } from "../../lib/text/organisations.ts";
import { NO_ROW_KEPT } from "../../lib/text/tables.ts";
import { EmptyState } from "../page/EmptyState.tsx";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";
import { FilterSelect } from "../tables/FilterSelect.tsx";
import { TableFoot } from "../tables/TableFoot.tsx";
import { TableTools } from "../tables/TableTools.tsx";

interface UserTableProps {
  /** Everybody: what the filters offer. */
  all: readonly UserLine[];
  /** Those the filters keep, in order. */
  kept: readonly UserLine[];
  state: TableState;
}

/** People of a page of the list. */
const PAGE_SIZE = 20;

const ADMIN_OPTIONS = [
  { value: ADMIN_FILTER.yes, label: "Oui" },
  { value: ADMIN_FILTER.no, label: "Non" },
];

const COLUMNS: readonly TableColumn<UserLine>[] = [
  {
    field: "surname",
    label: "Nom",
    cell: (line) => <a href={links.user(line.email)}>{personText(line)}</a>,
  },
  { field: "email", label: "Email", cell: ({ email }) => email },
  { field: "admin", label: "Administrateur", cell: ({ isAdmin }) => isAdmin ? "Oui" : "" },
  { field: "teams", label: "Équipes", cell: ({ teams }) => teams.join(", ") },
  {
    field: "residences",
    label: "Résidences avec des rôles directs",
    number: true,
    cell: ({ residences }) => residences.length || "",
  },
];

/** The people of an organisation: search, filters, sort, pages, exports. */
export function UserTable({ all, kept, state }: UserTableProps) {
  const path = links.users();
  const page = paginated(kept, state.page, PAGE_SIZE);
  const query = writeTableState({ ...state, page: 1 });
  const csv = {
    semicolon: links.usersCsv("semicolon", query),
    comma: links.usersCsv("comma", query),
  };
  return (
    <div class="table-block">
      <TableTools path={path} state={state} searchLabel="Rechercher" searchField={SEARCH_FILTER}>
        <FilterSelect
          field="admin"
          label="Administrateur"
          options={ADMIN_OPTIONS}
          chosen={state.filters.admin}
        />
        <FilterSelect
          field="team"
          label="Équipe"
          options={filterOptions(all, ({ teams }) => teams)}
          chosen={state.filters.team}
        />
        <FilterSelect
          field="residence"
          label="Résidence"
          options={filterOptions(all, ({ residences }) => residences.map(({ name }) => name))}
          chosen={state.filters.residence}
        />
      </TableTools>
      {kept.length === 0
        ? (
          <EmptyState title="Personne ne correspond" icon="person">
            <p>{NO_ROW_KEPT}</p>
            <a class="button" href={path}>Tout afficher</a>
          </EmptyState>
        )
        : (
          <>
            <DataTable
              caption={countText(kept.length, "personne")}
              columns={COLUMNS}
              rows={page.rows}
              rowKey={({ email }) => email}
              sorting={{ path, state: { ...state, sort: state.sort ?? USER_ORDER } }}
            />
            <TableFoot path={path} state={state} page={page} csv={csv} />
          </>
        )}
    </div>
  );
}
