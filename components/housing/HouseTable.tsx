import {
  floorChoices,
  HOUSE_ORDER,
  type HouseLine,
  nameChoices,
} from "../../lib/domain/housing/house_list.ts";
import type { HousingFeatures } from "../../lib/domain/housing/shown_fields.ts";
import type { TableState } from "../../lib/domain/tables/table_state.ts";
import { links } from "../../lib/links/links.ts";
import { floorLabel, HOUSE_LABELS } from "../../lib/text/housing.ts";
import { type ListFilter, ListTable } from "../tables/ListTable.tsx";
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
  return (
    <ListTable
      path={links.houses(projectId)}
      state={state}
      order={HOUSE_ORDER}
      allCount={all.length}
      kept={kept}
      columns={houseColumns(features, (id) => links.house(projectId, id))}
      rowKey={({ id }) => id}
      filters={filtersOf(all)}
      pageSize={PAGE_SIZE}
      noun="logement"
      nothing="Aucun logement trouvé"
      icon="house"
      csvHref={(dialect, query) => links.housesCsv(projectId, dialect, query)}
    />
  );
}

/** A filter has choices when it has something to part: two floors, a name of which some have none. */
function filtersOf(all: readonly HouseLine[]): ListFilter[] {
  const floors = floorChoices(all, floorLabel);
  return [
    { field: "floor", label: HOUSE_LABELS.floor, options: floors.length > 1 ? floors : [] },
    { field: "building", label: HOUSE_LABELS.buildingId, options: nameChoices(all, "building") },
    { field: "type", label: HOUSE_LABELS.houseTypeId, options: nameChoices(all, "type") },
    { field: "group", label: HOUSE_LABELS.anonymousGroupId, options: nameChoices(all, "group") },
  ];
}
