import type { DjuSlot } from "../../lib/domain/facilities/types.ts";
import { formatLongDay } from "../../lib/text/dates.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";
import { figureColumn } from "../tables/figure_column.ts";

interface DjuDayTableProps {
  caption: string;
  slots: readonly DjuSlot[];
}

/** The days of a month: mean temperature and DJU; a day that was not read is empty. */
export function DjuDayTable({ caption, slots }: DjuDayTableProps) {
  const columns: TableColumn<DjuSlot>[] = [
    { field: "day", label: "Jour", cell: ({ slot }) => formatLongDay(slot) },
    figureColumn(slots, "meanC", { label: "Température moyenne", unit: "°C" }),
    figureColumn(slots, "dju", { label: "DJU", unit: "°C·j" }),
  ];
  return <DataTable caption={caption} columns={columns} rows={slots} rowKey={({ slot }) => slot} />;
}
