import { Status, type Tone } from "@/components/page/Page.tsx";
import { SlotNotes } from "@/components/series/SlotNotes.tsx";
import { figureColumn, numberColumn, slotColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import {
  filteredRangeRows,
  type RangeRow,
  type RangeTotals,
  rangeTotals,
  type RowState,
} from "@/lib/domain/series/range_rows.ts";
import { paginated } from "@/lib/domain/tables/paginate.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import type { TwoYears } from "@/lib/pages/series/series_page.ts";
import { columnDecimals, formatNumber } from "@/lib/text/format/numbers.ts";
import { rangeLabel } from "@/lib/text/periods.ts";
import { rhythmNote, ROW_STATE_LABELS } from "@/lib/text/series/series.ts";

export interface RangeLinesProps {
  name: string;
  isSum: boolean;
  choices: PeriodChoices;
  years: TwoYears;
  table: TableState;
  path: string;
  hrefOf(to: PeriodRange): string;
}

/** Page size: five hours of five minutes; a year of weeks, a month of days and a day of hours are on one page. */
const PAGE_SIZE = 60;

/** The lines of a range that match the filters, page by page, with their total and their file. */
export function RangeLines(props: RangeLinesProps) {
  const { name, isSum, choices, years, table, path, hrefOf } = props;
  const { rows, unit, range, before, drawn, rhythm } = years;
  const kept = filteredRangeRows(rows, table);
  const shown = paginated(kept, table.page, PAGE_SIZE);
  const note = rhythmNote(rhythm);
  return (
    <>
      <div data-live="range">
        <RangeTable
          caption={`${name}, ${drawn.names.now}`}
          {...{ unit, isSum, range, before, choices, hrefOf }}
          rows={shown.rows}
          totals={rangeTotals(kept, isSum)}
          sorting={{ path, state: table }}
        />
      </div>
      {note !== undefined && <p class="soft">{`${note}.`}</p>}
      <TableFoot path={path} state={table} page={shown} />
    </>
  );
}

interface RangeTableProps {
  caption: string;
  unit: string;
  isSum: boolean;
  range: PeriodRange;
  /** The range a year before; null when there is none. */
  before: PeriodRange | null;
  choices: PeriodChoices;
  rows: readonly RangeRow[];
  totals: RangeTotals;
  sorting: { path: string; state: TableState };
  hrefOf(to: PeriodRange): string;
}

/** The slots of a range with their readings, and those of the year before; each links to a finer range. */
function RangeTable(props: RangeTableProps) {
  const { caption, rows, sorting } = props;
  const columns = columnsOf(props);
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      sorting={sorting}
      foot={rows.length > 1 && <TotalRows {...props} fields={columns.map(({ field }) => field)} />}
    />
  );
}

function columnsOf({ unit, isSum, range, before, rows, choices, hrefOf }: RangeTableProps) {
  const figure = (field: "value" | "min" | "max" | "before", label: string) =>
    figureColumn(rows, field, { label, unit });
  const columns: TableColumn<RangeRow>[] = [
    slotColumn({ range, choices, hrefOf }),
    figure("value", isSum ? rangeLabel(range) : "Moyenne"),
  ];
  if (!isSum) columns.push(figure("min", "Minimum"), figure("max", "Maximum"));
  if (before !== null) {
    columns.push(figure("before", isSum ? rangeLabel(before) : `Moyenne, ${rangeLabel(before)}`));
  }
  columns.push(
    numberColumn(
      { field: "completeness", label: "Complétude", unit: "%" },
      ({ completeness }) => 100 * completeness,
      0,
    ),
    { field: "state", label: "État", cell: (row) => <RowStatus row={row} /> },
  );
  return columns;
}

const STATE_TONES: Readonly<Record<RowState, Tone>> = {
  complete: "good",
  partial: "bad",
  estimated: "info",
  covered: "good",
  awaited: "info",
  missing: "info",
};

function RowStatus({ row }: { row: RangeRow }) {
  return (
    <>
      <Status tone={STATE_TONES[row.state]} label={ROW_STATE_LABELS[row.state]} />
      <SlotNotes slot={row} />
    </>
  );
}

type FootProps = RangeTableProps & { fields: readonly string[] };

/** The total, and that of the slots known in both years. */
function TotalRows(props: FootProps) {
  const { isSum, rows, totals } = props;
  const { compared, completeness } = totals;
  const written = (field: "value" | "min" | "max" | "before", total: number | null) =>
    formatNumber(total, 1, columnDecimals(rows.map((row) => row[field])));
  const whole = {
    slot: isSum ? "Total" : "Ensemble",
    value: written("value", totals.value),
    min: written("min", totals.min),
    max: written("max", totals.max),
    before: written("before", totals.before),
    completeness: formatNumber(100 * completeness, 0),
  };
  if (compared === null) return <FootRow {...props} cells={whole} />;
  const shared = {
    slot: "Périodes comparables",
    value: written("value", compared.value),
    before: written("before", compared.before),
  };
  return (
    <>
      <FootRow {...props} cells={whole} />
      <FootRow {...props} cells={shared} />
    </>
  );
}

function FootRow({ fields, cells }: FootProps & { cells: Readonly<Record<string, string>> }) {
  return (
    <tr>
      {fields.map((field) =>
        field === "slot"
          ? <th key={field} scope="row">{cells[field]}</th>
          : <td key={field} class={field === "state" ? undefined : "number"}>{cells[field]}</td>
      )}
    </tr>
  );
}
