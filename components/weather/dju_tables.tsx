import { dateColumn, figureColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { type PageTable, type TableColumn, TotalRow } from "@/components/ui/DataTable.tsx";
import type { IsoDate, IsoMonth } from "@/lib/base/civil_dates.ts";
import { formatLongDay, formatMonth } from "@/lib/base/date_format.ts";
import { wholePercentOf } from "@/lib/base/rounding.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { djuTotal, finishedDays } from "@/lib/weather/degree_days.ts";
import type { DjuSlot } from "@/lib/weather/schema.ts";

type Named = Pick<PageTable<DjuSlot>, "caption" | "fileName">;

interface MonthTable extends Named {
  today: IsoDate;
  daysHref(month: IsoMonth): string;
}

/** DJU and mean temperature by month, with the share of known days, and their sum. */
export function djuTable(
  slots: readonly DjuSlot[],
  { today, daysHref, ...named }: MonthTable,
): PageTable<DjuSlot> {
  return {
    ...named,
    columns: monthColumns(slots, { today, daysHref }),
    rows: slots,
    foot: <TotalRow cells={totalCells(slots, today)} />,
  };
}

function monthColumns(
  slots: readonly DjuSlot[],
  { today, daysHref }: Pick<MonthTable, "today" | "daysHref">,
): TableColumn<DjuSlot>[] {
  return [
    dateColumn("month", "Mois", ({ slot }) => slot, {
      cell: ({ slot }) => <a href={daysHref(slot)} aria-current="false">{formatMonth(slot)}</a>,
    }),
    figureColumn(slots, "dju", { label: "DJU", unit: "°C·j" }),
    figureColumn(slots, "meanC", { label: "Température moyenne", unit: "°C" }),
    numberColumn("completeness", "Jours connus", (slot) => knownDays(slot, today), {
      unit: "%",
      most: 0,
    }),
    textColumn("origin", "Origine", originOf),
  ];
}

/** Percentage of known days among finished ones; null in a month without finished days. */
function knownDays({ slot, completeness }: DjuSlot, today: IsoDate): number | null {
  return finishedDays(slot, today) === 0 ? null : wholePercentOf(completeness);
}

/** Of DJU that a sensor sends, no temperature is known. */
function originOf({ dju, meanC, typed }: DjuSlot): string {
  if (dju === null) return "";
  if (typed) return "Saisie";
  return meanC === null ? "DJU reçus" : "Températures";
}

function totalCells(slots: readonly DjuSlot[], today: IsoDate): (string | null)[] {
  const { dju, completeness } = djuTotal(slots, today);
  return [
    formatNumber(dju),
    null,
    formatNumber(completeness && wholePercentOf(completeness)),
    null,
  ];
}

/** The days of a month: mean temperature and DJU; a day without readings is empty. */
export function djuDayTable(slots: readonly DjuSlot[], named: Named): PageTable<DjuSlot> {
  const columns: TableColumn<DjuSlot>[] = [
    textColumn("day", "Jour", ({ slot }) => slot, { cell: ({ slot }) => formatLongDay(slot) }),
    figureColumn(slots, "meanC", { label: "Température moyenne", unit: "°C" }),
    figureColumn(slots, "dju", { label: "DJU", unit: "°C·j" }),
  ];
  return { ...named, columns, rows: slots };
}
