import { notesColumn } from "@/components/series/notes_column.tsx";
import { figureColumn, numberColumn, plainSlotColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn, TotalRow } from "@/components/tables/DataTable.tsx";
import { cop, type HybridRow, hybridTotals } from "@/lib/domain/facilities/heat_pump.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { optionOf } from "@/lib/domain/periods/switch.ts";
import { hybridMarkTexts } from "@/lib/text/facilities/machines.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { SLOT_HEADS } from "@/lib/text/series/series.ts";

/** Heat of heat pumps and boilers by slot, with the COP and the share covered to two decimals (B §9). */
export function HybridTable(
  { caption, range, rows }: { caption: string; range: PeriodRange; rows: readonly HybridRow[] },
) {
  const notes = notesColumn(rows, hybridMarkTexts);
  const columns: TableColumn<HybridRow>[] = [
    plainSlotColumn(SLOT_HEADS[optionOf(range.type)]),
    figureColumn(rows, "heatPumpKWh", { label: "Production PAC", unit: "kWh" }),
    figureColumn(rows, "heatPumpInputKWh", { label: "Électricité PAC", unit: "kWh" }),
    numberColumn(
      { field: "cop", label: "COP" },
      ({ heatPumpKWh, heatPumpInputKWh }) => cop(heatPumpKWh, heatPumpInputKWh),
      2,
      2,
    ),
    figureColumn(rows, "boilerKWh", { label: "Chaudières", unit: "kWh" }),
    {
      field: "percent",
      label: "Couverture PAC",
      unit: "%",
      number: true,
      cell: ({ heatPumpPercent }) => formatNumber(heatPumpPercent, 2, 2),
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

function totalCells(rows: readonly HybridRow[]): string[] {
  const totals = hybridTotals(rows);
  return [
    formatNumber(totals.heatPumpKWh),
    formatNumber(totals.heatPumpInputKWh),
    formatNumber(totals.cop, 2, 2),
    formatNumber(totals.boilerKWh),
    formatNumber(totals.heatPumpPercent, 2, 2),
  ];
}
