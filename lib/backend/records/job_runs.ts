import { z } from "zod";
import { readEntries, readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { JOB_NAMES, JOB_SCHEDULES, type JobName, nextRun } from "@/lib/domain/platform/jobs.ts";
import type { JobState } from "@/lib/domain/platform/types.ts";

interface RunRecord {
  /** Epoch ms. */
  startedAt: number;
  /** null while it runs, or when its process went away. */
  endedAt: number | null;
  lastError: string | null;
  lastErrorAt: number | null;
}

export const runRecord: z.ZodType<RunRecord> = z.object({
  startedAt: z.int(),
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
  const run: RunRecord = { startedAt: now(), endedAt: null, lastError, lastErrorAt };
  await store.atomic().set(key, run).commit();
  try {
    await work();
    await store.atomic().set(key, { ...run, endedAt: now() }).commit();
  } catch (fault) {
    const said = String(fault).slice(0, ERROR_MAX_LENGTH);
    const endedAt = now();
    await store.atomic().set(key, { ...run, endedAt, lastError: said, lastErrorAt: endedAt })
      .commit();
    throw fault;
  }
}

/** Every job: its last run as far as it was stored, and the next. */
export async function jobStates(store: Store, nowMs: number): Promise<JobState[]> {
  const entries = await readEntries(store, JOB_NAMES.map((name) => keys.jobRun(name)), runRecord);
  return JOB_NAMES.map((name, rank) => {
    const run = entries[rank]?.value ?? null;
    const schedule = JOB_SCHEDULES[name];
    return {
      name,
      schedule,
      startedAt: instant(run?.startedAt),
      endedAt: instant(run?.endedAt),
      nextAt: instant(nextRun(schedule, nowMs)),
      lastError: run?.lastError ?? null,
      lastErrorAt: instant(run?.lastErrorAt),
    };
  });
}

function instant(epochMs: number | null | undefined): string | null {
  return epochMs === null || epochMs === undefined ? null : new Date(epochMs).toISOString();
}
