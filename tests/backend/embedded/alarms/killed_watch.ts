import { withPlatform } from "@/tests/backend/a_platform.ts";
import { PROJECT } from "@/tests/backend/a_residence.ts";
import { endingStore } from "@/tests/backend/embedded/contracting/killed_deposit.ts";

/** Silence after which the evaluation runs, ms. */
export const SILENT_MS = 30 * 3_600_000;

/**
 * Evaluates a residence whose dwellings are silent, and is killed at a commit: `deno run …
 * killed_watch.ts PATH COMMIT before|after`.
 */
if (import.meta.main) {
  const [path = "", commit = "", when = ""] = Deno.args;
  let commits = 0;
  const isReached = () => ++commits === Number(commit);
  await withPlatform(async ({ platform, clock }) => {
    commits = 0;
    clock.advance(SILENT_MS);
    await platform.watcher.watch(PROJECT);
  }, { path, before: (store) => endingStore(store, { isReached, isAfter: when === "after" }) });
}
