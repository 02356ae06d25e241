/** Records the last run of each job, and tells the state of all jobs. @module */

import * as z from "zod";
import { retried } from "@/lib/store/commits.ts";
import {
  isInterrupted,
  isSlow,
  JOB_NAMES,
  type JobName,
  JOBS,
  leaseMs,
  nextRun,
} from "@/lib/store/jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { isLeaseOver, type LeaseRecord, leaseRecord } from "@/lib/store/leases.ts";
import { type Key, readById, readEntry, type Store, type StoreClock } from "@/lib/store/store.ts";
import type { JobState } from "./schema.ts";

type RunRecord = z.output<typeof runRecord>;
export const runRecord = z.object({
  /** Epoch ms. */
  startedAt: z.int(),
  /** null while it runs, or when its process died. */
  endedAt: z.int().nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: z.int().nullable(),
});

/** Maximum length of a stored error. */
const ERROR_MAX_LENGTH = 300;

/** Time after its start in which a run without an end may not have a lease yet, ms. */
const STARTING_MS = 60_000;

/**
 * Runs a job and stores its times and its error, for the platform's administrator. While another process runs the
 * job, the run of that process is shown.
 *
 * @spec platform.jobs
 * @param work returns null when another process does the work
 * @throws the errors of the job
 */
export async function recordedRun(
  options: StoreClock,
  name: JobName,
  work: () => Promise<unknown>,
): Promise<void> {
  const { store, now } = options;
  const key = keys.jobRun(name);
  const startedAt = now();
  const isShown = await writeStart(options, name, startedAt);
  try {
    const answer = await work();
    if (isShown || answer !== null) await writeEnd(store, key, { startedAt, endedAt: now() });
  } catch (fault) {
    const endedAt = now();
    const message = String(fault).slice(0, ERROR_MAX_LENGTH);
    await writeEnd(store, key, { startedAt, endedAt, lastError: message, lastErrorAt: endedAt });
    throw fault;
  }
}

/** @returns false when the run of another process is shown */
function writeStart({ store, now }: StoreClock, name: JobName, startedAt: number) {
  const key = keys.jobRun(name);
  return retried(async () => {
    const [{ value, versionstamp }, lease] = await Promise.all([
      readEntry(store, key, runRecord),
      readEntry(store, keys.lease(name), leaseRecord),
    ]);
    const isHeld = isLeaseHeld(name, lease.value, now());
    if (value !== null && value.endedAt === null && (isHeld || isStarting(value, now()))) {
      return false;
    }
    const run: RunRecord = {
      lastError: null,
      lastErrorAt: null,
      ...value,
      startedAt,
      endedAt: null,
    };
    const { ok } = await store.atomic().check({ key, versionstamp }).set(key, run).commit();
    return ok ? true : null;
  });
}

function isLeaseHeld(name: JobName, lease: LeaseRecord | null, nowMs: number): boolean {
  return lease !== null && !isLeaseOver(lease.untilMs, leaseMs(name), nowMs);
}

function isStarting({ startedAt }: RunRecord, nowMs: number): boolean {
  return nowMs >= startedAt && nowMs - startedAt < STARTING_MS;
}

type RunEnd =
  & { readonly startedAt: number; readonly endedAt: number }
  & Partial<
    Pick<RunRecord, "lastError" | "lastErrorAt">
  >;

/**
 * Stores the end of a run. A successful run leaves an error stored meanwhile by another process; a run that ends after
 * another has started leaves its times: its process was suspended, or another process runs the job.
 */
function writeEnd(store: Store, key: Key, { startedAt, endedAt, ...error }: RunEnd): Promise<true> {
  return retried(async () => {
    const { value, versionstamp } = await readEntry(store, key, runRecord);
    const isOther = value !== null && value.startedAt !== startedAt &&
      (value.endedAt === null || value.startedAt > startedAt);
    const times = isOther ? {} : { startedAt, endedAt };
    const before = value ?? { startedAt, endedAt, lastError: null, lastErrorAt: null };
    const record: RunRecord = { ...before, ...times, ...error };
    const { ok } = await store.atomic().check({ key, versionstamp }).set(key, record).commit();
    return ok ? true : null;
  });
}

/** Every job, with its last stored run and the next one. */
export async function jobStates(store: Store, nowMs: number): Promise<JobState[]> {
  const [runs, leases] = await Promise.all([
    readById(store, JOB_NAMES, keys.jobRun, runRecord),
    readById(store, JOB_NAMES, keys.lease, leaseRecord),
  ]);
  return JOB_NAMES.map((name) => {
    const run = runs.get(name) ?? null;
    const isHeld = isLeaseHeld(name, leases.get(name) ?? null, nowMs);
    const { schedule } = JOBS[name];
    return {
      name,
      schedule,
      startedAt: instant(run?.startedAt),
      endedAt: instant(run?.endedAt),
      isInterrupted: run !== null && !isHeld && isInterrupted(run, nowMs),
      isSlow: run !== null && isSlow(schedule, run, nowMs),
      nextAt: instant(nextRun(schedule, nowMs)),
      lastError: run?.lastError ?? null,
      lastErrorAt: instant(run?.lastErrorAt),
    };
  });
}

function instant(epochMs: number | null | undefined): string | null {
  return epochMs === null || epochMs === undefined ? null : new Date(epochMs).toISOString();
}
