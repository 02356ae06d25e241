import type { SolarEstimation } from "../../lib/domain/facilities/types.ts";
import { quotient } from "../../lib/domain/energy_balance/sums.ts";
import { knownTotal } from "../../lib/domain/series/statistics.ts";
import { formatLongDay } from "../../lib/text/dates.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";
import { figureColumn } from "../tables/figure_column.ts";

type SolarDay = SolarEstimation["days"][number];

/** What the sun gave each day beside what it should have given. */
export function SolarTable({ caption, days }: { caption: string; days: readonly SolarDay[] }) {
  const columns: TableColumn<SolarDay>[] = [
    { field: "date", label: "Jour", unbroken: true, cell: ({ date }) => formatLongDay(date) },
    figureColumn(days, "measuredKWh", { label: "Mesurée", unit: "kWh" }),
    figureColumn(days, "estimatedKWh", { label: "Attendue", unit: "kWh" }),
    {
      field: "share",
      label: "Mesurée / attendue",
      unit: "%",
      number: true,
      cell: ({ measuredKWh, estimatedKWh }) => shareText(measuredKWh, estimatedKWh),
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={days}
      rowKey={({ date }) => date}
      foot={days.length > 1 && <TotalRow days={days} />}
    />
  );
}

function TotalRow({ days }: { days: readonly SolarDay[] }) {
  const measured = knownTotal(days.map(({ measuredKWh }) => measuredKWh));
  const estimated = knownTotal(days.map(({ estimatedKWh }) => estimatedKWh));
  return (
    <tr>
      <th scope="row">Total</th>
      <td class="number">{formatNumber(measured)}</td>
      <td class="number">{formatNumber(estimated)}</td>
      <td class="number">{shareText(measured, estimated)}</td>
    </tr>
  );
}

function shareText(measured: number | null, estimated: number | null): string {
  const share = quotient(measured, estimated);
  return share === null ? "" : formatNumber(100 * share, 0);
}
