import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import { SITES } from "@/lib/backend/demo/seed/sites.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { houseSeriesOfSite } from "./house_series.ts";
import { SimulatedReader } from "./simulate.ts";
import { seriesOfSite, siteId } from "./simulated_series.ts";

const readers = new BoundedMap<{ now: () => number; reader: SimulatedReader }>(SITES.length);

/** The simulated series of a residence of the demo; without any series for a residence a visitor created. */
export function simulatedReader(projectId: string, now: () => number): SimulatedReader {
  const known = readers.get(projectId);
  if (known?.now === now) return known.reader;
  const site = SITES.find((_, index) => siteId(index) === projectId);
  const series = site
    ? [...seriesOfSite(site, projectId), ...houseSeriesOfSite(site, projectId)]
    : [];
  const reader = new SimulatedReader({ series, timeZone: DEFAULT_TIME_ZONE, now });
  if (site) readers.set(projectId, { now, reader });
  return reader;
}
