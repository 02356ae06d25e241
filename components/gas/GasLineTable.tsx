import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import { numberColumn, textColumn } from "@/components/tables/columns.tsx";
import { GAS_ORDER, gasLineKey, gasTotals, gasType } from "@/lib/domain/gas/lines.ts";
import type { GasLine } from "@/lib/domain/gas/types.ts";
import { paginated } from "@/lib/domain/tables/paginate.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { GAS_OVERLAP_NOTE, GAS_TOTAL_LABELS, GAS_TYPE_LABELS } from "@/lib/text/gas.ts";

interface GasLineTableProps {
  caption: string;
  /** Lines that match the type filter, in order. */
  kept: readonly GasLine[];
  path: string;
  state: TableState;
}

/** The published months of a year, or three weeks of gas days: ten columns make many cells. */
const PAGE_SIZE = 20;
/** Coefficients have more decimals than the figures of other tables. */
const COEFFICIENT_DECIMALS = 4;

/** The lines of a delivery point's year, with the totals of each type (B §2). */
export function GasLineTable({ caption, kept, path, state }: GasLineTableProps) {
  const page = paginated(kept, state.page, PAGE_SIZE);
  return (
    <>
      <DataTable
        caption={caption}
        columns={GAS_LINE_COLUMNS}
        rows={page.rows}
        rowKey={gasLineKey}
        sorting={{ path, state: { ...state, sort: state.sort ?? GAS_ORDER } }}
        wide
        foot={<GasTotals lines={kept} />}
      />
      <TableFoot path={path} state={state} page={page} />
    </>
  );
}

/** Totals of both types of lines, which are of the same gas and not added. */
function GasTotals({ lines }: { lines: readonly GasLine[] }) {
  return (
    <>
      {gasTotals(lines).map(({ type, volume, energy, hasOverlap }) => (
        <tr key={type}>
          <th scope="row" colSpan={5}>
            {GAS_TOTAL_LABELS[type]}
            {hasOverlap && <small class="slot-mark">{GAS_OVERLAP_NOTE}</small>}
          </th>
          <td class="number">{formatNumber(volume)}</td>
          <td class="number">{formatNumber(energy)}</td>
          <td colSpan={3} />
        </tr>
      ))}
    </>
  );
}

/** The columns of the specification, in its order, on the page and in the file. @spec gas.lines */
export const GAS_LINE_COLUMNS: readonly TableColumn<GasLine>[] = [
  textColumn("type", "Type", (line) => GAS_TYPE_LABELS[gasType(line)]),
  day("fromDate", "Du"),
  day("toDate", "Au"),
  figure("fromIndex", "Index de début", "m³"),
  figure("toIndex", "Index de fin", "m³"),
  figure("volume", "Volume", "m³"),
  figure("energy", "Énergie", "kWh"),
  figure("factorPta", "PTA", "", COEFFICIENT_DECIMALS),
  figure("factorPcs", "PCS", "", COEFFICIENT_DECIMALS),
  figure("factorConversion", "Conversion", "", COEFFICIENT_DECIMALS),
];

function day(field: "fromDate" | "toDate", label: string): TableColumn<GasLine> {
  return { ...textColumn(field, label, (line) => formatDay(line[field])), number: true };
}

type Figure =
  | "fromIndex"
  | "toIndex"
  | "volume"
  | "energy"
  | "factorPta"
  | "factorPcs"
  | "factorConversion";

function figure(field: Figure, label: string, unit: string, decimals = 1): TableColumn<GasLine> {
  const head = { field, label, ...unit !== "" && { unit } };
  return numberColumn(head, (line) => line[field], decimals);
}
