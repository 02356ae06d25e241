/** Columns of the comparison of boiler rooms, and its limits. @module */

import { fileColumn, linkColumn, rounded, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import {
  BALANCE_LIMITS,
  changeText,
  COMPARISON_FIGURES,
  dataText,
  rankText,
} from "@/lib/energy_balance/comparison_text.ts";
import type { PortfolioRanks } from "@/lib/energy_balance/portfolio_ranks.ts";
import type { ComparisonLine } from "@/lib/energy_balance/schema.ts";
import { GAP_STATUS_LABELS } from "@/lib/energy_balance/text.ts";
import { GapBadge } from "./BalanceTable.tsx";

/** Limits of the method. */
export function BalanceLimits() {
  return (
    <details class="balance-notes">
      <summary>Les limites de ce bilan</summary>
      <ul>{BALANCE_LIMITS.map((limit) => <li key={limit}>{limit}</li>)}</ul>
    </details>
  );
}

/** The boiler rooms visible to the user, side by side over a year (B §2 "Comparaison"). */
export function comparisonColumns(
  hrefOf: (line: ComparisonLine) => string,
  ranks: PortfolioRanks,
  costs: ReadonlyMap<string, number | null> = new Map(),
): TableColumn<ComparisonLine>[] {
  return [
    textColumn("project", "Résidence", (line) => line.projectName, {
      sort: (line) => [line.projectName, line.boilerRoomName],
    }),
    linkColumn("boilerRoom", "Chaufferie", (line) => line.boilerRoomName, hrefOf),
    ...COMPARISON_FIGURES.map(
      ({ decimals, value, ranked, fileOnly, ...head }): TableColumn<ComparisonLine> => ({
        ...head,
        number: true,
        verdict: head.field === "gap",
        ...!fileOnly && {
          cell: (line) => {
            if (head.field === "gap") return <LineGap line={line} />;
            if (head.field === "equalWeather") {
              return line.equalWeather && changeText(line.equalWeather.percent);
            }
            const rank = ranked && ranks[line.boilerRoomId]?.[ranked];
            const mark = rank ? rankText(rank) : head.field === "nc" ? dataText(line) : "";
            return (
              <>
                {formatNumber(value(line), decimals, decimals)}
                {mark && <small class="slot-mark">{mark}</small>}
              </>
            );
          },
        },
        value: (line) => rounded(value(line), decimals),
        sort: value,
      }),
    ),
    costColumn(ranks, costs),
    fileColumn(
      "État",
      ({ cumulative }) => cumulative?.status ? GAP_STATUS_LABELS[cumulative.status] : null,
    ),
  ];
}

/** Estimated cost by m², with its rank. @spec prices.by-area */
function costColumn(
  ranks: PortfolioRanks,
  costs: ReadonlyMap<string, number | null>,
): TableColumn<ComparisonLine> {
  const value = ({ boilerRoomId }: ComparisonLine) => costs.get(boilerRoomId) ?? null;
  return {
    field: "euros",
    label: "Coût",
    unit: "€/m²",
    number: true,
    cell: (line) => {
      const rank = ranks[line.boilerRoomId]?.eurosPerM2;
      return (
        <>
          {formatNumber(value(line), 2, 2)}
          {rank && <small class="slot-mark">{rankText(rank).split(",")[0]}</small>}
        </>
      );
    },
    value,
    sort: value,
  };
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
