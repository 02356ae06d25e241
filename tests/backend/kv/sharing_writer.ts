import { untilCommitted } from "../../../lib/backend/kv/atomic.ts";
import { keys } from "../../../lib/backend/kv/keys.ts";
import { openStore } from "../../../lib/backend/kv/open.ts";
import { StoredSeries } from "../../../lib/backend/kv/series.ts";
import { compact } from "../../../lib/backend/kv/series_compact.ts";
import type { Point } from "../../../lib/domain/series/types.ts";

/** Writes each of the two processes makes. */
export const WRITES_EACH = 150;
export const SHARED_SERIES = ["a", "b", "c"] as const;

/** Reading number n of a process: the two interleave and never meet. */
export function sharedReading(who: number, n: number): Point {
  return { epochS: 1_714_600_000 + n * 1200 + who * 600, value: n * 2 + who };
}

/** One of two processes on one file: `deno run … sharing_writer.ts PATH WHO`. */
if (import.meta.main) {
  const [path = "", who = "0"] = Deno.args;
  const store = await openStore(path);
  const series = new StoredSeries(store, "p", Date.now);
  for (let n = 0; n < WRITES_EACH; n++) {
    const readings = [sharedReading(Number(who), n)];
    await series.append(SHARED_SERIES.map((id) => ({ seriesId: id, kind: "index", readings })));
    await store.atomic().sum(keys.version("shared", "sum"), 1n).commit();
    const counted = await untilCommitted(store, async (atomic) => {
      const entry = await store.get(keys.version("shared", "read-then-write"));
      const before = typeof entry.value === "number" ? entry.value : 0;
      atomic.check(entry).set(entry.key, before + 1);
    }, 1000);
    if (!counted.ok) throw new Error("could not count");
    if (n % 10 === 0) await compact(store, "p", Date.now);
    if (n % 7 === 0) await series.months("a", 2024);
  }
  store.close();
}
