import type { LegendEntry } from "../../lib/domain/charts/chart_model.ts";

/** What each colour of a chart stands for, in words. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul class="chart-legend">
      {entries.map(({ name, colour }) => (
        <li key={colour}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <rect class={`chart-${colour}`} width="12" height="12" rx="2" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
