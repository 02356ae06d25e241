import { PARSING_ROOM } from "@/lib/backend/ingest/parsing_room.ts";
import { backlogsOf } from "@/lib/backend/kv/series/arrivals/backlogs.ts";
import { compact } from "@/lib/backend/kv/series/compaction/compact.ts";
import type { Store } from "@/lib/backend/kv/store.ts";

export interface CompactionOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  reportFault(job: string, fault: unknown): void;
  /** Aborted when the program stops: a job that goes on would keep its process alive. */
  readonly stopping: AbortSignal;
}

/** Maximum time that a group of series, some 10 ms of work, waits for bodies being parsed. */
const GIVE_WAY_MS = 100;

/**
 * Compacts a residence as soon as this process has stored many readings for it, one residence at a time, so that pages
 * seldom meet a large backlog. The scheduled job compacts the rest.
 */
export function compactManyAtOnce(options: CompactionOptions): void {
  const { store, stopping } = options;
  const waiting = new Set<string>();
  let isRunning = false;
  backlogsOf(store).onMany = (projectId) => {
    waiting.add(projectId);
    if (!isRunning) void run();
  };

  async function run(): Promise<void> {
    isRunning = true;
    for (const projectId of waiting) {
      waiting.delete(projectId);
      if (!stopping.aborted) await compactOne(options, projectId);
    }
    isRunning = false;
  }
}

async function compactOne(
  { store, now, reportFault, stopping }: CompactionOptions,
  projectId: string,
): Promise<void> {
  try {
    await compact(store, projectId, now, () => PARSING_ROOM.quiet(GIVE_WAY_MS));
  } catch (fault) {
    // The store may be closed during a compaction that the end of the program did not await.
    if (!stopping.aborted) reportFault("compact series", fault);
  }
}
