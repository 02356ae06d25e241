import { runDocumentActions } from "@/lib/backend/jobs/run_document_actions.ts";
import { withPlatform } from "@/tests/backend/a_platform.ts";
import { endingStore } from "./killed_deposit.ts";

/**
 * Continues an action on many documents, and is killed at a commit: `deno run … killed_actions.ts
 * PATH COMMIT before|after`.
 */
if (import.meta.main) {
  const [path = "", commit = "", when = ""] = Deno.args;
  let commits = 0;
  const isReached = () => ++commits === Number(commit);
  await withPlatform(async (built) => {
    commits = 0;
    await runDocumentActions(built.platform.own.services);
    console.log(commits);
  }, { path, before: (store) => endingStore(store, { isReached, isAfter: when === "after" }) });
}
