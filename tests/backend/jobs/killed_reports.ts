import { makeReports } from "@/lib/backend/jobs/make_reports.ts";
import { withPlatform } from "@/tests/backend/a_platform.ts";
import { endingStore } from "@/tests/backend/embedded/contracting/killed_deposit.ts";

/**
 * Makes the queued reports, and prints how many: `deno run … killed_reports.ts PATH AFTER
 * [COMMIT]`. Its clock is `AFTER` ms ahead of that of the tests; the process is killed after its
 * commit number COMMIT.
 */
if (import.meta.main) {
  const [path = "", after = "", commit = ""] = Deno.args;
  let commits = 0;
  const isReached = () => String(++commits) === commit;
  await withPlatform(async ({ platform: { own: { services } }, clock, faults }) => {
    commits = 0;
    clock.advance(Number(after));
    const count = await makeReports(services);
    if (faults.length > 0) throw faults[0];
    console.log(count);
  }, { path, before: (store) => endingStore(store, { isReached, isAfter: true }) });
}
