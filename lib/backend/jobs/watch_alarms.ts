import type { AlarmWatcher } from "@/lib/backend/embedded/alarms/watcher.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { leasedRun } from "./leased_run.ts";
import { residenceTitle } from "./residence_title.ts";

const AT_ONCE = 10;

interface WatchingOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  readonly watcher: Pick<AlarmWatcher, "due" | "watch">;
}

/**
 * Evaluates the alarms of every residence where time, readings or settings may have changed a result, in one process at
 * a time. A run without anything due takes no lease.
 *
 * @spec alarms.evaluation
 * @returns number of residences evaluated; null when another process runs the job
 * @throws AggregateError naming the residences that failed: the others were evaluated
 */
export async function watchAlarms(
  { store, now, watcher }: WatchingOptions,
): Promise<number | null> {
  let projectIds: readonly string[] = [];
  const isIdle = async () => {
    projectIds = await watcher.due(await listIds(store, keys.project.under()));
    return projectIds.length === 0;
  };
  const job = { name: "watch alarms", subjects: "residences", isIdle } as const;
  return await leasedRun({ store, now }, job, async (lease, faults) => {
    const watch = (projectId: string) =>
      faults.try(() => residenceTitle(store, projectId), () => watcher.watch(projectId));
    for (let count = 0; count < projectIds.length; count += AT_ONCE) {
      if (count > 0 && !await lease.renew()) return count;
      await Promise.all(projectIds.slice(count, count + AT_ONCE).map(watch));
    }
    return projectIds.length;
  });
}
