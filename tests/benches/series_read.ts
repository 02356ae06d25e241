import { wholeYear } from "@/lib/base/civil_dates.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { hoursOn } from "@/tests/helpers/hours_on.ts";
import { batchOf, fiveMinutePoints } from "@/tests/loading/realistic_series.ts";
import { withScratchStore } from "@/tests/loading/scratch_store.ts";

const START_S = Date.UTC(2024, 0) / 1000;
const READS = 2000;

/** A year of one series read from a KV file, compared with adding up its five-minute points. */
export default async function seriesRead(): Promise<void> {
  await withScratchStore(async (store) => {
    const series = new StoredSeries(store, "p", Date.now);
    const points = fiveMinutePoints("register", { fromS: START_S, count: 366 * 288, seed: 1 });
    await series.append([batchOf("s", "register", points)]);
    await compact(store, "p", Date.now);
    const year = { fromS: START_S, toS: START_S + 366 * 86_400 };
    const months = await perRead(() => series.months("s", 2024), READS);
    const days = await perRead(() => series.days("s", wholeYear(2024)), READS);
    const hours = await perRead(() => hoursOn(series, "s", "2024-07-15"), READS / 4);
    const all = await perRead(() => series.points("s", year), 20);
    console.log(`twelve months of a series: ${months.toFixed(3)} ms`);
    console.log(`366 days: ${days.toFixed(3)} ms; 24 hours from points: ${hours.toFixed(3)} ms`);
    console.log(
      `its ${points.length} points: ${all.toFixed(1)} ms, ${(all / months).toFixed(0)} ×`,
    );
    await series.append([batchOf("s", "register", [
      { epochS: START_S + 200 * 86_400 + 17, value: 1e6 },
    ])]);
    const pending = await perRead(() => series.months("s", 2024), READS / 4);
    console.log(
      `twelve months with a late reading not compacted: ${pending.toFixed(3)} ms, ` +
        `${(pending / months).toFixed(1)} ×`,
    );
  });
}

async function perRead(read: () => Promise<unknown>, reads: number): Promise<number> {
  for (let warm = 0; warm < reads / 10; warm++) await read();
  const start = performance.now();
  for (let at = 0; at < reads; at++) await read();
  return (performance.now() - start) / reads;
}

if (import.meta.main) await seriesRead();
