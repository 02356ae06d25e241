import { seedReadings } from "@/lib/backend/demo/seed/readings.ts";
import { seedSite } from "@/lib/backend/demo/seed/site.ts";
import { demoSites } from "@/lib/backend/demo/seed/sites.ts";
import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { withStore } from "@/lib/backend/kv/open.ts";
import { compact } from "@/lib/backend/kv/series/compaction/compact.ts";
import { StoredSeries } from "@/lib/backend/kv/series/series.ts";
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
