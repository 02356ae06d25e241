import type { LegendEntry } from "@/lib/domain/charts/legend.ts";
import { diamondPath } from "@/lib/domain/charts/marks.ts";

/** Meaning of each colour of a chart, and of the marks under its axis. */
export function ChartLegend(
  { entries, isMarked = false }: { entries: readonly LegendEntry[]; isMarked?: boolean },
) {
  if (entries.length === 0 && !isMarked) return null;
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
      {isMarked && (
        <li>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path class="chart-mark" d={diamondPath({ x: 6, y: 6 })} />
          </svg>
          À savoir, dit plus bas
        </li>
      )}
    </ul>
  );
}
