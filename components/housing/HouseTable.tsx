import {
  floorChoices,
  HOUSE_ORDER,
  type HouseLine,
  nameChoices,
} from "../../lib/domain/housing/house_list.ts";
import type { HousingFeatures } from "../../lib/domain/housing/shown_fields.ts";
import { paginated } from "../../lib/domain/tables/paginate.ts";
import { SEARCH_FILTER } from "../../lib/domain/tables/search.ts";
import { type TableState, writeTableState } from "../../lib/domain/tables/table_state.ts";
import { links } from "../../lib/links/links.ts";
import { countText } from "../../lib/text/counts.ts";
import { floorLabel, HOUSE_LABELS } from "../../lib/text/housing.ts";
import { NO_ROW_KEPT } from "../../lib/text/tables.ts";
import { EmptyState } from "../page/EmptyState.tsx";
import { DataTable } from "../tables/DataTable.tsx";
import { FilterSelect } from "../tables/FilterSelect.tsx";
import { TableFoot } from "../tables/TableFoot.tsx";
import { TableTools } from "../tables/TableTools.tsx";
import { houseColumns } from "./house_columns.tsx";

interface HouseTableProps {
  projectId: string;
  /** Every dwelling: what the filters offer. */
  all: readonly HouseLine[];
  /** Those the filters keep, in order. */
  kept: readonly HouseLine[];
  features: HousingFeatures;
  state: TableState;
}

/** Dwellings of a page of the list. */
const PAGE_SIZE = 25;

/** The dwellings of a residence: search, filters, sort, pages, exports. */
export function HouseTable({ projectId, all, kept, features, state }: HouseTableProps) {
  const path = links.houses(projectId);
  const page = paginated(kept, state.page, PAGE_SIZE);
  const query = writeTableState({ ...state, page: 1 });
  return (
    <div class="table-block">
      <HouseTools path={path} all={all} state={state} />
      {kept.length === 0
        ? (
          <EmptyState title="Aucun logement trouvé" icon="house">
            <p>{NO_ROW_KEPT}</p>
            <a class="button" href={path}>Tout afficher</a>
          </EmptyState>
        )
        : (
          <>
            <DataTable
              caption={captionOf(kept.length, all.length)}
              columns={houseColumns(features, (id) => links.house(projectId, id))}
              rows={page.rows}
              rowKey={({ id }) => id}
              sorting={{ path, state: { ...state, sort: state.sort ?? HOUSE_ORDER } }}
            />
            <TableFoot
              path={path}
              state={state}
              page={page}
              csv={{
                semicolon: links.housesCsv(projectId, "semicolon", query),
                comma: links.housesCsv(projectId, "comma", query),
              }}
            />
          </>
        )}
    </div>
  );
}

function captionOf(keptCount: number, allCount: number): string {
  const kept = countText(keptCount, "logement");
  return keptCount === allCount ? kept : `${kept} sur ${allCount}`;
}

/** A filter is shown when it has something to part: two floors, a name of which some have none. */
function HouseTools(
  { path, all, state }: { path: string; all: readonly HouseLine[]; state: TableState },
) {
  const floors = floorChoices(all, floorLabel);
  const filters = [
    { field: "floor", label: HOUSE_LABELS.floor, options: floors.length > 1 ? floors : [] },
    { field: "building", label: HOUSE_LABELS.buildingId, options: nameChoices(all, "building") },
    { field: "type", label: HOUSE_LABELS.houseTypeId, options: nameChoices(all, "type") },
    { field: "group", label: HOUSE_LABELS.anonymousGroupId, options: nameChoices(all, "group") },
  ];
  return (
    <TableTools path={path} state={state} searchLabel="Rechercher" searchField={SEARCH_FILTER}>
      {filters.map(({ field, label, options }) =>
        options.length > 0 && (
          <FilterSelect
            key={field}
            field={field}
            label={label}
            options={options}
            chosen={state.filters[field]}
          />
        )
      )}
    </TableTools>
  );
}
