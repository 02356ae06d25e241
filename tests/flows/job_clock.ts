import { ok, strictEqual } from "node:assert/strict";
import type { JobState } from "@/lib/platform/schema.ts";
import { nextRun } from "@/lib/store/jobs.ts";
import type { Landlord } from "@/tests/loading/a_landlord.ts";

const EVERY_MS = 2_000;
const MINUTE_MS = 60_000;
const EVERY_MINUTE = "* * * * *";

/** Observes the jobs of a started program over time: when each ran, and its displayed next run. */
export class JobClock {
  readonly #beganMs = Date.now();
  /** Starts of each job that runs every minute, epoch ms. */
  readonly #starts = new Map<string, Set<number>>();
  readonly #timer: ReturnType<typeof setInterval>;
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly landlord: Landlord) {
    this.#timer = setInterval(() => this.#last = this.#last.then(() => this.#look()), EVERY_MS);
    // Reported by stop().
    this.#last.catch(() => {});
  }

  /**
   * @returns what was seen, as a sentence
   * @throws when a job failed, did not run each minute, or said a wrong time
   */
  async stop(): Promise<string> {
    clearInterval(this.#timer);
    await this.#last;
    const minutes = Math.floor((Date.now() - this.#beganMs) / MINUTE_MS);
    let latestMs = 0;
    for (const [name, starts] of this.#starts) {
      ok(starts.size >= minutes - 1, `${name}: ${starts.size} runs in ${minutes} minutes`);
      for (const startMs of starts) latestMs = Math.max(latestMs, startMs % MINUTE_MS);
    }
    return `${this.#starts.size} jobs ran in each of ${minutes} minutes, ` +
      `at most ${(latestMs / 1_000).toFixed(1)} s after its beginning`;
  }

  async #look(): Promise<void> {
    const beforeMs = Date.now();
    const jobs = await this.landlord.ask("listJobs", {});
    for (const job of jobs) this.#check(job, beforeMs);
  }

  #check({ name, schedule, startedAt, nextAt, lastError }: JobState, beforeMs: number): void {
    strictEqual(lastError, null, name);
    const nextMs = Date.parse(nextAt ?? "");
    ok(nextMs === nextRun(schedule, beforeMs) || nextMs === nextRun(schedule, Date.now()), name);
    if (schedule !== EVERY_MINUTE || startedAt === null) return;
    const starts = this.#starts.get(name) ?? new Set();
    this.#starts.set(name, starts.add(Date.parse(startedAt)));
  }
}
