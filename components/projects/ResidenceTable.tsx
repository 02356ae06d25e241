import type { TagGroup } from "../../lib/domain/organisations/types.ts";
import {
  type Residence,
  RESIDENCE_ORDER,
  tagField,
} from "../../lib/domain/projects/residence_list.ts";
import { filterOptions } from "../../lib/domain/tables/filter.ts";
import { paginated } from "../../lib/domain/tables/paginate.ts";
import { SEARCH_FILTER } from "../../lib/domain/tables/search.ts";
import { type TableState, writeTableState } from "../../lib/domain/tables/table_state.ts";
import { links } from "../../lib/links/links.ts";
import { NO_ROW_KEPT } from "../../lib/text/tables.ts";
import { EmptyState } from "../page/EmptyState.tsx";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";
import { FilterSelect } from "../tables/FilterSelect.tsx";
import { TableFoot } from "../tables/TableFoot.tsx";
import { TagFilters } from "../tables/TagFilters.tsx";
import { TableTools } from "../tables/TableTools.tsx";

interface ResidenceTableProps {
  /** Every residence: what the filters offer. */
  all: readonly Residence[];
  /** Those the filters keep, in order. */
  kept: readonly Residence[];
  groups: readonly TagGroup[];
  state: TableState;
}

/** Residences of a page of the list. */
const PAGE_SIZE = 20;

/** The residences of an organisation: search, filters, sort, pages, exports. */
export function ResidenceTable({ all, kept, groups, state }: ResidenceTableProps) {
  const path = links.residences();
  const page = paginated(kept, state.page, PAGE_SIZE);
  const query = writeTableState({ ...state, page: 1 });
  return (
    <div class="table-block">
      <TableTools path={path} state={state} searchLabel="Rechercher" searchField={SEARCH_FILTER}>
        <FilterSelect
          field="city"
          label="Ville"
          options={filterOptions(all, ({ city }) => city)}
          chosen={state.filters.city}
        />
        <TagFilters
          groups={groups.map(({ id, name }) => ({
            field: tagField(id),
            label: name,
            options: filterOptions(all, ({ tags }) => tags[id] ?? ""),
          }))}
          filters={state.filters}
        />
      </TableTools>
      {kept.length === 0
        ? (
          <EmptyState title="Aucune résidence trouvée" icon="building">
            <p>{NO_ROW_KEPT}</p>
            <a class="button" href={path}>Tout afficher</a>
          </EmptyState>
        )
        : (
          <>
            <DataTable
              caption={captionOf(kept.length, all.length)}
              columns={columnsOf(groups)}
              rows={page.rows}
              rowKey={({ id }) => id}
              sorting={{ path, state: { ...state, sort: state.sort ?? RESIDENCE_ORDER } }}
            />
            <TableFoot
              path={path}
              state={state}
              page={page}
              csv={{
                semicolon: links.residencesCsv("semicolon", query),
                comma: links.residencesCsv("comma", query),
              }}
            />
          </>
        )}
    </div>
  );
}

function captionOf(keptCount: number, allCount: number): string {
  const kept = keptCount === 1 ? "1 résidence" : `${keptCount} résidences`;
  return keptCount === allCount ? kept : `${kept} sur ${allCount}`;
}

function columnsOf(groups: readonly TagGroup[]): TableColumn<Residence>[] {
  return [
    {
      field: "name",
      label: "Résidence",
      cell: ({ id, name }) => <a href={links.residence(id)}>{name}</a>,
    },
    { field: "code", label: "Code", cell: ({ code }) => code },
    { field: "street", label: "Rue", cell: ({ street }) => street },
    { field: "zipCode", label: "Code postal", cell: ({ zipCode }) => zipCode },
    { field: "city", label: "Ville", cell: ({ city }) => city },
    ...groups.map(({ id, name }): TableColumn<Residence> => ({
      field: tagField(id),
      label: name,
      cell: ({ tags }) => tags[id] ?? "",
    })),
  ];
}
