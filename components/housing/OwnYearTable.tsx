import { DataTable, type TableColumn, TotalRow } from "@/components/tables/DataTable.tsx";
import type { OwnMonthRow, OwnYear } from "@/lib/domain/housing/own_year.ts";
import type { OwnSeries } from "@/lib/domain/housing/types.ts";
import { monthParts } from "@/lib/domain/periods/civil_dates.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { monthName } from "@/lib/text/format/dates.ts";
import { columnDecimals, formatNumber } from "@/lib/text/format/numbers.ts";
import { GAP_TEXTS } from "@/lib/text/housing/own_house.ts";

/** A year of the occupant's dwelling, month by month, with its totals. */
export function OwnYearTable({ year, series, rows, totals }: OwnYear<OwnSeries>) {
  const decimals = series.map((_, rank) =>
    columnDecimals([...rows.map(({ values }) => values[rank] ?? null), totals[rank] ?? null])
  );
  const written = (value: number | null | undefined, rank: number) =>
    formatNumber(value ?? null, 1, decimals[rank]);
  const columns: TableColumn<OwnMonthRow>[] = [
    { field: "month", label: "Mois", cell: MonthCell },
    ...series.map((one, rank): TableColumn<OwnMonthRow> => ({
      field: one.id,
      label: seriesName(one),
      unit: one.unit.unit,
      number: true,
      cell: ({ values }) => written(values[rank], rank),
    })),
  ];
  return (
    <DataTable
      caption={`Mes consommations, ${year}`}
      columns={columns}
      rows={rows}
      foot={<TotalRow cells={series.map((_, rank) => written(totals[rank], rank))} />}
    />
  );
}

function MonthCell({ month, gap }: OwnMonthRow) {
  return (
    <>
      {monthName(monthParts(month).month)}
      {gap !== null && <small class="slot-mark">{GAP_TEXTS[gap]}</small>}
    </>
  );
}
