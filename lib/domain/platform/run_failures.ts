/** Subjects that jobs process independently, so that a failure stops no other. */
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

/** A failure of some subjects of a run. */
interface RunFailure {
  readonly count: number;
  readonly subject: RunSubject;
  /** Their names, each with its error. */
  readonly named: string;
}

/** Text of a failure, for logs and for the stored last run of a job. */
export function writeRunFailure({ count, subject, named }: RunFailure): string {
  return `${count} of the ${subject} failed: ${named}`;
}

const GIVEN_UP = /^(?:\w+: )?a step took longer than (\d+) minutes: the run was given up$/;

/** Text of an abandoned run, for logs. */
export function writeGivenUp(minutes: number): string {
  return `a step took longer than ${minutes} minutes: the run was given up`;
}

/** Parses a text of {@link writeGivenUp}, with or without the error name before it; null for any other text. */
export function readGivenUp(text: string): number | null {
  const minutes = GIVEN_UP.exec(text)?.[1];
  return minutes === undefined ? null : Number(minutes);
}

/** Parses a text of {@link writeRunFailure}, with or without the error name before it; null for any other text. */
export function readRunFailure(text: string): RunFailure | null {
  const [, count, name, named] = /^(?:\w+: )?(\d+) of the ([a-z ]+) failed: (.*)$/s.exec(text) ??
    [];
  const subject = RUN_SUBJECTS.find((one) => one === name);
  return subject === undefined ? null : { count: Number(count), subject, named: named ?? "" };
}
