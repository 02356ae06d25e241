import { TableRegion } from "@/components/tables/TableRegion.tsx";
import {
  BALANCE_COLUMNS,
  type BalanceColumnId,
  screenColumnIds,
} from "@/lib/domain/energy_balance/columns.ts";
import { SOURCE_KINDS } from "@/lib/domain/energy_balance/settings/source_kinds.ts";
import type { BalanceFigures, SourceKind, YearReport } from "@/lib/domain/energy_balance/types.ts";
import { wholePercentOf } from "@/lib/domain/numbers/percent.ts";
import {
  BALANCE_LABELS,
  type MonthNote,
  monthNotes,
} from "@/lib/text/energy_balance/energy_balance.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { GapBadge } from "./GapBadge.tsx";

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
          {columns.map((id) => <th key={id} scope="col" class="number">{UNITS[id]}</th>)}
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

function NoteMark({ month, notes }: { month: string; notes: readonly MonthNote[] }) {
  const rank = notes.findIndex(({ months }) => months.includes(month)) + 1;
  if (rank === 0) return null;
  return (
    <sup>
      <a href={`#note-${rank}`} aria-label={`Note ${rank}`}>{rank}</a>
    </sup>
  );
}

function Figures({ row, columns }: { row: BalanceFigures; columns: readonly BalanceColumnId[] }) {
  return (
    <>
      {columns.map((id) => (
        <td key={id} class="number">
          {id === "gap"
            ? <GapBadge percent={row.rate.percent} status={row.status} />
            : figureText(BALANCE_COLUMNS[id](row), UNITS[id])}
        </td>
      ))}
      <td class="number soft">{formatNumber(wholePercentOf(row.completeness))}</td>
    </>
  );
}

function figureText(figure: number | null, unit: string): string {
  const decimals = WHOLE_UNITS.includes(unit) ? 0 : 1;
  return formatNumber(figure, decimals, decimals);
}

interface BalanceHeadGroup {
  readonly label: string;
  readonly columns: readonly BalanceColumnId[];
}

const UNITS: Readonly<Record<BalanceColumnId, string>> = {
  "source-volume": "m³",
  "source-mass": "kg",
  "source-energy": "kWh",
  "dju": "°C·j",
  "hot-water-volume": "m³",
  "hot-water-energy": "kWh",
  "hot-water-daily": "L/j/pers",
  "solar-energy": "kWh",
  "solar-percent": "%",
  "heating-total": "kWh",
  "heating-per-area-dju": "Wh/m²/\u200BDJU",
  "target-total": "kWh",
  "target-per-area-dju": "Wh/m²/\u200BDJU",
  "gap": "%",
};

/** Units shown without decimals: a tenth is below the precision of a meter. */
const WHOLE_UNITS: readonly string[] = ["kWh", "m³", "kg"];

const SOURCE_LABELS = { gaz: "Conso gaz", urban: "Chauffage urbain", wood: "Conso bois" } as const;

const GROUPS: readonly (readonly [label: string, prefix: string])[] = [
  ["DJU", "dju"],
  ["Conso ECS", "hot-water-"],
  ["Production ECS solaire", "solar-"],
  ["Conso chauffage NC", "heating-"],
  ["Objectif chauffage N'B", "target-"],
  ["Écart", "gap"],
];

/** The heads of the table, named after the energy source of the boiler room (domain §2 A21). */
function balanceHeads(kind: SourceKind): readonly BalanceHeadGroup[] {
  const ids = screenColumnIds(kind);
  const group = ([label, prefix]: readonly [string, string]) => ({
    label,
    columns: ids.filter((id) => id.startsWith(prefix)),
  });
  return [group([SOURCE_LABELS[SOURCE_KINDS[kind].fuel], "source-"]), ...GROUPS.map(group)];
}
