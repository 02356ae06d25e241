import { strictEqual } from "node:assert/strict";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { batchOf } from "@/tests/loading/realistic_series.ts";
import { withScratchStore } from "@/tests/loading/scratch_store.ts";

const RESIDENCES = 50;
const SERIES = 160;
/** Hourly readings of each series: two million in all. */
const READINGS = 250;
const FROM_S = Date.UTC(2025, 0) / 1_000;
const NOW_MS = Date.UTC(2025, 1);
const MOST_S = 20;

/** Compaction of fifty residences of 160 series, two million readings: 20 seconds at most. */
export default async function backlog(): Promise<void> {
  await withScratchStore(async (store) => {
    const residences = Array.from({ length: RESIDENCES }, (_, at) => `p${at}`);
    const batches = Array.from(
      { length: SERIES },
      (_, series) =>
        batchOf(
          `s${series}`,
          "register",
          Array.from({ length: READINGS }, (_, at) => ({
            epochS: FROM_S + 3_600 * at,
            value: series + at * 0.25,
          })),
        ),
    );
    for (const id of residences) await new StoredSeries(store, id, () => NOW_MS).append(batches);
    const startedAt = performance.now();
    for (const id of residences) strictEqual(await compact(store, id, () => NOW_MS), "done");
    const seconds = (performance.now() - startedAt) / 1_000;
    const last = new StoredSeries(store, residences.at(-1) ?? "", () => NOW_MS);
    const readings = await last.points(`s${SERIES - 1}`, { fromS: 0, toS: NOW_MS / 1_000 });
    strictEqual(readings.length, READINGS);
    const points = RESIDENCES * SERIES * READINGS;
    console.log(
      `${points.toLocaleString("en")} readings compacted in ${seconds.toFixed(1)} s (${MOST_S})`,
    );
    if (seconds > MOST_S) throw new Error(`More than ${MOST_S} s`);
  });
}
