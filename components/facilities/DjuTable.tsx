import { djuTotal } from "../../lib/domain/facilities/dju_total.ts";
import type { DjuSlot } from "../../lib/domain/facilities/types.ts";
import type { IsoMonth } from "../../lib/domain/periods/civil_dates.ts";
import { formatMonth } from "../../lib/text/dates.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";
import { figureColumn } from "../tables/figure_column.ts";

interface DjuTableProps {
  caption: string;
  slots: readonly DjuSlot[];
  /** Address of the days of a month. */
  daysHref(month: IsoMonth): string;
}

/** DJU and mean temperature month by month, with the share of the days that are known, and their sum. */
export function DjuTable({ caption, slots, daysHref }: DjuTableProps) {
  const columns: TableColumn<DjuSlot>[] = [
    {
      field: "month",
      label: "Mois",
      unbroken: true,
      cell: ({ slot }) => <a href={daysHref(slot)}>{formatMonth(slot)}</a>,
    },
    figureColumn(slots, "dju", { label: "DJU", unit: "°C·j" }),
    figureColumn(slots, "meanC", { label: "Température moyenne", unit: "°C" }),
    {
      field: "completeness",
      label: "Jours connus",
      unit: "%",
      number: true,
      cell: ({ completeness }) => formatNumber(100 * completeness, 0),
    },
    {
      field: "origin",
      label: "Origine",
      cell: ({ dju, typed }) => dju === null ? "" : typed ? "Saisie" : "Températures",
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={slots}
      rowKey={({ slot }) => slot}
      foot={<TotalRow slots={slots} />}
    />
  );
}

function TotalRow({ slots }: Pick<DjuTableProps, "slots">) {
  const { dju, completeness } = djuTotal(slots);
  return (
    <tr>
      <th scope="row">Total</th>
      <td class="number">{formatNumber(dju)}</td>
      <td />
      <td class="number">{formatNumber(100 * completeness, 0)}</td>
      <td />
    </tr>
  );
}
