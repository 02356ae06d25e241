import { keys } from "@/lib/backend/kv/keys.ts";
import { compactWhenDue } from "@/lib/backend/kv/series/compaction/compact.ts";
import { JUDGED, judgeStored } from "@/lib/backend/kv/series/compaction/first_judgement.ts";
import type { Entry, Selector, Store } from "@/lib/backend/kv/store.ts";
import { residenceTitle } from "./residence_title.ts";
import { type RunFaults, withFaults } from "./run_faults.ts";

interface CompactionRun {
  compactedCount: number;
  /** Residences that another process was writing, or whose readings are less than two hours old. */
  leftCount: number;
}

/**
 * Moves the readings of collectors into points and figures, residence by residence.
 *
 * Reading a series compacts too; this job limits the arrivals of series that are not read.
 *
 * @throws AggregateError naming the residences that could not be compacted: the others were
 */
export function compactSeries(store: Store, now: () => number): Promise<CompactionRun> {
  return withFaults("residences", async (faults) => {
    const run = { compactedCount: 0, leftCount: 0 };
    await judgeAllOnce(store, now, faults);
    for await (const projectId of projectsWithArrivals(store)) {
      await faults.try(() => residenceTitle(store, projectId), async () => {
        if (await compactWhenDue(store, projectId, now) === "done") run.compactedCount++;
        else run.leftCount++;
      });
    }
    return run;
  });
}

/** Judges the registers that an earlier version stored, once; a residence that fails is tried again at the next run. */
async function judgeAllOnce(store: Store, now: () => number, faults: RunFaults): Promise<void> {
  if (JUDGED.has(store)) return;
  let isWhole = true;
  for await (const projectId of projectsUnder(store, keys.seriesHead)) {
    let isJudged = false;
    await faults.try(() => residenceTitle(store, projectId), async () => {
      isJudged = await judgeStored(store, projectId, now);
    });
    isWhole &&= isJudged;
  }
  if (isWhole) JUDGED.add(store);
}

/** Residences with arrivals. */
function projectsWithArrivals(store: Store): AsyncGenerator<string> {
  return projectsUnder(store, keys.arrival);
}

/** Residences with entries of a family, without reading all of them. */
async function* projectsUnder(
  store: Store,
  family: typeof keys.arrival | typeof keys.seriesHead,
): AsyncGenerator<string> {
  const prefix = family.under();
  let selector: Selector = { prefix };
  for (;;) {
    const entry = await firstOf(store, selector);
    if (entry === null) return;
    const projectId = String(entry.key[prefix.length]);
    yield projectId;
    // The first key after all those of this residence.
    selector = { prefix, start: family.under(`${projectId}\u0000`) };
  }
}

async function firstOf(store: Store, selector: Selector): Promise<Entry | null> {
  for await (const entry of store.list(selector, { limit: 1 })) return entry;
  return null;
}
