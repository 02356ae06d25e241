import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import { dateColumn, numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { PurgeEntry } from "@/lib/domain/organisations/types.ts";
import { PAGE_SIZE, paginated } from "@/lib/domain/tables/paginate.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { PURGED_TEXTS, purgedWhen } from "@/lib/text/organisations/retention.ts";

/** Decimals of the difference of a day, in the unit of the series. */
const DECIMALS = 3;

/** Purged data and late readings, newest first. */
export function PurgeTable(
  { path, lines, state }: { path: string; lines: readonly PurgeEntry[]; state: TableState },
) {
  const page = paginated(lines, state.page, PAGE_SIZE);
  return (
    <div class="table-block">
      <DataTable
        caption={countText(lines.length, "ligne")}
        columns={PURGE_COLUMNS}
        rows={page.rows}
        rowKey={({ id }) => id}
      />
      <TableFoot path={path} state={state} page={page} />
    </div>
  );
}

export const PURGE_COLUMNS: readonly TableColumn<PurgeEntry>[] = [
  dateColumn("at", "Fait le", ({ at }) => formatInstant(at)),
  textColumn("project", "Résidence", ({ projectName }) => projectName),
  textColumn("what", "Ce qui a été fait", ({ what }) => PURGED_TEXTS[what]),
  textColumn("when", "Époque", purgedWhen),
  textColumn("series", "Série", (one) => one.seriesName ?? countText(one.seriesCount, "série")),
  numberColumn({ field: "count", label: "Valeurs" }, ({ valueCount }) => valueCount, DECIMALS),
  numberColumn(
    { field: "difference", label: "Différence" },
    ({ difference }) => difference,
    DECIMALS,
  ),
];
