import type { ProjectSeries } from "../../lib/domain/projects/types.ts";
import { seriesName } from "../../lib/text/facilities.ts";

interface SeriesLinksProps {
  label: string;
  series: readonly ProjectSeries[];
  /** Id of the series of the page; none elsewhere. */
  current?: string;
  hrefOf(seriesId: string, series: ProjectSeries): string;
}

/** What is measured in dwellings, each leading to its page. */
export function SeriesLinks({ label, series, current, hrefOf }: SeriesLinksProps) {
  return (
    <nav class="series-links" aria-label={label}>
      {series.map((one) => (
        <a
          key={one.id}
          href={hrefOf(one.id, one)}
          aria-current={one.id === current ? "page" : undefined}
        >
          {seriesName(one)}
        </a>
      ))}
    </nav>
  );
}
