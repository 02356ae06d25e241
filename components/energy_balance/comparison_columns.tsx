import type { ComparisonLine } from "../../lib/domain/energy_balance/comparison.ts";
import type { BalanceFigures } from "../../lib/domain/energy_balance/types.ts";
import type { SortValue } from "../../lib/domain/tables/sort.ts";
import type { CsvColumn } from "../../lib/domain/tables/csv.ts";
import { round } from "../../lib/domain/numbers/round.ts";
import { GAP_STATUS_LABELS } from "../../lib/text/energy_balance.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import type { TableColumn } from "../tables/DataTable.tsx";
import { GapBadge } from "./GapBadge.tsx";

/** A figure of the comparison: one column of the table, of its sort and of its file. */
interface ComparisonFigure {
  readonly field: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: 0 | 1;
  value(line: ComparisonLine): number | null;
}

const FIGURES: readonly ComparisonFigure[] = [
  figure("dju", "DJU", "°C·j", 0, (row) => row.dju),
  figure("nc", "Conso NC", "kWh", 0, (row) => row.heating.total),
  figure("target", "Objectif N'B", "kWh", 0, (row) => row.target.total),
  figure("ncPerArea", "Conso NC", "Wh/m²/DJU", 1, (row) => row.heating.perAreaDju),
  figure("targetPerArea", "Objectif N'B", "Wh/m²/DJU", 1, (row) => row.target.perAreaDju),
];

const GAP = figure("gap", "Écart", "%", 1, (row) => row.rate.percent);
const DATA = figure("data", "Données", "%", 0, (row) => Math.floor(row.completeness * 100));

/** What the lines are sorted by, column by column. */
export const COMPARISON_SORT: Readonly<Record<string, (line: ComparisonLine) => SortValue>> = {
  project: (line) => [line.projectName, line.boilerRoomName],
  boilerRoom: (line) => line.boilerRoomName,
  ...Object.fromEntries([...FIGURES, GAP, DATA].map(({ field, value }) => [field, value])),
};

/** The columns of the file: those of the table, units in the heads, the gap's status in words. */
export const COMPARISON_CSV: readonly CsvColumn<ComparisonLine>[] = [
  { header: "Résidence", value: (line) => line.projectName },
  { header: "Chaufferie", value: (line) => line.boilerRoomName },
  ...[...FIGURES, GAP, DATA].map(csvColumn),
  {
    header: "État",
    value: ({ cumulative }) => cumulative?.status ? GAP_STATUS_LABELS[cumulative.status] : null,
  },
];

/**
 * The columns of the table.
 *
 * @param href leads to a line's own balance
 */
export function comparisonColumns(
  href: (line: ComparisonLine) => string,
): readonly TableColumn<ComparisonLine>[] {
  return [
    { field: "project", label: "Résidence", cell: (line) => line.projectName },
    {
      field: "boilerRoom",
      label: "Chaufferie",
      cell: (line) => <a href={href(line)}>{line.boilerRoomName}</a>,
    },
    ...FIGURES.map(tableColumn),
    {
      field: "gap",
      label: "Écart",
      unit: "%",
      number: true,
      cell: ({ cumulative }) => (
        <GapBadge percent={cumulative?.rate.percent ?? null} status={cumulative?.status ?? null} />
      ),
    },
    tableColumn(DATA),
  ];
}

function tableColumn(
  { field, label, unit, decimals, value }: ComparisonFigure,
): TableColumn<ComparisonLine> {
  return { field, label, unit, number: true, cell: (line) => formatNumber(value(line), decimals) };
}

function csvColumn({ label, unit, decimals, value }: ComparisonFigure): CsvColumn<ComparisonLine> {
  return {
    header: `${label} (${unit})`,
    value(line) {
      const figure = value(line);
      return figure === null ? null : round(figure, decimals);
    },
  };
}

function figure(
  field: string,
  label: string,
  unit: string,
  decimals: 0 | 1,
  value: (row: BalanceFigures) => number | null,
): ComparisonFigure {
  return {
    field,
    label,
    unit,
    decimals,
    value: ({ cumulative }) => cumulative && value(cumulative),
  };
}
