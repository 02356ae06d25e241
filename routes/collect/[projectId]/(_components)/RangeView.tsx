import { EmptyState } from "../../../../components/page/EmptyState.tsx";
import { RangeTable } from "../../../../components/series/RangeTable.tsx";
import { FilterSelect } from "../../../../components/tables/FilterSelect.tsx";
import { TableFoot } from "../../../../components/tables/TableFoot.tsx";
import { TableTools } from "../../../../components/tables/TableTools.tsx";
import LiveChart from "../../../../islands/charts/LiveChart.tsx";
import type { PeriodRange } from "../../../../lib/domain/periods/period.ts";
import type { PeriodChoices } from "../../../../lib/domain/periods/switch.ts";
import { rangeChart } from "../../../../lib/domain/series/range_chart.ts";
import {
  keptRangeRows,
  RANGE_FILTERS,
  rangeTotals,
} from "../../../../lib/domain/series/range_rows.ts";
import { filterOptions } from "../../../../lib/domain/tables/filter.ts";
import { paginated } from "../../../../lib/domain/tables/paginate.ts";
import { type TableState, writeTableState } from "../../../../lib/domain/tables/table_state.ts";
import type { DialectName } from "../../../../lib/links/links.ts";
import { formatNumber } from "../../../../lib/text/numbers.ts";
import { rowStateLabel } from "../../../../lib/text/series.ts";
import { chartMarks } from "../../../../lib/text/slot_notes.ts";
import type { TwoYears } from "../../../../lib/web/series_page.ts";

interface RangeViewProps {
  /** Name of what is measured. */
  name: string;
  isSum: boolean;
  choices: PeriodChoices;
  years: TwoYears;
  table: TableState;
  path: string;
  /** Parameters of the address that the filters keep. */
  kept?: Readonly<Record<string, string>>;
  hrefOf(to: PeriodRange): string;
  /** The file of the lines kept. */
  csvHref(dialect: DialectName, query: string): string;
}

const CHART_SIZE = { width: 1_100, height: 300 };

/** Five hours of five minutes; a year of weeks, a month of days and a day of hours stand on one page. */
const PAGE_SIZE = 60;

/** A series over a range: its chart, its table with the year before, its file. */
export function RangeView(props: RangeViewProps) {
  const { name, isSum, years, table, path, csvHref } = props;
  const { rows, unit, range, before } = years;
  const model = rangeChart({
    ...years.drawn,
    size: CHART_SIZE,
    marks: chartMarks(rows),
    isSum,
    formatValue: (value) => formatNumber(value),
  });
  if (model === null) {
    return (
      <EmptyState title="Aucun relevé sur cette période" icon="sensor">
        <p>Choisissez une autre période, ou vérifiez que le capteur envoie ses relevés.</p>
      </EmptyState>
    );
  }
  const kept = keptRangeRows(rows, table);
  const shown = paginated(kept, table.page, PAGE_SIZE);
  const query = writeTableState(table);
  return (
    <>
      <LiveChart
        model={model}
        title={`${name} (${unit})`}
        label={`${
          isSum ? "Histogramme" : "Courbe"
        } de la période ; ses valeurs sont dans le tableau.`}
        unit={unit}
      />
      <div class="stack">
        <TableTools path={path} state={table} kept={props.kept}>
          <FilterSelect
            field="state"
            label="État"
            options={filterOptions(rows, RANGE_FILTERS.state, rowStateLabel)}
            chosen={table.filters["state"]}
          />
        </TableTools>
        <div data-live="range">
          <RangeTable
            caption={`${name}, ${years.drawn.names.now}`}
            {...{ unit, isSum, range, before, choices: props.choices, hrefOf: props.hrefOf }}
            rows={shown.rows}
            totals={rangeTotals(kept, isSum)}
            sorting={{ path, state: table }}
          />
        </div>
        <TableFoot
          path={path}
          state={table}
          page={shown}
          csv={{ semicolon: csvHref("semicolon", query), comma: csvHref("comma", query) }}
        />
      </div>
    </>
  );
}
