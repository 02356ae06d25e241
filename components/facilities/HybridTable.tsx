import { cop, type HybridSlot, hybridTotals } from "../../lib/domain/facilities/heat_pump.ts";
import type { PeriodRange } from "../../lib/domain/periods/period.ts";
import { optionOf } from "../../lib/domain/periods/switch.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { SLOT_HEADS, slotLabel } from "../../lib/text/series.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";
import { figureColumn } from "../tables/figure_column.ts";

interface HybridTableProps {
  caption: string;
  range: PeriodRange;
  slots: readonly HybridSlot[];
}

/** What heat pumps and boilers gave slot by slot, with the COP and the share covered to two decimals (B §9). */
export function HybridTable({ caption, range, slots }: HybridTableProps) {
  const columns: TableColumn<HybridSlot>[] = [
    {
      field: "slot",
      label: SLOT_HEADS[optionOf(range.type)],
      unbroken: true,
      cell: ({ slot }) => slotLabel(slot),
    },
    figureColumn(slots, "heatPumpKWh", { label: "Production PAC", unit: "kWh" }),
    figureColumn(slots, "heatPumpInputKWh", { label: "Électricité PAC", unit: "kWh" }),
    {
      field: "cop",
      label: "COP",
      number: true,
      cell: ({ heatPumpKWh, heatPumpInputKWh }) =>
        formatNumber(cop(heatPumpKWh, heatPumpInputKWh), 2, 2),
    },
    figureColumn(slots, "boilerKWh", { label: "Chaudières", unit: "kWh" }),
    {
      field: "percent",
      label: "Couverture PAC",
      unit: "%",
      number: true,
      cell: ({ heatPumpPercent }) => formatNumber(heatPumpPercent, 2, 2),
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={slots}
      rowKey={({ slot }) => slot}
      foot={slots.length > 1 && <TotalRow slots={slots} />}
    />
  );
}

function TotalRow({ slots }: { slots: readonly HybridSlot[] }) {
  const totals = hybridTotals(slots);
  return (
    <tr>
      <th scope="row">Total</th>
      <td class="number">{formatNumber(totals.heatPumpKWh)}</td>
      <td class="number">{formatNumber(totals.heatPumpInputKWh)}</td>
      <td class="number">{formatNumber(totals.cop, 2, 2)}</td>
      <td class="number">{formatNumber(totals.boilerKWh)}</td>
      <td class="number">{formatNumber(totals.heatPumpPercent, 2, 2)}</td>
    </tr>
  );
}
