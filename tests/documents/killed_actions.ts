import { runDocumentActions } from "@/lib/documents/bulk_actions.ts";
import { onEndingPlatform } from "@/tests/helpers/a_platform.ts";

/**
 * Continues an action on many documents, and is killed at a commit: `deno run … killed_actions.ts
 * PATH COMMIT before|after`.
 */
if (import.meta.main) {
  const [path = "", commit = "", when = ""] = Deno.args;
  await onEndingPlatform({ path, commit, when }, async (built, commits) => {
    await runDocumentActions(built.platform.own.services);
    console.log(commits());
  });
}
