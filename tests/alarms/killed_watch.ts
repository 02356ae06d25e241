import { onEndingPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";

/** Silence after which the evaluation runs, ms. */
export const SILENT_MS = 30 * 3_600_000;

/**
 * Evaluates a residence whose dwellings are silent, and is killed at a commit: `deno run …
 * killed_watch.ts PATH COMMIT before|after`.
 */
if (import.meta.main) {
  const [path = "", commit = "", when = ""] = Deno.args;
  await onEndingPlatform({ path, commit, when }, async ({ platform, clock }) => {
    clock.advance(SILENT_MS);
    await platform.watcher.watch(PROJECT);
  });
}
