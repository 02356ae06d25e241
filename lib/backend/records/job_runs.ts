import { z } from "zod";
import { readEntries, readEntry } from "@/lib/backend/kv/entries.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Key, Store } from "@/lib/backend/kv/store.ts";
import {
  isInterrupted,
  JOB_NAMES,
  JOB_SCHEDULES,
  type JobName,
  nextRun,
} from "@/lib/domain/platform/jobs.ts";
import type { JobState } from "@/lib/domain/platform/types.ts";
import { leaseRecord } from "./leases.ts";

type RunRecord = z.output<typeof runRecord>;

export const runRecord = z.object({
  /** Epoch ms. */
  startedAt: z.int(),
  /** null while it runs, or when its process went away. */
  endedAt: z.int().nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: z.int().nullable(),
});

/** Longest account of what went wrong. */
const ERROR_MAX_LENGTH = 300;

/**
 * Runs a job and keeps when it ran and what went wrong, for the platform's administrator.
 *
 * @throws what the job throws
 */
export async function recordedRun(
  { store, now }: { store: Store; now(): number },
  name: JobName,
  work: () => Promise<unknown>,
): Promise<void> {
  const key = keys.jobRun(name);
  const before = (await readEntry(store, key, runRecord)).value;
  const { lastError = null, lastErrorAt = null } = before ?? {};
  const startedAt = now();
  const run: RunRecord = { startedAt, endedAt: null, lastError, lastErrorAt };
  await store.atomic().set(key, run).commit();
  try {
    await work();
    await writeEnd(store, key, { startedAt, endedAt: now() });
  } catch (fault) {
    const endedAt = now();
    const said = String(fault).slice(0, ERROR_MAX_LENGTH);
    await writeEnd(store, key, { startedAt, endedAt, lastError: said, lastErrorAt: endedAt });
    throw fault;
  }
}

/** A run that ends well leaves the failure that another process stored meanwhile. */
function writeEnd(
  store: Store,
  key: Key,
  end: Pick<RunRecord, "startedAt" | "endedAt"> & Partial<RunRecord>,
): Promise<true> {
  return retried(async () => {
    const { value, versionstamp } = await readEntry(store, key, runRecord);
    const record = { lastError: null, lastErrorAt: null, ...value, ...end };
    const { ok } = await store.atomic().check({ key, versionstamp }).set(key, record).commit();
    return ok ? true : null;
  });
}

/** Every job: its last run as far as it was stored, and the next. */
export async function jobStates(store: Store, nowMs: number): Promise<JobState[]> {
  const [runs, leases] = await Promise.all([
    readEntries(store, JOB_NAMES.map((name) => keys.jobRun(name)), runRecord),
    readEntries(store, JOB_NAMES.map((name) => keys.lease(name)), leaseRecord),
  ]);
  return JOB_NAMES.map((name, rank) => {
    const run = runs[rank]?.value ?? null;
    const isHeld = (leases[rank]?.value?.untilMs ?? 0) > nowMs;
    const schedule = JOB_SCHEDULES[name];
    return {
      name,
      schedule,
      startedAt: instant(run?.startedAt),
      endedAt: instant(run?.endedAt),
      isInterrupted: run !== null && !isHeld && isInterrupted(run, nowMs),
      nextAt: instant(nextRun(schedule, nowMs)),
      lastError: run?.lastError ?? null,
      lastErrorAt: instant(run?.lastErrorAt),
    };
  });
}

function instant(epochMs: number | null | undefined): string | null {
  return epochMs === null || epochMs === undefined ? null : new Date(epochMs).toISOString();
}
