import { dateColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { durationText } from "@/lib/base/text_periods.ts";
import type { StateInterval } from "@/lib/series/range_notes.ts";

interface StateTableProps {
  caption: string;
  intervals: readonly StateInterval[];
  timeZone: string;
}

export function StateTable({ caption, intervals, timeZone }: StateTableProps) {
  const clock = (epochS: number) => formatInstant(new Date(epochS * 1_000).toISOString(), timeZone);
  const columns: TableColumn<StateInterval>[] = [
    dateColumn("from", "Depuis", ({ fromS }) => clock(fromS)),
    dateColumn("to", "Jusqu’à", ({ toS }) => toS === null ? "" : clock(toS)),
    textColumn(
      "state",
      "État",
      ({ state }) => typeof state === "string" ? state : formatNumber(state),
    ),
    {
      field: "duration",
      label: "Durée",
      number: true,
      cell: ({ fromS, toS }) => toS === null ? "" : durationText(toS - fromS),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={intervals} />;
}
