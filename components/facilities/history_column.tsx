import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { links } from "@/lib/links/links.ts";

/** Links to the readings of the series of each row; empty for a row without a series. */
export function historyColumn<Row>(
  projectId: string,
  seriesOf: (row: Row) => { readonly name: string; readonly seriesId: string | null },
): TableColumn<Row> {
  return {
    field: "readings",
    label: "Historique",
    cell: (row) => {
      const { seriesId, name } = seriesOf(row);
      return seriesId && (
        <a href={links.facilitySeries(projectId, seriesId)} aria-label={`Historique de ${name}`}>
          Historique
        </a>
      );
    },
  };
}
