import { dateColumn, textColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { durationText } from "@/lib/text/series/series.ts";

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
