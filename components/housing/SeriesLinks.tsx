import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";

type LinkedSeries = Pick<ProjectSeries, "id" | "renamed" | "unit">;

interface SeriesLinksProps<Series> {
  label: string;
  series: readonly Series[];
  /** Id of the series of the page; none elsewhere. */
  current?: string;
  hrefOf(seriesId: string, series: Series): string;
}

/** What is measured in dwellings, each leading to its page. */
export function SeriesLinks<Series extends LinkedSeries>(
  { label, series, current, hrefOf }: SeriesLinksProps<Series>,
) {
  return (
    <nav class="series-links" aria-label={label}>
      {series.map((one) => (
        <a
          key={one.id}
          class={one.id === current ? "chosen" : undefined}
          href={hrefOf(one.id, one)}
          aria-current={one.id === current ? "page" : "false"}
        >
          {seriesName(one)}
        </a>
      ))}
    </nav>
  );
}
