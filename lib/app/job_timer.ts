/** Runs each job at the times of its schedule, even when the clock is set. @module */

import { nextRun } from "@/lib/store/jobs.ts";

/** Maximum time between two looks at the clock, ms. */
const LOOK_MS = 10_000;
/** Change of the time of day, against the monotonic clock, from which the clock counts as set, ms. */
const SET_MS = 1_000;
/** Minimum time between the end of a run and the next one, ms: a timer may fire just before its minute. */
const REST_MS = 5_000;
/** Time after which a run that was due and has not begun is late, ms. */
const LATE_MS = 300_000;

interface JobTimes {
  readonly schedule: string;
  work(): Promise<void>;
  /** By the monotonic clock, as the others; Infinity without a next run. */
  dueMs: number;
  isRunning: boolean;
  /** The start of the last run; null before the first. */
  startedMs: number | null;
}

/** The last run of a job in this process. */
interface JobAge {
  readonly name: string;
  /** Time since the start of the last run, s; null before the first. */
  readonly ageSeconds: number | null;
  readonly isRunning: boolean;
  /** True when a run that was due has not begun for five minutes. */
  readonly isLate: boolean;
}

/** The time of day, epoch ms, and a clock that is never set, ms. */
interface Clocks {
  now(): number;
  monotonicMs?(): number;
}

/**
 * Runs each job at the times of its schedule, one run of it at a time.
 *
 * Due times are counted by the monotonic clock: when the time of day is set, a run comes no later than by either clock.
 *
 * @spec platform.clock-set
 */
export class JobTimer {
  readonly #jobs = new Map<string, JobTimes>();
  readonly #now: () => number;
  readonly #monotonicMs: () => number;
  #seen: { readonly nowMs: number; readonly monotonicMs: number };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;

  constructor({ now, monotonicMs = () => performance.now() }: Clocks) {
    this.#now = now;
    this.#monotonicMs = monotonicMs;
    this.#seen = { nowMs: now(), monotonicMs: monotonicMs() };
  }

  /** @param work throws nothing */
  add(name: string, schedule: string, work: () => Promise<void>): void {
    const dueMs = this.#nextMs(schedule);
    this.#jobs.set(name, { schedule, work, dueMs, isRunning: false, startedMs: null });
  }

  start(stopping: AbortSignal): void {
    this.#isStarted = true;
    stopping.addEventListener("abort", () => {
      this.#isStarted = false;
      clearTimeout(this.#timer);
    });
    this.#wait(this.look());
  }

  /** Begins the runs that are due. @returns time until the next look, ms */
  look(): number {
    const nowMs = this.#monotonicMs();
    const isSet = this.#isClockSet();
    for (const job of this.#jobs.values()) {
      if (isSet) job.dueMs = Math.min(job.dueMs, this.#nextMs(job.schedule));
      if (job.dueMs <= nowMs && !job.isRunning) void this.#run(job);
    }
    const pending = this.#jobs.values().filter(({ isRunning }) => !isRunning);
    return Math.max(0, Math.min(LOOK_MS, ...pending.map(({ dueMs }) => dueMs - nowMs)));
  }

  ages(): JobAge[] {
    const nowMs = this.#monotonicMs();
    return Array.from(this.#jobs, ([name, { startedMs, isRunning, dueMs }]) => ({
      name,
      ageSeconds: startedMs === null ? null : Math.floor((nowMs - startedMs) / 1_000),
      isRunning,
      isLate: !isRunning && nowMs - dueMs >= LATE_MS,
    }));
  }

  async #run(job: JobTimes): Promise<void> {
    job.isRunning = true;
    job.startedMs = this.#monotonicMs();
    await job.work();
    job.isRunning = false;
    job.dueMs = this.#nextMs(job.schedule, REST_MS);
    if (this.#isStarted) this.#wait(this.look());
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wait(this.look()), ms);
  }

  /** When a schedule runs next, by the monotonic clock, after a rest. */
  #nextMs(schedule: string, restMs = 0): number {
    const nowMs = this.#now();
    const next = nextRun(schedule, nowMs + restMs);
    return next === null ? Infinity : this.#monotonicMs() + next - nowMs;
  }

  #isClockSet(): boolean {
    const before = this.#seen;
    this.#seen = { nowMs: this.#now(), monotonicMs: this.#monotonicMs() };
    const elapsedMs = this.#seen.monotonicMs - before.monotonicMs;
    return Math.abs(this.#seen.nowMs - before.nowMs - elapsedMs) > SET_MS;
  }
}
