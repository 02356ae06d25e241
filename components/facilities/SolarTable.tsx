import { notesColumn } from "@/components/series/notes_column.tsx";
import { dateColumn, figureColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn, TotalRow } from "@/components/tables/DataTable.tsx";
import { measuredPercent, type SolarRow } from "@/lib/domain/facilities/solar_estimation.ts";
import { knownTotal } from "@/lib/domain/series/statistics.ts";
import { formatLongDay } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { meterMarkTexts } from "@/lib/text/series/meter_events.ts";

/** Measured and expected solar production by day. */
export function SolarTable({ caption, rows }: { caption: string; rows: readonly SolarRow[] }) {
  const notes = notesColumn(rows, meterMarkTexts);
  const columns: TableColumn<SolarRow>[] = [
    dateColumn("date", "Jour", ({ date }) => formatLongDay(date)),
    figureColumn(rows, "measuredKWh", { label: "Mesurée", unit: "kWh" }),
    figureColumn(rows, "estimatedKWh", { label: "Attendue", unit: "kWh" }),
    {
      field: "share",
      label: "Mesurée / attendue",
      unit: "%",
      number: true,
      cell: (row) => formatNumber(measuredPercent([row]), 0),
    },
    ...notes,
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      foot={rows.length > 1 && <TotalRow cells={[...totalCells(rows), ...notes.map(() => null)]} />}
    />
  );
}

function totalCells(rows: readonly SolarRow[]): string[] {
  return [
    formatNumber(knownTotal(rows.map(({ measuredKWh }) => measuredKWh))),
    formatNumber(knownTotal(rows.map(({ estimatedKWh }) => estimatedKWh))),
    formatNumber(measuredPercent(rows), 0),
  ];
}
