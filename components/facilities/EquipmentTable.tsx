import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { countColumn, linkColumn, textColumn } from "@/components/tables/columns.tsx";
import { EQUIPMENT_ORDER, type EquipmentLine } from "@/lib/domain/facilities/equipment_list.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import {
  type TableState,
  UNTOUCHED_TABLE,
  writeTableState,
} from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { withQuery } from "@/lib/links/query.ts";
import { EQUIPMENT_LABELS, yesOrNo } from "@/lib/text/facilities/equipment.ts";
import { countText } from "@/lib/text/format/counts.ts";

interface EquipmentTableProps {
  projectId: string;
  /** Every equipment, for the options of the filters. */
  all: readonly EquipmentLine[];
  /** Equipment that matches the filters, in order. */
  kept: readonly EquipmentLine[];
  state: TableState;
}

const PAGE_SIZE = 50;

/** The equipment of a residence: search, filters, sort, pages, exports. */
export function EquipmentTable({ projectId, all, kept, state }: EquipmentTableProps) {
  const kinds = new Map(all.map(({ kind, kindLabel }) => [String(kind), kindLabel]));
  const places = new Map(all.map(({ id, name, place }) => [place?.id ?? id, place?.name ?? name]));
  const filters = [
    {
      field: "kind",
      label: EQUIPMENT_LABELS.kind,
      options: filterOptions(all, ({ kind }) => kind, (kind) => kinds.get(kind) ?? kind),
    },
    {
      field: "place",
      label: EQUIPMENT_LABELS.parentId,
      options: filterOptions(all, ({ id, place }) => place?.id ?? id, (id) => places.get(id) ?? id),
    },
  ];
  return (
    <ListTable
      path={links.equipments(projectId)}
      state={state}
      order={EQUIPMENT_ORDER}
      allCount={all.length}
      kept={kept}
      columns={columnsOf(projectId)}
      rowKey={({ id }) => id}
      filters={filters}
      pageSize={PAGE_SIZE}
      noun="équipement"
      nothing="Aucun équipement trouvé"
      icon="settings"
    />
  );
}

interface InsideTableProps {
  projectId: string;
  /** Id of the equipment that contains them. */
  placeId: string;
  lines: readonly EquipmentLine[];
}

/** Equipment in a place, without table tools; its file is that of the residence, filtered. */
export function InsideTable({ projectId, placeId, lines }: InsideTableProps) {
  const query = writeTableState({ ...UNTOUCHED_TABLE, filters: { place: placeId } });
  return (
    <DataTable
      caption={countText(lines.length, "équipement")}
      columns={columnsOf(projectId).filter(({ field }) => field !== "place")}
      rows={lines}
      rowKey={({ id }) => id}
      csv={{ page: withQuery(links.equipments(projectId), query) }}
    />
  );
}

function columnsOf(projectId: string): TableColumn<EquipmentLine>[] {
  return [
    linkColumn(
      "name",
      "Équipement",
      ({ name }) => name,
      ({ id }) => links.equipment(projectId, id),
    ),
    textColumn("kind", EQUIPMENT_LABELS.kind, ({ kindLabel }) => kindLabel),
    {
      field: "place",
      label: EQUIPMENT_LABELS.parentId,
      cell: ({ place }) => place && <a href={links.equipment(projectId, place.id)}>{place.name}</a>,
    },
    textColumn("code", EQUIPMENT_LABELS.code, ({ code }) => code),
    textColumn("instrumented", EQUIPMENT_LABELS.instrumented, (one) => yesOrNo(one.instrumented)),
    countColumn("series", "Séries", ({ seriesCount }) => seriesCount),
  ];
}
