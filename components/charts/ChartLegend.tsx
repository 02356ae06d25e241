import type { ChartThreshold } from "../../lib/domain/charts/chart_model.ts";

/** What each colour of a chart stands for, in words. */
export function ChartLegend({ thresholds }: { thresholds: readonly ChartThreshold[] }) {
  return (
    <ul class="chart-legend">
      {thresholds.map(({ name, colour }) => (
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
