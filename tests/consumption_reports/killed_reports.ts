import { makeReports } from "@/lib/consumption_reports/pdf_jobs.ts";
import { onEndingPlatform } from "@/tests/helpers/a_platform.ts";

/**
 * Makes the queued reports, and prints how many: `deno run … killed_reports.ts PATH AFTER
 * [COMMIT]`. Its clock is `AFTER` ms ahead of that of the tests; the process is killed after its
 * commit number COMMIT.
 */
if (import.meta.main) {
  const [path = "", after = "", commit = ""] = Deno.args;
  await onEndingPlatform({ path, commit, when: "after" }, async (built) => {
    const { platform: { own: { services } }, clock } = built;
    clock.advance(Number(after));
    const count = await makeReports(services);
    console.log(count);
  });
}
