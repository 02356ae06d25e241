import { figureColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn, TotalRow } from "@/components/tables/DataTable.tsx";
import type {
  HotWaterMonth,
  HotWaterReport,
} from "@/lib/domain/energy_balance/hot_water_report.ts";
import { meterEventText } from "@/lib/text/energy_balance/energy_balance.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

/** Energy and hot water of the summer months, and the resulting q (domain §2 A24). */
export function HotWaterTable({ caption, report }: { caption: string; report: HotWaterReport }) {
  const { rows, measured: { days, volume, energy, qMeasured } } = report;
  const columns: TableColumn<HotWaterMonth>[] = [
    { field: "month", label: "Mois", unbroken: true, cell: (row) => <MonthCell {...row} /> },
    figureColumn(rows, "days", { label: "Jours" }),
    figureColumn(rows, "volume", { label: "Eau chaude", unit: "m³" }),
    figureColumn(rows, "energy", { label: "Énergie, source et solaire", unit: "kWh" }),
    figureColumn(rows, "qMeasured", { label: "q mesuré", unit: "kWh/m³" }),
    figureColumn(rows, "q", { label: "q du contrat", unit: "kWh/m³" }),
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      foot={
        <TotalRow
          label="Été"
          cells={[...[days, volume, energy, qMeasured].map((total) => formatNumber(total)), null]}
        />
      }
    />
  );
}

function MonthCell({ month, meterEvents }: HotWaterMonth) {
  return (
    <>
      {formatMonth(month)}
      {meterEvents.map(meterEventText).map((text) => (
        <small key={text} class="slot-mark">{text}</small>
      ))}
    </>
  );
}
