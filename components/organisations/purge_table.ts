import type { PageTable, TableColumn } from "@/components/tables/DataTable.tsx";
import { dateColumn, numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { PurgeEntry } from "@/lib/domain/organisations/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { PURGED_TEXTS, purgedWhen } from "@/lib/text/organisations/retention.ts";

/** Decimals of the difference of a day, in the unit of the series. */
const DECIMALS = 3;

/** Purged data and late readings, newest first. */
export function purgeTable(rows: readonly PurgeEntry[]): PageTable<PurgeEntry> {
  return {
    fileName: "conservation.csv",
    caption: countText(rows.length, "ligne"),
    columns: COLUMNS,
    rows,
  };
}

const COLUMNS: readonly TableColumn<PurgeEntry>[] = [
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
