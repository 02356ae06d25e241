import { strictEqual } from "node:assert/strict";
import { postWebhooks } from "@/lib/alarms/webhook_jobs.ts";
import { makeReports } from "@/lib/consumption_reports/pdf_jobs.ts";
import { recordedRun } from "@/lib/platform/job_records.ts";
import { withLease } from "@/lib/store/leases.ts";
import type { Store } from "@/lib/store/store.ts";
import { onEndingPlatform, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";

/** Duration of the lease of "step", by the real clock, ms. */
export const STEP_HOLD_MS = 300;

/** Jobs that run in a separate process, on the store that suspends it. */
const JOBS = {
  "make reports": ({ platform: { own: { services } } }) => makeReports(services),
  "watch alarms": ({ platform }) => platform.watcher.watch(PROJECT),
  "post webhooks": ({ clock: { now }, platform: { own: { services: { store } } } }) => {
    const way = { allowsPrivate: true };
    return postWebhooks({ store, now, way, origins: () => ({ own: null }) });
  },
  /**
   * One long step: it prints whether it still has its lease once it resumes.
   */
  step({ platform: { own: { services: { store } } } }) {
    return recordedRun({ store, now: Date.now }, "purge series", () => step(store));
  },
} satisfies Readonly<Record<string, (built: TestPlatform) => Promise<unknown>>>;

function step(store: Store): Promise<string | null> {
  return withLease(store, "purge series", {
    holdMs: STEP_HOLD_MS,
    now: Date.now,
    async work(lease) {
      await Deno.stdin.read(new Uint8Array(1));
      console.log(await lease.renew());
      return "ran";
    },
  });
}

interface SuspendedJob {
  readonly path: string;
  /** Offset from the clock of the tests, ms. */
  readonly afterMs?: number;
  /** The commit before which the process suspends itself: during one it would hold the lock of the file. */
  readonly commit: number;
}

/** A job in a separate process, which can be suspended. */
export class Suspended {
  readonly #process: Deno.ChildProcess;

  constructor(job: keyof typeof JOBS, { path, afterMs = 0, commit }: SuspendedJob) {
    this.#process = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--unstable-kv", "--no-check", import.meta.filename ?? ""]
        .concat(job, path, String(afterMs), String(commit)),
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
  }

  /** Resolves once the process is stopped. */
  async suspended(): Promise<void> {
    let state = "";
    while (state !== "T") {
      const stat = await Deno.readTextFile(`/proc/${this.#process.pid}/stat`);
      state = stat.slice(stat.lastIndexOf(")") + 2).charAt(0);
    }
  }

  /** Resumes it to its end. @returns what it printed since */
  async resumed(): Promise<string> {
    this.#process.kill("SIGCONT");
    const writer = this.#process.stdin.getWriter();
    // It may have ended already.
    await writer.write(new Uint8Array(1)).then(() => writer.close()).catch(() => {});
    const said = await Array.fromAsync(this.#process.stdout.pipeThrough(new TextDecoderStream()));
    strictEqual((await this.#process.status).code, 0);
    return said.join("").trim();
  }
}

/** `deno run … suspended_job.ts JOB PATH AFTER COMMIT`. */
if (import.meta.main) {
  const [job = "", path = "", after = "", commit = ""] = Deno.args;
  const ends = () => Promise.resolve(Deno.kill(Deno.pid, "SIGSTOP"));
  await onEndingPlatform({ path, commit, when: "before", ends }, async (built) => {
    built.clock.advance(Number(after));
    for (const [name, run] of Object.entries(JOBS)) if (name === job) await run(built);
  });
}
