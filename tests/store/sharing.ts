/** Two processes that write to one file, and the check that every operation counted. @module */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { retried } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { withLease } from "@/lib/store/leases.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";

/** The series that both processes write. */
const SHARED_SERIES = ["a", "b", "c"] as const;

/** Reading number n of a process: those of the two alternate and never share a second. */
function sharedReading(who: number, n: number): Point {
  return { epochS: 1_714_600_000 + n * 1200 + who * 600, value: n * 2 + who };
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

/**
 * Two processes write to one file for a number of rounds: readings, a sum, a read-modify-write
 * count, a job under a lease. Throws when a write is lost, a count is wrong or the job runs in both
 * at once.
 * @returns milliseconds it took
 */
export async function shareOneFile(path: string, rounds: number): Promise<number> {
  const startedAt = performance.now();
  const outcomes = await Promise.all(["0", "1"].map((who) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", import.meta.url, path, who, String(rounds)],
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

/** One of two processes on one file: `deno run … sharing.ts PATH WHO ROUNDS`. */
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
