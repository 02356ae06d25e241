import type { Equipment } from "../../lib/domain/facilities/types.ts";
import type { ProjectSeries } from "../../lib/domain/projects/types.ts";
import { seriesName } from "../../lib/text/facilities.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

interface SeriesTableProps {
  series: readonly ProjectSeries[];
  equipments: readonly Equipment[];
}

/** The facility series of a residence: what each measures, where, and whether something feeds it. */
export function SeriesTable({ series, equipments }: SeriesTableProps) {
  const names = new Map(equipments.map(({ id, name }) => [id, name]));
  const columns: TableColumn<ProjectSeries>[] = [
    { field: "name", label: "Série", cell: seriesName },
    { field: "quantity", label: "Grandeur", cell: ({ unit }) => unit.label },
    { field: "unit", label: "Unité", cell: ({ unit }) => unit.unit },
    {
      field: "equipment",
      label: "Équipement",
      cell: ({ equipmentId }) => names.get(equipmentId ?? "") ?? "Résidence",
    },
    {
      field: "source",
      label: "Source",
      cell: ({ dataSourceId }) =>
        dataSourceId === null ? <span class="soft">Aucune</span> : <code>{dataSourceId}</code>,
    },
  ];
  return (
    <DataTable
      caption={series.length === 1 ? "1 série" : `${series.length} séries`}
      columns={columns}
      rows={series}
      rowKey={({ id }) => id}
    />
  );
}
