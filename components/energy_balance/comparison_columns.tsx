import { fileColumn, linkColumn, rounded, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { ComparisonLine } from "@/lib/domain/energy_balance/types.ts";
import { COMPARISON_FIGURES } from "@/lib/text/energy_balance/comparison.ts";
import { GAP_STATUS_LABELS } from "@/lib/text/energy_balance/energy_balance.ts";
import { formatNumber, formatQuantity } from "@/lib/text/format/numbers.ts";
import { GapBadge } from "./GapBadge.tsx";

/** The boiler rooms visible to the user, side by side over a year (B §2 "Comparaison"). */
export function comparisonColumns(
  hrefOf: (line: ComparisonLine) => string,
): TableColumn<ComparisonLine>[] {
  return [
    textColumn("project", "Résidence", (line) => line.projectName, {
      sort: (line) => [line.projectName, line.boilerRoomName],
    }),
    linkColumn("boilerRoom", "Chaufferie", (line) => line.boilerRoomName, hrefOf),
    ...COMPARISON_FIGURES.map(({ decimals, value, ...head }): TableColumn<ComparisonLine> => ({
      ...head,
      number: true,
      // Days are under their gap, so that the table fits a window of 1280 pixels.
      ...head.field !== "days" && {
        cell: (line) =>
          head.field === "gap"
            ? <LineGap line={line} />
            : formatNumber(value(line), decimals, decimals),
      },
      value: (line) => rounded(value(line), decimals),
      sort: value,
    })),
    fileColumn(
      "État",
      ({ cumulative }) => cumulative?.status ? GAP_STATUS_LABELS[cumulative.status] : null,
    ),
  ];
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
