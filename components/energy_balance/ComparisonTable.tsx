import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { linkColumn, textColumn } from "@/components/tables/columns.tsx";
import type { ComparisonLine } from "@/lib/domain/energy_balance/comparison.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { COMPARISON_FIGURES } from "@/lib/text/energy_balance/comparison.ts";
import { formatNumber, formatQuantity } from "@/lib/text/format/numbers.ts";
import { GapBadge } from "./GapBadge.tsx";

interface ComparisonTableProps {
  caption: string;
  lines: readonly ComparisonLine[];
  /** The boiler room of the previous page. */
  from: ComparisonLine | undefined;
  hrefOf(line: ComparisonLine): string;
  sorting: { path: string; state: TableState };
}

/** Days are under their gap, so that the table fits a window of 1280 pixels. */
const SHOWN_FIGURES = COMPARISON_FIGURES.filter(({ field }) => field !== "days");

/** The boiler rooms visible to the user, side by side over a year (B §2 "Comparaison"). */
export function ComparisonTable({ caption, lines, from, hrefOf, sorting }: ComparisonTableProps) {
  const columns: TableColumn<ComparisonLine>[] = [
    textColumn("project", "Résidence", (line) => line.projectName),
    linkColumn("boilerRoom", "Chaufferie", (line) => line.boilerRoomName, hrefOf),
    ...SHOWN_FIGURES.map(({ field, label, unit, decimals, value }) => ({
      field,
      label,
      unit,
      number: true,
      cell: (line: ComparisonLine) =>
        field === "gap" ? <LineGap line={line} /> : formatNumber(value(line), decimals, decimals),
    })),
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={lines}
      rowKey={(line) => `${line.projectId}/${line.boilerRoomId}`}
      isCurrent={(line) => line === from}
      sorting={sorting}
      wide
    />
  );
}

function LineGap({ line: { cumulative } }: { line: ComparisonLine }) {
  const percent = cumulative?.rate.percent ?? null;
  if (cumulative === null || percent === null) return null;
  return (
    <>
      <GapBadge percent={percent} status={cumulative.status} />
      <small class="slot-mark">
        sur {formatQuantity(cumulative.comparedDayCount, "j", 0)}
      </small>
    </>
  );
}
