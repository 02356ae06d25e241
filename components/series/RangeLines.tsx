import { figureColumn, numberColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn, TableFoot } from "@/components/ui/DataTable.tsx";
import { Status, type Tone } from "@/components/ui/Page.tsx";
import type { PeriodChoices } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { wholePercentOf } from "@/lib/base/rounding.ts";
import { columnDecimals, formatNumber } from "@/lib/base/text_format.ts";
import { rangeLabel } from "@/lib/base/text_periods.ts";
import type { TwoYears } from "@/lib/series/pages.ts";
import {
  filteredRangeRows,
  type RangeRow,
  type RangeTotals,
  rangeTotals,
  type RowState,
} from "@/lib/series/range_rows.ts";
import { BEFORE_DOUBTFUL, rhythmNote, ROW_STATE_LABELS, withDoubt } from "@/lib/series/text.ts";
import { paginated } from "@/lib/ui/pagination.ts";
import type { TableState } from "@/lib/ui/tables.ts";
import { slotColumn, SlotNotes } from "./slot_columns.tsx";

export interface RangeLinesProps {
  name: string;
  isSum: boolean;
  choices: PeriodChoices;
  years: TwoYears;
  table: TableState;
  path: string;
  hrefOf(to: PeriodRange): string;
}

/** Page size of all but five minutes: a month of days and a day of hours are on one page. */
const PAGE_SIZE = 31;

/** Two hours. */
const FIVE_MINUTES_PAGE_SIZE = 24;

/** The lines of a range that match the filters, page by page, with their total and their file. */
export function RangeLines(props: RangeLinesProps) {
  const { name, isSum, years, table, path } = props;
  const filtered = filteredRangeRows(years.rows, table);
  const pageSize = years.range.type === "fivemin" ? FIVE_MINUTES_PAGE_SIZE : PAGE_SIZE;
  const shown = paginated(filtered, table.page, pageSize);
  const columns = columnsOf(props, filtered);
  const fields = columns.map(({ field }) => field);
  const note = rhythmNote(years.rhythm);
  return (
    <>
      <div data-live="range">
        <DataTable
          caption={`${name}, ${years.drawn.names.now}`}
          columns={columns}
          rows={shown.rows}
          sorting={{ path, state: table }}
          foot={filtered.length > 1 && (
            <TotalRows
              {...{ isSum, fields }}
              rows={filtered}
              totals={rangeTotals(filtered, isSum)}
            />
          )}
        />
      </div>
      {note !== undefined && <p class="soft">{`${note}.`}</p>}
      <TableFoot path={path} state={table} page={shown} />
    </>
  );
}

/**
 * The slots of a range with their readings, and those of the year before; each links to a finer range.
 *
 * @param rows the rows of all pages: each has the same decimals
 */
function columnsOf(
  { isSum, choices, years: { unit, range, before }, hrefOf }: RangeLinesProps,
  rows: readonly RangeRow[],
) {
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
    numberColumn("completeness", "Complétude", ({ completeness }) => wholePercentOf(completeness), {
      unit: "%",
      most: 0,
    }),
    {
      field: "state",
      label: "État",
      cell: (row) => <RowStatus row={row} hasBefore={before !== null} />,
    },
  );
  return columns;
}

const STATE_TONES: Readonly<Record<Exclude<RowState, "complete">, Tone>> = {
  partial: "bad",
  doubtful: "bad",
  estimated: "info",
  covered: "good",
  awaited: "info",
  missing: "info",
};

/** The state of a line; a complete one is a word only, so that the others stand out. */
function RowStatus({ row, hasBefore }: { row: RangeRow; hasBefore: boolean }) {
  const label = ROW_STATE_LABELS[row.state];
  return (
    <>
      {row.state === "complete" ? label : <Status tone={STATE_TONES[row.state]} label={label} />}
      {row.isBeforeDoubtful && hasBefore && <small class="slot-mark">{BEFORE_DOUBTFUL}</small>}
      <SlotNotes slot={row} />
    </>
  );
}

interface TotalRowsProps {
  isSum: boolean;
  rows: readonly RangeRow[];
  totals: RangeTotals;
  fields: readonly string[];
}

/** The total, and that of the slots known in both years. */
function TotalRows({ isSum, rows, totals, fields }: TotalRowsProps) {
  const { compared, completeness } = totals;
  const written = (field: "value" | "min" | "max" | "before", total: number | null) =>
    formatNumber(total, 1, columnDecimals(rows.map((row) => row[field])));
  const whole = {
    slot: isSum ? "Total" : "Ensemble",
    value: withDoubt(written("value", totals.value), totals.doubtful),
    min: written("min", totals.min),
    max: written("max", totals.max),
    before: written("before", totals.before),
    completeness: formatNumber(wholePercentOf(completeness)),
  };
  if (compared === null) return <FootRow fields={fields} cells={whole} />;
  const shared = {
    slot: "Périodes comparables",
    value: written("value", compared.value),
    before: written("before", compared.before),
  };
  return (
    <>
      <FootRow fields={fields} cells={whole} />
      <FootRow fields={fields} cells={shared} />
    </>
  );
}

function FootRow(
  { fields, cells }: { fields: readonly string[]; cells: Readonly<Record<string, string>> },
) {
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
