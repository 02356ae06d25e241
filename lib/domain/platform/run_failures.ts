/** What the runs of jobs do one by one, each on its own, so that one that fails stops no other. */
export const RUN_SUBJECTS = [
  "actions",
  "delivery points",
  "mails",
  "organisations or residences",
  "posts",
  "recipients",
  "reports",
  "requests",
  "residences",
  "removals",
] as const;

/** One of {@link RUN_SUBJECTS}. */
export type RunSubject = typeof RUN_SUBJECTS[number];

/** That some subjects of a run failed. */
export interface RunFailure {
  readonly count: number;
  readonly subject: RunSubject;
  /** Their names, each with what went wrong. */
  readonly named: string;
}

/** A failure as logs say it, and as the last run of a job is stored with it. */
export function writeRunFailure({ count, subject, named }: RunFailure): string {
  return `${count} of the ${subject} failed: ${named}`;
}

const GIVEN_UP = /^(?:\w+: )?a step took longer than (\d+) minutes: the run was given up$/;

/** That a run was given up, as logs say it. */
export function writeGivenUp(minutes: number): string {
  return `a step took longer than ${minutes} minutes: the run was given up`;
}

/** The minutes that {@link writeGivenUp} names, the name of its error before it or not; null for any other text. */
export function readGivenUp(text: string): number | null {
  const minutes = GIVEN_UP.exec(text)?.[1];
  return minutes === undefined ? null : Number(minutes);
}

/** Reads what {@link writeRunFailure} writes, the name of its error before it or not; null for any other text. */
export function readRunFailure(text: string): RunFailure | null {
  const [, count, name, named] = /^(?:\w+: )?(\d+) of the ([a-z ]+) failed: (.*)$/s.exec(text) ??
    [];
  const subject = RUN_SUBJECTS.find((one) => one === name);
  return subject === undefined ? null : { count: Number(count), subject, named: named ?? "" };
}
