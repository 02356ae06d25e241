import { EQUIPMENT_ORDER, type EquipmentLine } from "../../lib/domain/facilities/equipment_list.ts";
import { filterOptions } from "../../lib/domain/tables/filter.ts";
import { paginated } from "../../lib/domain/tables/paginate.ts";
import { SEARCH_FILTER } from "../../lib/domain/tables/search.ts";
import { type TableState, writeTableState } from "../../lib/domain/tables/table_state.ts";
import { links } from "../../lib/links/links.ts";
import { countText } from "../../lib/text/counts.ts";
import { EQUIPMENT_LABELS, yesOrNo } from "../../lib/text/equipment.ts";
import { NO_ROW_KEPT } from "../../lib/text/tables.ts";
import { EmptyState } from "../page/EmptyState.tsx";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";
import { FilterSelect } from "../tables/FilterSelect.tsx";
import { TableFoot } from "../tables/TableFoot.tsx";
import { TableTools } from "../tables/TableTools.tsx";

interface EquipmentTableProps {
  projectId: string;
  /** Every equipment: what the filters offer. */
  all: readonly EquipmentLine[];
  /** Those the filters keep, in order. */
  kept: readonly EquipmentLine[];
  state: TableState;
}

/** Equipments of a page of the list. */
const PAGE_SIZE = 50;

/** The equipment of a residence: search, filters, sort, pages, exports. */
export function EquipmentTable({ projectId, all, kept, state }: EquipmentTableProps) {
  const path = links.equipments(projectId);
  const page = paginated(kept, state.page, PAGE_SIZE);
  const query = writeTableState({ ...state, page: 1 });
  const kinds = new Map(all.map(({ kind, kindLabel }) => [String(kind), kindLabel]));
  const places = new Map(all.map(({ id, name, place }) => [place?.id ?? id, place?.name ?? name]));
  return (
    <div class="table-block">
      <TableTools path={path} state={state} searchLabel="Rechercher" searchField={SEARCH_FILTER}>
        <FilterSelect
          field="kind"
          label={EQUIPMENT_LABELS.kind}
          options={filterOptions(all, ({ kind }) => kind, (kind) => kinds.get(kind) ?? kind)}
          chosen={state.filters.kind}
        />
        <FilterSelect
          field="place"
          label={EQUIPMENT_LABELS.parentId}
          options={filterOptions(
            all,
            ({ id, place }) => place?.id ?? id,
            (id) => places.get(id) ?? id,
          )}
          chosen={state.filters.place}
        />
      </TableTools>
      {kept.length === 0
        ? (
          <EmptyState title="Aucun équipement trouvé" icon="settings">
            <p>{NO_ROW_KEPT}</p>
            <a class="button" href={path}>Tout afficher</a>
          </EmptyState>
        )
        : (
          <>
            <DataTable
              caption={captionOf(kept.length, all.length)}
              columns={columnsOf(projectId)}
              rows={page.rows}
              rowKey={({ id }) => id}
              sorting={{ path, state: { ...state, sort: state.sort ?? EQUIPMENT_ORDER } }}
            />
            <TableFoot
              path={path}
              state={state}
              page={page}
              csv={{
                semicolon: links.equipmentsCsv(projectId, "semicolon", query),
                comma: links.equipmentsCsv(projectId, "comma", query),
              }}
            />
          </>
        )}
    </div>
  );
}

/** What stands in a place, without tools: few lines. */
export function InsideTable(
  { projectId, lines }: { projectId: string; lines: readonly EquipmentLine[] },
) {
  return (
    <DataTable
      caption={countText(lines.length, "équipement")}
      columns={columnsOf(projectId).filter(({ field }) => field !== "place")}
      rows={lines}
      rowKey={({ id }) => id}
    />
  );
}

function captionOf(keptCount: number, allCount: number): string {
  const kept = countText(keptCount, "équipement");
  return keptCount === allCount ? kept : `${kept} sur ${allCount}`;
}

function columnsOf(projectId: string): TableColumn<EquipmentLine>[] {
  return [
    {
      field: "name",
      label: "Équipement",
      cell: ({ id, name }) => <a href={links.equipment(projectId, id)}>{name}</a>,
    },
    { field: "kind", label: EQUIPMENT_LABELS.kind, cell: ({ kindLabel }) => kindLabel },
    {
      field: "place",
      label: EQUIPMENT_LABELS.parentId,
      cell: ({ place }) => place && <a href={links.equipment(projectId, place.id)}>{place.name}</a>,
    },
    { field: "code", label: EQUIPMENT_LABELS.code, cell: ({ code }) => code },
    {
      field: "instrumented",
      label: EQUIPMENT_LABELS.instrumented,
      cell: ({ instrumented }) => yesOrNo(instrumented),
    },
    { field: "series", label: "Séries", number: true, cell: ({ seriesCount }) => seriesCount },
  ];
}
