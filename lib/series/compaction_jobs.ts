/** Jobs that compact the arrivals of each residence, by the clock or after many readings. @module */

import { residenceTitle } from "@/lib/residences/records.ts";
import { type RunFaults, withFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Entry, Selector, Store } from "@/lib/store/store.ts";
import { backlogsOf } from "@/lib/timeseries/store/arrivals.ts";
import { compact, isCompactionDue } from "@/lib/timeseries/store/compaction.ts";
import { JUDGED, judgeStored } from "@/lib/timeseries/store/register_changes.ts";

export interface CompactionOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  logFault(job: string, fault: unknown): void;
  /** Aborted when the program stops: a job that goes on would keep its process alive. */
  readonly stopping: AbortSignal;
}

/**
 * Compacts a residence as soon as this process has stored many readings for it, one residence at a time, so that pages
 * seldom meet a large backlog. The scheduled job compacts the rest.
 */
export function compactManyAtOnce(options: CompactionOptions): void {
  const { store, stopping } = options;
  const pending = new Set<string>();
  let isRunning = false;
  backlogsOf(store).onMany = (projectId) => {
    pending.add(projectId);
    if (!isRunning) void run();
  };

  async function run(): Promise<void> {
    isRunning = true;
    for (const projectId of pending) {
      pending.delete(projectId);
      if (!stopping.aborted) await compactOne(options, projectId);
    }
    isRunning = false;
  }
}

async function compactOne(
  { store, now, logFault, stopping }: CompactionOptions,
  projectId: string,
): Promise<void> {
  try {
    await compact(store, projectId, now);
  } catch (fault) {
    // The store may be closed during a compaction that the end of the program did not await.
    if (!stopping.aborted) logFault("compact series", fault);
  }
}

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
    for await (const projectId of projectsUnder(store, keys.arrival)) {
      await faults.try(() => residenceTitle(store, projectId), async () => {
        // Reads merge the arrivals of a residence that can wait.
        const isDue = await isCompactionDue(store, projectId, now);
        if (isDue && await compact(store, projectId, now) === "done") run.compactedCount++;
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
