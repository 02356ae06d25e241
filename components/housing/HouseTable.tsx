import { type ListFilter, ListTable } from "@/components/tables/ListTable.tsx";
import {
  floorChoices,
  HOUSE_ORDER,
  type HouseLine,
  nameChoices,
} from "@/lib/domain/housing/house_list.ts";
import { CONNECTIVITY_STATES } from "@/lib/domain/housing/types.ts";
import type { FilterOption } from "@/lib/domain/tables/filter.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import {
  CONNECTIVITY_LABEL,
  CONNECTIVITY_LABELS,
  floorLabel,
  HOUSE_LABELS,
} from "@/lib/text/housing/housing.ts";
import { houseColumns, type HouseColumnsShown } from "./house_columns.tsx";

interface HouseTableProps {
  projectId: string;
  /** Every dwelling, for the options of the filters. */
  all: readonly HouseLine[];
  /** Dwellings that match the filters, in order. */
  kept: readonly HouseLine[];
  columns: HouseColumnsShown;
  state: TableState;
}

/** The dwellings of a residence: search, filters, sort, pages, exports. */
export function HouseTable({ projectId, all, kept, columns, state }: HouseTableProps) {
  return (
    <ListTable
      path={links.houses(projectId)}
      state={state}
      order={HOUSE_ORDER}
      allCount={all.length}
      kept={kept}
      columns={houseColumns(columns, (id) => links.house(projectId, id))}
      rowKey={({ id }) => id}
      filters={filtersOf(all)}
      noun="logement"
      nothing="Aucun logement trouvé"
      icon="house"
    />
  );
}

/** Filters with at least two values, such as two floors, or a name that some lack. */
function filtersOf(all: readonly HouseLine[]): ListFilter[] {
  const floors = floorChoices(all, floorLabel);
  return [
    { field: "floor", label: HOUSE_LABELS.floor, options: floors.length > 1 ? floors : [] },
    { field: "building", label: HOUSE_LABELS.buildingId, options: nameChoices(all, "building") },
    { field: "type", label: HOUSE_LABELS.houseTypeId, options: nameChoices(all, "type") },
    { field: "group", label: HOUSE_LABELS.anonymousGroupId, options: nameChoices(all, "group") },
    { field: "connectivity", label: CONNECTIVITY_LABEL, options: stateChoices(all) },
  ];
}

function stateChoices(all: readonly HouseLine[]): FilterOption[] {
  return CONNECTIVITY_STATES
    .filter((state) => all.some(({ connectivity }) => connectivity === state))
    .map((state) => ({ value: state, label: CONNECTIVITY_LABELS[state] }));
}
