import { EmptyState } from "@/components/page/Page.tsx";
import { FilterSelect } from "@/components/tables/FilterSelect.tsx";
import { TableTools } from "@/components/tables/TableTools.tsx";
import LiveChart from "@/islands/charts/LiveChart.tsx";
import { WIDE_CHART } from "@/lib/domain/charts/limits.ts";
import { rangeChart } from "@/lib/domain/series/range_chart.ts";
import { RANGE_FILTERS } from "@/lib/domain/series/range_rows.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { NOT_BEGUN } from "@/lib/text/periods.ts";
import { rowStateLabel } from "@/lib/text/series/series.ts";
import { chartMarks } from "@/lib/text/series/slot_notes.ts";
import { RangeLines, type RangeLinesProps } from "@/routes/(_components)/RangeLines.tsx";

interface RangeViewProps extends RangeLinesProps {
  /** URL parameters kept by the filters. */
  kept?: Readonly<Record<string, string>>;
}

/** A series over a range: its chart, its table with the year before, its file. */
export function RangeView({ kept, ...lines }: RangeViewProps) {
  const { name, isSum, years, table, path } = lines;
  const { rows, unit } = years;
  if (rows.length === 0) return <EmptyState title={NOT_BEGUN} icon="sensor" />;
  const model = rangeChart({
    ...years.drawn,
    size: WIDE_CHART,
    marks: chartMarks(rows),
    isSum,
    formatValue: formatNumber,
  });
  if (model === null) {
    return (
      <EmptyState title="Aucun relevé sur cette période" icon="sensor">
        <p>Choisissez une autre période, ou vérifiez que le capteur envoie ses relevés.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <LiveChart
        model={model}
        title={`${name} (${unit})`}
        label={`${
          isSum ? "Histogramme" : "Courbe"
        } de la période\u00A0; ses valeurs sont dans le tableau.`}
        unit={unit}
      />
      <div class="stack">
        <TableTools path={path} state={table} kept={kept}>
          <FilterSelect
            field="state"
            label="État"
            options={filterOptions(rows, RANGE_FILTERS.state, rowStateLabel)}
            chosen={table.filters["state"]}
          />
        </TableTools>
        <RangeLines {...lines} />
      </div>
    </>
  );
}
