import type { Store } from "@/lib/store/store.ts";
import { type TestPlatform, withPlatform } from "./a_platform.ts";
import { withCommits } from "./changed_stores.ts";

interface Ending {
  readonly path: string;
  /** Number of the commit at which the process ends; "" to run to the end. */
  readonly commit: string;
  /** Whether it ends "before" or "after" that commit. */
  readonly when: string;
  /** How it ends: killed, by default. */
  ends?(): Promise<void>;
}

/** Runs a program on a platform whose process ends at one of the commits of the program. */
export async function onEndingPlatform(
  { path, commit, when, ends = killed }: Ending,
  run: (built: TestPlatform, commits: () => number) => Promise<void>,
): Promise<void> {
  let commits = 0;
  const before = (store: Store) =>
    withCommits(store, async (inner) => {
      const isLast = ++commits === Number(commit);
      if (isLast && when !== "after") await ends();
      const committed = await inner.commit();
      if (isLast && when === "after") await ends();
      return committed;
    });
  await withPlatform(async (built) => {
    // The platform has made commits of its own.
    commits = 0;
    await run(built, () => commits);
  }, { path, before });
}

/** Ends this process as `kill -9` does. */
function killed(): Promise<never> {
  Deno.kill(Deno.pid, "SIGKILL");
  return new Promise(() => {});
}
