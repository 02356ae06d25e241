import type { DjuSlot } from "../../lib/domain/facilities/types.ts";
import { formatMonth } from "../../lib/text/dates.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

interface DjuTableProps {
  caption: string;
  slots: readonly DjuSlot[];
}

const COLUMNS: readonly TableColumn<DjuSlot>[] = [
  { field: "month", label: "Mois", cell: ({ slot }) => formatMonth(slot) },
  { field: "dju", label: "DJU", unit: "°C·j", number: true, cell: ({ dju }) => formatNumber(dju) },
  {
    field: "mean",
    label: "Température moyenne",
    unit: "°C",
    number: true,
    cell: ({ meanC }) => formatNumber(meanC),
  },
  {
    field: "completeness",
    label: "Jours connus",
    unit: "%",
    number: true,
    cell: ({ completeness }) => formatNumber(100 * completeness, 0),
  },
];

/** DJU and mean temperature month by month, with the share of the days that are known. */
export function DjuTable({ caption, slots }: DjuTableProps) {
  return <DataTable caption={caption} columns={COLUMNS} rows={slots} rowKey={({ slot }) => slot} />;
}
