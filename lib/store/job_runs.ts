/** Runs a job under its lease and gathers the failures of its subjects. @module */

import { type JobName, type RunSubject, writeRunFailure } from "./jobs.ts";
import { type Lease, type LeasedWork, withLease } from "./leases.ts";
import type { StoreClock } from "./store.ts";
import { listLenient, type Unread } from "./unreadable_values.ts";

/** Maximum number of faults stored per run; the others are counted. */
const FAULTS_KEPT = 100;

/**
 * The faults of one run of a job: each subject is tried separately, so that a failure does not stop the others.
 *
 * The run fails once all subjects are done, and its message names the failed ones, for the jobs page.
 */
export class RunFaults {
  readonly #faults: Error[] = [];
  readonly #unread = new Set<string>();
  #count = 0;

  constructor(private readonly subject: RunSubject) {}

  /**
   * Runs the work of one subject.
   *
   * @param subject its name, or a function that reads it: an unreadable name is a fault too
   */
  async try(
    subject: string | (() => Promise<string>),
    work: () => Promise<void>,
  ): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (fault) {
      const isNamed = this.#faults.length < FAULTS_KEPT;
      this.#add(isNamed ? await nameOf(subject) : "", fault);
      return false;
    }
  }

  /** The result of a read; the values that its lists leave out are faults of the run. */
  async readInPart<Value>(read: () => Promise<Value>): Promise<Value> {
    const { value, unread } = await listLenient(read);
    this.leaveOut(unread);
    return value;
  }

  /** Records values that were left out, by their keys: each once, however often it is read. */
  leaveOut(unread: Unread): void {
    for (const [name, fault] of unread) {
      if (!this.#unread.has(name)) this.#add(name, fault);
      this.#unread.add(name);
    }
  }

  /** Number of subjects that have failed so far. */
  get count(): number {
    return this.#count;
  }

  #add(name: string, fault: unknown): void {
    this.#count++;
    if (this.#faults.length < FAULTS_KEPT) {
      this.#faults.push(new Error(`${name}: ${fault}`, { cause: fault }));
    }
  }

  /** @throws AggregateError that names every failed subject */
  end(): void {
    if (this.#count === 0) return;
    const named = this.#faults.map(({ message }) => message).join("; ");
    const failure = { count: this.#count, subject: this.subject, named };
    throw new AggregateError(this.#faults, writeRunFailure(failure));
  }
}

/**
 * Runs work that tries its subjects separately. Work that stops early, as when another process has its lease, hides no
 * fault found before.
 *
 * @returns the result of the work
 * @throws AggregateError that names every failed subject
 */
export async function withFaults<T>(
  subject: RunSubject,
  work: (faults: RunFaults) => Promise<T>,
): Promise<T> {
  const faults = new RunFaults(subject);
  const result = await work(faults);
  faults.end();
  return result;
}

async function nameOf(subject: string | (() => Promise<string>)): Promise<string> {
  if (typeof subject === "string") return subject;
  try {
    return await subject();
  } catch (fault) {
    return `unnamed (${fault})`;
  }
}

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
