import { RangeTable } from "@/components/series/RangeTable.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import { filteredRangeRows, rangeTotals } from "@/lib/domain/series/range_rows.ts";
import { paginated } from "@/lib/domain/tables/paginate.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import type { TwoYears } from "@/lib/pages/series/series_page.ts";
import { rhythmNote } from "@/lib/text/series/series.ts";

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
