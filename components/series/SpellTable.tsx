import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import type { Spell } from "@/lib/domain/series/spells.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { durationText } from "@/lib/text/series/series.ts";

interface SpellTableProps {
  caption: string;
  spells: readonly Spell[];
  timeZone: string;
}

/** What a state was, from when to when, the latest first. */
export function SpellTable({ caption, spells, timeZone }: SpellTableProps) {
  const clock = (epochS: number) => formatInstant(new Date(epochS * 1_000).toISOString(), timeZone);
  const columns: TableColumn<Spell>[] = [
    { field: "from", label: "Depuis", unbroken: true, cell: ({ fromS }) => clock(fromS) },
    {
      field: "to",
      label: "Jusqu’à",
      unbroken: true,
      cell: ({ toS }) => toS === null ? "" : clock(toS),
    },
    {
      field: "state",
      label: "État",
      cell: ({ state }) => typeof state === "string" ? state : formatNumber(state),
    },
    {
      field: "duration",
      label: "Durée",
      number: true,
      cell: ({ fromS, toS }) => toS === null ? "" : durationText(toS - fromS),
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={spells}
      rowKey={({ fromS }) => String(fromS)}
    />
  );
}
