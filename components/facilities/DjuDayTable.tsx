import type { DjuSlot } from "../../lib/domain/facilities/types.ts";
import { formatLongDay } from "../../lib/text/dates.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

interface DjuDayTableProps {
  caption: string;
  slots: readonly DjuSlot[];
}

const COLUMNS: readonly TableColumn<DjuSlot>[] = [
  { field: "day", label: "Jour", cell: ({ slot }) => formatLongDay(slot) },
  {
    field: "mean",
    label: "Température moyenne",
    unit: "°C",
    number: true,
    cell: ({ meanC }) => formatNumber(meanC),
  },
  { field: "dju", label: "DJU", unit: "°C·j", number: true, cell: ({ dju }) => formatNumber(dju) },
];

/** The days of a month: mean temperature and DJU; a day that was not read is empty. */
export function DjuDayTable({ caption, slots }: DjuDayTableProps) {
  return <DataTable caption={caption} columns={COLUMNS} rows={slots} rowKey={({ slot }) => slot} />;
}
