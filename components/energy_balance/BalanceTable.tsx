import { TableRegion } from "@/components/tables/TableRegion.tsx";
import { BALANCE_COLUMNS } from "@/lib/domain/energy_balance/columns.ts";
import type { BalanceFigures, YearReport } from "@/lib/domain/energy_balance/types.ts";
import {
  BALANCE_LABELS,
  type MonthNote,
  monthNotes,
} from "@/lib/text/energy_balance/energy_balance.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { GapBadge } from "./GapBadge.tsx";
import { type BalanceHead, balanceHeads } from "./balance_heads.ts";

/** The months of the balance and their cumulative row (B §2); nothing before the first month. */
export function BalanceTable({ report, caption }: { report: YearReport; caption: string }) {
  const { rows, cumulative } = report;
  if (cumulative === null) return null;
  const groups = balanceHeads(cumulative.source.kind);
  const columns = groups.flatMap((group) => group.columns);
  const notes = monthNotes(rows);
  return (
    <TableRegion caption={caption} class="table-box table-box-wide balance-table">
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>Mois</th>
          {groups.map(({ label, columns }) => (
            <th key={label} scope="colgroup" colSpan={columns.length} class="balance-group">
              {label}
            </th>
          ))}
          <th scope="colgroup" class="balance-group">Données</th>
        </tr>
        <tr>
          {columns.map(({ id, unit }) => <th key={id} scope="col" class="number">{unit}</th>)}
          <th scope="col" class="number">%</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.month}>
            <th scope="row">
              {BALANCE_LABELS.month(row.month)}
              <NoteMark month={row.month} notes={notes} />
            </th>
            <Figures row={row} columns={columns} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{BALANCE_LABELS.cumulative(report.period)}</th>
          <Figures row={cumulative} columns={columns} />
        </tr>
      </tfoot>
    </TableRegion>
  );
}

/** Link to the notes of a month. */
function NoteMark({ month, notes }: { month: string; notes: readonly MonthNote[] }) {
  const rank = notes.findIndex(({ months }) => months.includes(month)) + 1;
  if (rank === 0) return null;
  return (
    <sup>
      <a href={`#note-${rank}`} aria-label={`Note ${rank}`}>{rank}</a>
    </sup>
  );
}

function Figures({ row, columns }: { row: BalanceFigures; columns: readonly BalanceHead[] }) {
  return (
    <>
      {columns.map(({ id, decimals }) =>
        id === "gap"
          ? (
            <td key={id} class="number">
              <GapBadge percent={row.rate.percent} status={row.status} />
            </td>
          )
          : (
            <td key={id} class="number">
              {formatNumber(BALANCE_COLUMNS[id].figure(row), decimals, decimals)}
            </td>
          )
      )}
      <td class="number soft">{formatNumber(Math.floor(row.completeness * 100), 0)}</td>
    </>
  );
}
