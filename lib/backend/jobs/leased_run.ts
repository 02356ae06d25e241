import type { StoreClock } from "@/lib/backend/kv/store.ts";
import type { JobName } from "@/lib/domain/platform/jobs.ts";
import type { RunSubject } from "@/lib/domain/platform/run_failures.ts";
import { type Lease, type LeasedWork, withLease } from "./leases.ts";
import { type RunFaults, withFaults } from "./run_faults.ts";

interface LeasedJob extends Pick<LeasedWork<never>, "isIdle"> {
  readonly name: JobName;
  /** What it tries separately. */
  readonly subjects: RunSubject;
}

/**
 * Runs a job that tries its subjects separately, in one process at a time.
 *
 * @returns the result of the work; null when another process runs the job
 * @throws AggregateError that names every failed subject, and when a step takes too long
 */
export function leasedRun<T>(
  { store, now }: StoreClock,
  { name, subjects, ...job }: LeasedJob,
  work: (lease: Lease, faults: RunFaults) => Promise<T>,
): Promise<T | null> {
  const tried = (lease: Lease) => withFaults(subjects, (faults) => work(lease, faults));
  return withLease(store, name, { ...job, now, work: tried });
}
