import { Status } from "@/components/page/Status.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { TotalRow } from "@/components/tables/TotalRow.tsx";
import {
  itemOfKind,
  type ReportKind,
  type ReportLine,
  reportTotals,
} from "@/lib/domain/consumption_reports/report_list.ts";
import { wholePercent } from "@/lib/domain/consumption_reports/running_month.ts";
import type { ConsumptionItem } from "@/lib/domain/consumption_reports/types.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import { KIND_LABELS } from "@/lib/text/consumption_reports/kinds.ts";
import { MEAN_ROW } from "@/lib/text/consumption_reports/report_list.ts";
import { CONSUMPTION_STATUS_LABELS } from "@/lib/text/consumption_reports/running_month.ts";
import { changeText } from "@/lib/text/consumption_reports/sheet_table.ts";
import { formatNumber, formatPercent } from "@/lib/text/format/numbers.ts";

/** Columns of a month's reports: each dwelling links to its report. */
export function reportColumns(
  kinds: readonly ReportKind[],
  hrefOf: (houseId: string) => string,
): TableColumn<ReportLine>[] {
  return [
    {
      field: "name",
      label: "Logement",
      cell: ({ id, name, isShared }) => (
        <>
          <a href={hrefOf(id)}>{name}</a>
          {isShared && <small class="slot-mark">mois partagé</small>}
        </>
      ),
      value: ({ name }) => name,
    },
    ...kinds.map(kindColumn),
    {
      field: "cost",
      label: "Coût",
      unit: "€",
      number: true,
      cell: ({ totalCost }) => formatNumber(totalCost, 2, 2),
      value: ({ totalCost }) => totalCost === null ? null : round(totalCost, 2),
    },
    {
      field: "completeness",
      label: "Relevé",
      number: true,
      cell: (line) => formatPercent(readPercent(line), 0),
      value: readPercent,
    },
  ];
}

function readPercent({ completeness }: ReportLine): number | null {
  return completeness === null ? null : wholePercent(100 * completeness);
}

function kindColumn({ kind, unit }: ReportKind): TableColumn<ReportLine> {
  return {
    field: kind,
    label: KIND_LABELS[kind],
    unit,
    number: true,
    cell: (line) => <ItemCell item={itemOfKind(line, kind)} />,
    value: (line) => {
      const value = itemOfKind(line, kind)?.value ?? null;
      return value === null ? null : round(value, 1);
    },
  };
}

function ItemCell({ item }: { item: ConsumptionItem | undefined }) {
  if (item === undefined) return null;
  const change = changeText(item);
  return (
    <>
      {formatNumber(item.value, 1, 1)}
      {item.status === "bad"
        ? <Status tone="bad" label={change || CONSUMPTION_STATUS_LABELS.bad} />
        : change !== "" && <small class="slot-mark">{change}</small>}
    </>
  );
}

/** Foot of the list: means of the residence and totals. */
export function ReportFoot(
  { lines, kinds, mean }: {
    lines: readonly ReportLine[];
    kinds: readonly ReportKind[];
    mean: ReportLine | null;
  },
) {
  const totals = reportTotals(lines, kinds);
  const figures = (values: readonly (number | null)[]) =>
    values.map((value) => formatNumber(value, 1, 1));
  const means = mean && kinds.map(({ kind }) => itemOfKind(mean, kind)?.value ?? null);
  return (
    <>
      {means && <TotalRow label={MEAN_ROW} cells={[...figures(means), ...AFTER]} />}
      <TotalRow
        label="Total de la liste"
        cells={[...figures(totals.byKind), formatNumber(totals.cost, 2, 2), ...AFTER.slice(1)]}
      />
    </>
  );
}

/** The columns after those of the kinds: cost, completeness, checkbox. */
const AFTER = [null, null, null];
