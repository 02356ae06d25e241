import { seedSite } from "@/lib/demo/seed/residence.ts";
import { seedReadings } from "@/lib/demo/seed/series.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { fillStore } from "./filled_store.ts";

/**
 * Fills a store with the demo's residences and copies of them up to a count, each with a year of
 * readings, compacted.
 */
export async function fillResidences(kvPath: string, count: number): Promise<string[]> {
  await fillStore(kvPath);
  const ids = Array.from({ length: count }, (_, index) => siteId(index));
  const now = Date.now();
  await withStore(kvPath, async (store) => {
    for (const [index, projectId] of ids.entries()) {
      const like = demoSites()[index % demoSites().length];
      if (like !== undefined && index >= demoSites().length) {
        const site = { ...like, name: `${like.name} ${index + 1}` };
        await seedSite(store, site, { index, now });
        const writer = new StoredSeries(store, projectId, () => now);
        await seedReadings(writer, { site, index, years: 1, now });
      }
      await compact(store, projectId, () => now);
    }
  });
  return ids;
}
