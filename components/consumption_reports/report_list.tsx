import { Status } from "@/components/page/Page.tsx";
import { fileColumn, rounded, textColumn } from "@/components/tables/columns.tsx";
import { type TableColumn, TotalRow } from "@/components/tables/DataTable.tsx";
import type { List } from "@/components/tables/list.ts";
import {
  isCostDoubtful,
  itemOfKind,
  type ReportKind,
  type ReportLine,
  reportStates,
  reportTotals,
} from "@/lib/domain/consumption_reports/report_list.ts";
import type { ConsumptionItem } from "@/lib/domain/consumption_reports/types.ts";
import { floorText } from "@/lib/domain/housing/floors.ts";
import { floorChoices } from "@/lib/domain/housing/house_list.ts";
import { wholePercentOf } from "@/lib/domain/numbers/percent.ts";
import { CENTS } from "@/lib/domain/numbers/round.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import { KIND_LABELS } from "@/lib/text/consumption_reports/kinds.ts";
import {
  doubtfulKindsText,
  MEAN_ROW,
  NO_REPORT,
  reportStateLabel,
} from "@/lib/text/consumption_reports/report_list.ts";
import { CONSUMPTION_STATUS_LABELS } from "@/lib/text/consumption_reports/running_month.ts";
import { changeText, REMARKS } from "@/lib/text/consumption_reports/sheet_table.ts";
import { formatNumber, formatPercent } from "@/lib/text/format/numbers.ts";
import { floorLabel, HOUSE_LABELS } from "@/lib/text/housing/housing.ts";
import { DOUBTFUL, withDoubt } from "@/lib/text/series/doubtful.ts";
import { houseTicks } from "./ReportOrder.tsx";

interface ReportListOptions {
  readonly project: { readonly id: string; readonly name: string };
  readonly month: IsoMonth;
  /** Every dwelling of the month. */
  readonly lines: readonly ReportLine[];
  readonly kinds: readonly ReportKind[];
  /** The means of the residence; null when no figure has enough dwellings. */
  readonly mean: ReportLine | null;
  /** A refused order, whose selection is kept. */
  readonly shown: ShownForm | null;
}

/** The month of every dwelling, each linked to its report. @spec reports.month-list */
export function reportList(
  { project: { id: projectId, name: projectName }, month, lines, kinds, mean, shown }:
    ReportListOptions,
): List<ReportLine> {
  return {
    title: PAGE_NAMES.consumptionReports,
    path: links.consumptionReports(projectId, month),
    fileName: `${PAGE_NAMES.consumptionReports} ${projectName} ${month}.csv`,
    columns: [
      textColumn("name", "Logement", ({ name }) => name, {
        cell: ({ id, name, isShared }) => (
          <>
            <a href={links.consumptionReport({ projectId, houseId: id, month })}>{name}</a>
            {isShared && <small class="slot-mark">mois partagé</small>}
          </>
        ),
      }),
      ...kinds.map(kindColumn),
      {
        field: "cost",
        label: "Coût",
        unit: "€",
        number: true,
        cell: ({ totalCost, items }) => (
          <>
            {formatNumber(totalCost, 2, 2)}
            {isCostDoubtful(items) && <small class="slot-mark">{DOUBTFUL}</small>}
          </>
        ),
        value: ({ totalCost }) => rounded(totalCost, CENTS),
        sort: ({ totalCost }) => totalCost,
      },
      {
        field: "completeness",
        label: "Relevé",
        number: true,
        cell: (line) => formatPercent(readPercent(line), 0),
        value: readPercent,
        sort: ({ completeness }) => completeness,
      },
      houseTicks(shown),
      fileColumn(REMARKS, ({ items }) => doubtfulKindsText(items)),
    ],
    filters: [
      { field: "state", label: "État", value: reportStates, text: reportStateLabel, least: 2 },
      {
        field: "floor",
        label: HOUSE_LABELS.floor,
        value: ({ floor }) => floorText(floor),
        options: floorChoices(lines, floorLabel),
        least: 2,
      },
    ],
    words: ({ name }) => [name],
    // Within the limit of page weight.
    pageSize: 15,
    noun: "logement",
    nothing: "Aucun logement trouvé",
    icon: "house",
    empty: { title: NO_REPORT.title, text: NO_REPORT.next, icon: "house" },
    wide: true,
    foot: (lines) => <ReportFoot {...{ lines, kinds, mean }} />,
  };
}

function readPercent({ completeness }: ReportLine): number | null {
  return completeness === null ? null : wholePercentOf(completeness);
}

function kindColumn({ kind, unit }: ReportKind): TableColumn<ReportLine> {
  const valueOf = (line: ReportLine) => itemOfKind(line, kind)?.value ?? null;
  return {
    field: kind,
    label: KIND_LABELS[kind],
    unit,
    number: true,
    cell: (line) => <ItemCell item={itemOfKind(line, kind)} />,
    value: (line) => rounded(valueOf(line), 1),
    sort: valueOf,
  };
}

function ItemCell({ item }: { item: ConsumptionItem | undefined }) {
  // On the first of a month, the projection is compared with the year before, and no value is shown yet.
  if (item === undefined || item.value === null) return null;
  const change = changeText(item);
  return (
    <>
      {formatNumber(item.value, 1, 1)}
      {item.doubtful && <small class="slot-mark">{DOUBTFUL}</small>}
      {item.status === "bad"
        ? <Status tone="bad" label={change || CONSUMPTION_STATUS_LABELS.bad} />
        : change !== "" && <small class="slot-mark">{change}</small>}
    </>
  );
}

function ReportFoot(
  { lines, kinds, mean }: {
    lines: readonly ReportLine[];
    kinds: readonly ReportKind[];
    mean: ReportLine | null;
  },
) {
  const totals = reportTotals(lines, kinds);
  const figures = (values: readonly (number | null)[], doubtful: readonly boolean[] = []) =>
    values.map((value, rank) => withDoubt(formatNumber(value, 1, 1), doubtful[rank]));
  const cost = withDoubt(formatNumber(totals.cost, 2, 2), totals.isCostDoubtful);
  const means = mean && kinds.map(({ kind }) => itemOfKind(mean, kind)?.value ?? null);
  return (
    <>
      {means && <TotalRow label={MEAN_ROW} cells={[...figures(means), ...AFTER]} />}
      <TotalRow
        label="Total de la liste"
        cells={[...figures(totals.byKind, totals.doubtfulKinds), cost, ...AFTER.slice(1)]}
      />
    </>
  );
}

/** The columns after those of the kinds: cost, completeness, checkbox. */
const AFTER = [null, null, null];
