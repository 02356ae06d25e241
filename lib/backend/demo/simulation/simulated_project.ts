import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { demoSeries } from "./demo_series.ts";
import { SimulatedReader } from "./simulate.ts";
import { allSites, siteId } from "./simulated_series.ts";

interface Known {
  now: () => number;
  filledMs: number;
  reader: SimulatedReader;
}

/** The readers of the residences of the demo, by project id. */
const readers = new Map<string, Known>();

/**
 * The simulated series of a residence of the demo; without any series for a residence a visitor created.
 *
 * @param filledMs when the demo was filled, epoch ms: its faults are of the days before
 */
export function simulatedReader(
  projectId: string,
  { now, filledMs }: Omit<Known, "reader">,
): SimulatedReader {
  const known = readers.get(projectId);
  if (known?.now === now && known.filledMs === filledMs) return known.reader;
  const site = allSites().find((_, index) => siteId(index) === projectId);
  const series = site ? demoSeries(site, projectId, filledMs) : [];
  const reader = new SimulatedReader({ series, timeZone: DEFAULT_TIME_ZONE, now });
  if (site) readers.set(projectId, { now, filledMs, reader });
  return reader;
}
