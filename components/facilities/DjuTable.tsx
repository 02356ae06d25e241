import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { figureColumn } from "@/components/tables/figure_column.ts";
import { textColumn } from "@/components/tables/text_column.ts";
import { TotalRow } from "@/components/tables/TotalRow.tsx";
import { djuTotal } from "@/lib/domain/facilities/dju_total.ts";
import type { DjuSlot } from "@/lib/domain/facilities/types.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

interface DjuTableProps {
  caption: string;
  slots: readonly DjuSlot[];
  daysHref(month: IsoMonth): string;
  csv: CsvSource;
}

/** DJU and mean temperature month by month, with the share of the days that are known, and their sum. */
export function DjuTable({ caption, slots, daysHref, csv }: DjuTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={djuColumns(slots, daysHref)}
      rows={slots}
      rowKey={({ slot }) => slot}
      foot={<TotalRow cells={totalCells(slots)} />}
      csv={csv}
    />
  );
}

export function djuColumns(
  slots: readonly DjuSlot[],
  daysHref: DjuTableProps["daysHref"],
): TableColumn<DjuSlot>[] {
  return [
    {
      field: "month",
      label: "Mois",
      unbroken: true,
      cell: ({ slot }) => <a href={daysHref(slot)} aria-current="false">{formatMonth(slot)}</a>,
      value: ({ slot }) => slot,
    },
    figureColumn(slots, "dju", { label: "DJU", unit: "°C·j" }),
    figureColumn(slots, "meanC", { label: "Température moyenne", unit: "°C" }),
    {
      field: "completeness",
      label: "Jours connus",
      unit: "%",
      number: true,
      cell: ({ completeness }) => formatNumber(100 * completeness, 0),
      value: ({ completeness }) => round(100 * completeness, 0),
    },
    textColumn("origin", "Origine", originOf),
  ];
}

function originOf({ dju, typed }: DjuSlot): string {
  if (dju === null) return "";
  return typed ? "Saisie" : "Températures";
}

function totalCells(slots: readonly DjuSlot[]): (string | null)[] {
  const { dju, completeness } = djuTotal(slots);
  return [formatNumber(dju), null, formatNumber(100 * completeness, 0), null];
}
