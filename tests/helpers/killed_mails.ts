import { mailReports } from "@/lib/consumption_reports/mail_jobs.ts";
import { mailVerdicts } from "@/lib/documents/verdict_mails.ts";
import { onEndingPlatform } from "./a_platform.ts";

const JOBS = {
  reports: mailReports,
  verdicts: mailVerdicts,
};

interface KilledRun {
  path: string;
  /** Offset from the clock of the tests, ms. */
  afterMs: number;
  /** The commit at which the process is killed; without it, the process runs to its end. */
  commit?: number;
  when?: "before" | "after";
}

/** Writes the due mails in a separate process. */
export async function mailedBy(
  job: keyof typeof JOBS,
  { path, afterMs, commit = 0, when = "before" }: KilledRun,
): Promise<{ signal: Deno.Signal | null; success: boolean; said: string }> {
  const args = [job, path, String(afterMs), String(commit), when];
  const { signal, success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", import.meta.filename ?? "", ...args],
  }).output();
  return { signal, success, said: new TextDecoder().decode(stderr) };
}

/** `deno run … killed_mails.ts JOB PATH AFTER COMMIT before|after`: see {@link KilledRun}. */
if (import.meta.main) {
  const [job = "", path = "", after = "", commit = "", when = ""] = Deno.args;
  await onEndingPlatform({ path, commit, when }, async (built) => {
    const { platform: { own: { services } }, clock } = built;
    clock.advance(Number(after));
    for (const [name, run] of Object.entries(JOBS)) if (name === job) await run(services);
  });
}
