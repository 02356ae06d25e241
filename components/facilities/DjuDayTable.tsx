import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { figureColumn } from "@/components/tables/figure_column.ts";
import type { DjuSlot } from "@/lib/domain/facilities/types.ts";
import { formatLongDay } from "@/lib/text/format/dates.ts";

/** The days of a month: mean temperature and DJU; a day without readings is empty. */
export function DjuDayTable(
  { caption, slots, csv }: { caption: string; slots: readonly DjuSlot[]; csv: CsvSource },
) {
  return (
    <DataTable
      caption={caption}
      columns={djuDayColumns(slots)}
      rows={slots}
      rowKey={({ slot }) => slot}
      csv={csv}
    />
  );
}

export function djuDayColumns(slots: readonly DjuSlot[]): TableColumn<DjuSlot>[] {
  return [
    {
      field: "day",
      label: "Jour",
      cell: ({ slot }) => formatLongDay(slot),
      value: ({ slot }) => slot,
    },
    figureColumn(slots, "meanC", { label: "Température moyenne", unit: "°C" }),
    figureColumn(slots, "dju", { label: "DJU", unit: "°C·j" }),
  ];
}
