import type {
  HotWaterMonth,
  HotWaterReport,
} from "../../lib/domain/energy_balance/hot_water_report.ts";
import { formatMonth } from "../../lib/text/dates.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

/** Energy and hot water of the summer months, and the q they measure (domain §2 A24). */
export function HotWaterTable({ caption, report }: { caption: string; report: HotWaterReport }) {
  const figure = (
    field: "days" | "volume" | "energy" | "qMeasured" | "q",
    label: string,
    unit?: string,
  ): TableColumn<HotWaterMonth> => ({
    field,
    label,
    ...(unit !== undefined && { unit }),
    number: true,
    cell: (row) => formatNumber(row[field]),
  });
  const columns: TableColumn<HotWaterMonth>[] = [
    { field: "month", label: "Mois", cell: ({ month }) => formatMonth(month) },
    figure("days", "Jours"),
    figure("volume", "Eau chaude", "m³"),
    figure("energy", "Énergie, source et solaire", "kWh"),
    figure("qMeasured", "q mesuré", "kWh/m³"),
    figure("q", "q du contrat", "kWh/m³"),
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={report.rows}
      rowKey={({ month }) => month}
      foot={
        <tr>
          <th scope="row">Été</th>
          <td colSpan={3}></td>
          <td class="number">{formatNumber(report.qMeasured)}</td>
          <td></td>
        </tr>
      }
    />
  );
}
