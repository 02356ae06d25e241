import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { TotalRow } from "@/components/tables/TotalRow.tsx";
import { figureColumn, numberColumn } from "@/components/tables/figure_column.ts";
import { textColumn } from "@/components/tables/text_column.ts";
import { djuTotal, finishedDays } from "@/lib/domain/facilities/dju_total.ts";
import type { DjuSlot } from "@/lib/domain/facilities/types.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import type { IsoDate, IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

interface DjuTableProps {
  caption: string;
  slots: readonly DjuSlot[];
  today: IsoDate;
  daysHref(month: IsoMonth): string;
  csv: CsvSource;
}

/** DJU and mean temperature by month, with the share of known days, and their sum. */
export function DjuTable({ caption, slots, today, daysHref, csv }: DjuTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={djuColumns(slots, { today, daysHref })}
      rows={slots}
      rowKey={({ slot }) => slot}
      foot={<TotalRow cells={totalCells(slots, today)} />}
      csv={csv}
    />
  );
}

export function djuColumns(
  slots: readonly DjuSlot[],
  { today, daysHref }: Pick<DjuTableProps, "today" | "daysHref">,
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
    numberColumn(
      { field: "completeness", label: "Jours connus", unit: "%" },
      (slot) => knownDays(slot, today),
      0,
    ),
    textColumn("origin", "Origine", originOf),
  ];
}

/** Percentage of known days among finished ones; null in a month without finished days. */
function knownDays({ slot, completeness }: DjuSlot, today: IsoDate): number | null {
  return finishedDays(slot, today) === 0 ? null : round(100 * completeness, 0);
}

function originOf({ dju, typed }: DjuSlot): string {
  if (dju === null) return "";
  return typed ? "Saisie" : "Températures";
}

function totalCells(slots: readonly DjuSlot[], today: IsoDate): (string | null)[] {
  const { dju, completeness } = djuTotal(slots, today);
  return [formatNumber(dju), null, formatNumber(completeness && 100 * completeness, 0), null];
}
