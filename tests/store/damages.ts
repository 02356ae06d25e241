import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { OpenedStore } from "@/lib/store/store.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { DamagedValue } from "@/lib/timeseries/store/value_encoding.ts";
import { batchOf, fiveMinutePoints, seeded } from "@/tests/helpers/made_series.ts";
import { checkStore } from "@/tools/keeping/check.ts";

/**
 * Commits of the store whose write-ahead log is damaged: few enough for SQLite to leave them all in
 * the log.
 */
const COMMITS = 150;
const PROJECT = "p";
const SERIES = ["s0", "s1", "s2"];
const START_S = Date.UTC(2024, 0) / 1_000;
const WHOLE = { fromS: 0, toS: 2 ** 33 };

/** Damage to a file at an offset: truncated there, one bit flipped, a few bytes zeroed. */
const DAMAGES = ["cut", "flip", "zero"] as const;
type Damage = typeof DAMAGES[number];

/** Results of the trials. */
interface Trials {
  readonly trials: number;
  /**
   * Of the log: the fewest and the most commits found. Of the file: damages that `kv:check` named.
   */
  readonly least: number;
  readonly most: number;
}

/**
 * Damages the write-ahead log of a killed process at random, and opens the store again: it must
 * contain exactly the first commits.
 * @throws AssertionError when a commit is there without one before it, or in part
 */
export async function damageLog(
  folder: string,
  { trials, seed }: { trials: number; seed: number },
): Promise<Trials> {
  const [file, log] = await writtenLog(`${folder}/written.db`);
  const chance = seeded(seed);
  let [least, most] = [Infinity, 0];
  for (let trial = 0; trial < trials; trial++) {
    const path = `${folder}/trial.db`;
    await Deno.writeFile(path, file);
    await Deno.writeFile(`${path}-wal`, damaged(log, kindOf(trial), chance));
    const found = await inStore(path, commitsFound);
    least = Math.min(least, found);
    most = Math.max(most, found);
    for (const end of ["", "-wal", "-shm"]) {
      await Deno.remove(path + end).catch(() => {});
    }
  }
  return { trials, least, most };
}

/** The two files of a store as a killed process leaves them. */
async function writtenLog(path: string): Promise<readonly [Uint8Array, Uint8Array]> {
  return await inStore(path, async (store) => {
    for (let commit = 0; commit < COMMITS; commit++) {
      const name = `${commit} ${"x".repeat(commit * 7)}`;
      await store.atomic()
        .set(keys.org(rankText(commit)), { name })
        .set(keys.orgFeatures("count"), commit)
        .commit();
    }
    return [await Deno.readFile(path), await Deno.readFile(`${path}-wal`)] as const;
  });
}

/** Number of commits in the store: each whole, none after a missing one. */
async function commitsFound(store: OpenedStore): Promise<number> {
  const entries = await Array.fromAsync(store.list({ prefix: keys.org.under() }));
  const expected = Array.from({ length: entries.length }, (_, commit) => [
    keys.org(rankText(commit)),
    { name: `${commit} ${"x".repeat(commit * 7)}` },
  ]);
  deepStrictEqual(entries.map(({ key, value }) => [key, value]), expected);
  const last = (await store.get(keys.orgFeatures("count"))).value;
  strictEqual(last, entries.length === 0 ? null : entries.length - 1);
  return entries.length;
}

/**
 * Flips one bit inside a run of readings in the file itself: reading the series fails, the others
 * answer as before, and `kv:check` names it.
 * @throws AssertionError when a figure is wrong, or when nothing is said
 */
export async function damageFile(
  folder: string,
  { trials, seed }: { trials: number; seed: number },
): Promise<Trials> {
  const { file, runs, points } = await writtenSeries(`${folder}/series.db`);
  const chance = seeded(seed);
  for (let trial = 0; trial < trials; trial++) {
    const run = runs[Math.floor(chance() * runs.length)]!; // there are as many as parts
    const path = `${folder}/trial.db`;
    const bytes = file.slice();
    turnBit(bytes, run.at + Math.floor(chance() * run.length), chance);
    await Deno.writeFile(path, bytes);
    const { faults } = await checkStore(path);
    ok(faults.some((fault) => fault.includes(run.seriesId)), faults.join("; "));
    await inStore(path, async (store) => {
      const series = new StoredSeries(store, PROJECT, Date.now);
      for (const seriesId of SERIES) {
        const read = series.points(seriesId, WHOLE);
        if (seriesId === run.seriesId) ok(await refused(read));
        else deepStrictEqual(await read, points.get(seriesId));
      }
    });
  }
  return { trials, least: trials, most: trials };
}

async function refused(read: Promise<unknown>): Promise<boolean> {
  return await read.then(() => false, (fault) => fault instanceof DamagedValue);
}

interface Run {
  readonly seriesId: string;
  readonly at: number;
  readonly length: number;
}

/** A store of three series, and the file offsets of their runs that fit in one page. */
async function writtenSeries(path: string) {
  const points = new Map<string, readonly Point[]>();
  const values = await inStore(path, async (store) => {
    const series = new StoredSeries(store, PROJECT, Date.now);
    for (const [seed, seriesId] of SERIES.entries()) {
      const made = fiveMinutePoints("temperature", { fromS: START_S, count: 300, seed });
      await series.append([batchOf(seriesId, "temperature", made)]);
    }
    await compact(store, PROJECT, Date.now);
    for (const seriesId of SERIES) points.set(seriesId, await series.points(seriesId, WHOLE));
    return await Array.fromAsync(store.list({ prefix: keys.points.under(PROJECT) }));
  });
  const file = await Deno.readFile(path);
  const text = new TextDecoder("latin1").decode(file);
  const runs = values.flatMap(({ key, value }): Run[] => {
    if (!(value instanceof Uint8Array)) return [];
    const at = text.indexOf(new TextDecoder("latin1").decode(value));
    return at < 0 ? [] : [{ seriesId: String(key[2]), at, length: value.length }];
  });
  ok(runs.length >= SERIES.length, "no run of readings was found in the file");
  return { file, runs, points };
}

function kindOf(trial: number): Damage {
  return DAMAGES[trial % DAMAGES.length] ?? "cut";
}

function damaged(whole: Uint8Array, damage: Damage, chance: () => number): Uint8Array {
  const at = Math.floor(chance() * whole.length);
  if (damage === "cut") return whole.slice(0, at);
  const bytes = whole.slice();
  if (damage === "flip") turnBit(bytes, at, chance);
  else bytes.fill(0, at, at + 1 + Math.floor(chance() * 5_000));
  return bytes;
}

function turnBit(bytes: Uint8Array, at: number, chance: () => number): void {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(chance() * 8));
}

/** Keys in the order of the commits. */
function rankText(commit: number): string {
  return String(commit).padStart(6, "0");
}

async function inStore<T>(path: string, use: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openStore(path);
  try {
    return await use(store);
  } finally {
    store.close();
  }
}
