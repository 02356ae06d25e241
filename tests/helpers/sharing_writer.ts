import { retried } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { withLease } from "@/lib/store/leases.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";

/** The series that both processes write. */
export const SHARED_SERIES = ["a", "b", "c"] as const;

/** Reading number n of a process: those of the two alternate and never share a second. */
export function sharedReading(who: number, n: number): Point {
  return { epochS: 1_714_600_000 + n * 1200 + who * 600, value: n * 2 + who };
}

/** One of two processes on one file: `deno run … sharing_writer.ts PATH WHO ROUNDS`. */
if (import.meta.main) {
  const [path = "", who = "0", rounds = "0"] = Deno.args;
  const store = await openStore(path);
  const series = new StoredSeries(store, "p", Date.now);
  for (let n = 0; n < Number(rounds); n++) {
    const readings = [sharedReading(Number(who), n)];
    await series.append(SHARED_SERIES.map((id) => ({ seriesId: id, kind: "index", readings })));
    await store.atomic().sum(keys.version("shared", "sum"), 1n).commit();
    await retried(async () => {
      const entry = await store.get(keys.version("shared", "read-then-write"));
      const before = typeof entry.value === "number" ? entry.value : 0;
      const { ok } = await store.atomic().check(entry).set(entry.key, before + 1).commit();
      return ok || null;
    }, 1000);
    if (n % 3 === 0) await runJob(store);
    if (n % 10 === 0) await compact(store, "p", Date.now);
    if (n % 7 === 0) await series.months("a", 2024);
  }
  store.close();
}

/** A job that detects whether the other process runs it at the same time. */
async function runJob(store: Store): Promise<void> {
  const running = keys.version("shared", "running");
  const work = async () => {
    const alone = await store.atomic().check({ key: running, versionstamp: null })
      .set(running, true).commit();
    if (!alone.ok) throw new Error("a job runs twice at once");
    await store.atomic().delete(running).commit();
  };
  await withLease(store, "sweep files", { holdMs: 60_000, now: Date.now, work });
}
