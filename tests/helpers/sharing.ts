import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { SHARED_SERIES, sharedReading } from "./sharing_writer.ts";

/**
 * Two processes write to one file for a number of rounds: readings, a sum, a read-modify-write
 * count, a job under a lease. Throws when a write is lost, a count is wrong or the job runs in both
 * at once.
 * @returns milliseconds it took
 */
export async function shareOneFile(path: string, rounds: number): Promise<number> {
  const script = new URL("./sharing_writer.ts", import.meta.url).pathname;
  const startedAt = performance.now();
  const outcomes = await Promise.all(["0", "1"].map((who) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", script, path, who, String(rounds)],
      stdout: "piped",
      stderr: "piped",
    }).output()
  ));
  const ms = performance.now() - startedAt;
  const errors = outcomes.map(({ stderr }) => new TextDecoder().decode(stderr));
  deepStrictEqual(outcomes.map(({ code }) => code), [0, 0], errors.join("\n"));
  const store = await openStore(path);
  try {
    const counter = await store.get(keys.version("shared", "sum"));
    deepStrictEqual(counter.value, new Deno.KvU64(BigInt(2 * rounds)));
    strictEqual((await store.get(keys.version("shared", "read-then-write"))).value, 2 * rounds);
    const later = () => Date.now() + 60_000;
    await compact(store, "p", later);
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, "p")), []);
    const series = new StoredSeries(store, "p", later);
    const expected = [0, 1].flatMap((who) =>
      Array.from({ length: rounds }, (_, n) => sharedReading(who, n))
    ).sort((a, b) => a.epochS - b.epochS);
    for (const seriesId of SHARED_SERIES) {
      deepStrictEqual(await series.points(seriesId, { fromS: 0, toS: 2 ** 32 }), expected);
    }
  } finally {
    store.close();
  }
  return ms;
}
