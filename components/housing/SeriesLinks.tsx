import { ListLinks } from "@/components/ui/Page.tsx";
import { seriesName } from "@/lib/series/series_names.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";

type LinkedSeries = Pick<ProjectSeries, "id" | "renamed" | "unit">;

interface SeriesLinksProps<Series> {
  label: string;
  series: readonly Series[];
  /** Id of the series of the page; absent elsewhere. */
  current?: string;
  hrefOf(seriesId: string, series: Series): string;
}

/** Links to the series of dwellings. */
export function SeriesLinks<Series extends LinkedSeries>(
  { label, series, current, hrefOf }: SeriesLinksProps<Series>,
) {
  return (
    <ListLinks
      label={label}
      links={series.map((one) => ({
        href: hrefOf(one.id, one),
        text: seriesName(one),
        isShown: one.id === current,
      }))}
    />
  );
}
