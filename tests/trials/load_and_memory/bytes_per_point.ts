import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { BIG_BYTES, SMALL_BYTES } from "@/lib/timeseries/store/chunk_parts.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { batchOf, fiveMinutePoints, type Look } from "@/tests/loading/realistic_series.ts";
import { usedBytes } from "@/tests/loading/store_bytes.ts";
import { inFolder } from "@/tests/tools/folders.ts";

const SERIES = 10;
const YEAR_POINTS = 366 * 288;
const FROM_S = Date.UTC(2024, 0) / 1000;
const MOST_BYTES: Readonly<Record<Look, number>> = {
  temperature: 2.6,
  register: 2.6,
  float32: 4.5,
};

/**
 * QP9: bytes of the file per five-minute point, figures included: ≤ 2.6 where a scaled 16-bit
 * integer would do, ≤ 4.5 for 32-bit floats; no compacted value between 950 B and 8 KB.
 */
export default async function bytesPerPointTrial(): Promise<void> {
  await inFolder(async (folder) => {
    for (const look of ["temperature", "register", "float32"] as const) {
      const { bytesPerPoint, between, values } = await measure(`${folder}/${look}.db`, look);
      console.log(
        `${look}: ${bytesPerPoint.toFixed(2)} B/point over ${SERIES * YEAR_POINTS} points; ` +
          `${values} compacted values, ${between} between ${SMALL_BYTES} B and ${BIG_BYTES} B`,
      );
      if (between > 0) throw new Error(`${between} values waste their pages`);
      if (bytesPerPoint > MOST_BYTES[look]) {
        throw new Error(`${look}: over ${MOST_BYTES[look]} B/point`);
      }
    }
    await live(`${folder}/live.db`);
  });
}

async function measure(path: string, look: Look) {
  const store = await openStore(path);
  const series = new StoredSeries(store, "p", Date.now);
  for (let at = 0; at < SERIES; at++) {
    const points = fiveMinutePoints(look, { fromS: FROM_S, count: YEAR_POINTS, seed: at });
    await series.append([batchOf(`s${at}`, look, points)]);
    await compact(store, "p", Date.now);
  }
  const sizes = await compactedSizes(store);
  store.close();
  // Reopening and closing merges the write-ahead log into the file.
  (await openStore(path)).close();
  const between = sizes.filter((size) => size > SMALL_BYTES && size < BIG_BYTES).length;
  const kept = sizes.reduce((sum, size) => sum + size, 0) / (SERIES * YEAR_POINTS);
  const bytesPerPoint = usedBytes(path) / (SERIES * YEAR_POINTS);
  console.log(`  values alone: ${kept.toFixed(2)} B/point`);
  return { bytesPerPoint, between, values: sizes.length };
}

/** Forty days of live ticks compacted every hour: the intermediate sizes, and the bytes written. */
async function live(path: string): Promise<void> {
  const store = await openStore(path);
  const series = new StoredSeries(store, "p", Date.now);
  const days = 40;
  const points = fiveMinutePoints("temperature", { fromS: FROM_S, count: days * 288, seed: 3 });
  let between = 0;
  const start = performance.now();
  for (let at = 0; at < points.length; at += 12) {
    await series.append([batchOf("s", "temperature", points.slice(at, at + 12))]);
    await compact(store, "p", Date.now);
    if (at % 288 !== 0) continue;
    const sizes = await compactedSizes(store);
    between += sizes.filter((size) => size > SMALL_BYTES && size < BIG_BYTES).length;
  }
  const ms = (performance.now() - start) / (points.length / 12);
  store.close();
  console.log(
    `live, ${days} days by the hour: ${between} wasteful values, ${ms.toFixed(1)} ms each`,
  );
  if (between > 0) throw new Error(`${between} values wasted their pages on the way`);
}

async function compactedSizes(store: Store): Promise<number[]> {
  const sizes: number[] = [];
  for (const family of [keys.points, keys.seriesDays, keys.seriesMonths]) {
    for await (const { value } of store.list({ prefix: family.under() })) {
      sizes.push(value instanceof Uint8Array ? value.length : NaN);
    }
  }
  return sizes;
}
