import { countColumn, fileColumn, nameColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { countText, yesOrNo } from "@/lib/base/text_format.ts";
import { type EquipmentLine, placeValue } from "@/lib/facilities/equipment_rules.ts";
import { EQUIPMENT_KIND_LABELS, EQUIPMENT_LABELS } from "@/lib/facilities/text.ts";
import { links } from "@/lib/ui/links.ts";
import { withQuery } from "@/lib/ui/query.ts";
import { sortedOptions, writeFilters } from "@/lib/ui/tables.ts";

/** The equipment of a residence. @param next what to do when there is none */
export function equipmentList(
  projectId: string,
  all: readonly EquipmentLine[],
  next: string,
): List<EquipmentLine> {
  const kinds = new Map<string, string>(all.map(({ kind }) => [kind, EQUIPMENT_KIND_LABELS[kind]]));
  const places = new Map(all.map(({ id, name, place }) => [place?.id ?? id, place?.name ?? name]));
  return {
    path: links.equipments(projectId),
    fileName: "equipements.csv",
    columns: columnsOf(projectId),
    order: "place",
    ties: placeValue,
    filters: [
      {
        field: "kind",
        label: EQUIPMENT_LABELS.kind,
        value: ({ kind }) => kind,
        text: (kind) => kinds.get(kind) ?? kind,
      },
      {
        field: "place",
        label: EQUIPMENT_LABELS.parentId,
        // A place is kept with its content.
        value: ({ id, place }) => place === null ? id : [id, place.id],
        options: sortedOptions([...places.keys()], (id) => places.get(id) ?? id),
      },
    ],
    words: ({ name, code, kind, place }) => [
      name,
      code,
      EQUIPMENT_KIND_LABELS[kind],
      place?.name ?? "",
    ],
    pageSize: 50,
    noun: "équipement",
    nothing: "Aucun équipement trouvé",
    icon: "settings",
    empty: { title: "Aucun équipement", text: next, icon: "settings" },
  };
}

interface InsideTableProps {
  projectId: string;
  /** Id of the equipment that contains them. */
  placeId: string;
  lines: readonly EquipmentLine[];
}

/** Equipment in a place, without table tools; its file is that of the residence, filtered. */
export function InsideTable({ projectId, placeId, lines }: InsideTableProps) {
  const query = writeFilters({ place: placeId });
  return (
    <DataTable
      caption={countText(lines.length, "équipement")}
      columns={columnsOf(projectId).filter(({ field }) => field !== "place")}
      rows={lines}
      csv={{ page: withQuery(links.equipments(projectId), query) }}
    />
  );
}

function columnsOf(projectId: string): TableColumn<EquipmentLine>[] {
  return [
    nameColumn("Équipement", (id) => links.equipment(projectId, id)),
    textColumn("kind", EQUIPMENT_LABELS.kind, ({ kind }) => EQUIPMENT_KIND_LABELS[kind]),
    {
      field: "place",
      label: EQUIPMENT_LABELS.parentId,
      cell: ({ place }) => place && <a href={links.equipment(projectId, place.id)}>{place.name}</a>,
      sort: placeValue,
    },
    textColumn("code", EQUIPMENT_LABELS.code, ({ code }) => code),
    fileColumn(EQUIPMENT_LABELS.parentId, ({ place }) => place?.name ?? null),
    textColumn("instrumented", EQUIPMENT_LABELS.instrumented, (one) => yesOrNo(one.instrumented), {
      sort: ({ instrumented }) => !instrumented,
    }),
    countColumn("series", "Séries", ({ seriesCount }) => seriesCount),
  ];
}
