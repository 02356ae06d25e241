/** The jobs of the program: schedules, time limits, and the texts of their failures. @module */

import { DAY_MINUTES, MINUTE_MS } from "@/lib/base/durations.ts";
import { namesOf } from "@/lib/base/records.ts";

/**
 * The jobs of the program: their cron schedules in UTC, and the maximum duration of a step in minutes. A run is
 * abandoned when a step takes longer. Where other processes may run a job too, its whole run is one step; else its lease
 * lasts `leaseMin` minutes without renewal: longer than what it does between two renewals takes.
 */
export const JOBS = {
  "compact series": { schedule: "*/5 * * * *", longestStepMin: 60 },
  "send outbox": { schedule: "* * * * *", longestStepMin: 5, leaseMin: 2 },
  "pull adict": { schedule: "17 * * * *", longestStepMin: 30, leaseMin: 20 },
  "fetch weather": { schedule: "29 * * * *", longestStepMin: 30, leaseMin: 25 },
  "purge series": { schedule: "43 2 * * *", longestStepMin: 30, leaseMin: 10 },
  "sweep files": { schedule: "23 * * * *", longestStepMin: 60 },
  "give back space": { schedule: "*/20 * * * *", longestStepMin: 60 },
  "make documents": { schedule: "*/10 * * * *", longestStepMin: 15, leaseMin: 10 },
  "run document actions": { schedule: "* * * * *", longestStepMin: 10, leaseMin: 1 },
  "mail verdicts": { schedule: "* * * * *", longestStepMin: 15, leaseMin: 5 },
  "mail documents": { schedule: "11 5-17 * * *", longestStepMin: 15, leaseMin: 5 },
  "make reports": { schedule: "* * * * *", longestStepMin: 15, leaseMin: 1 },
  "mail reports": { schedule: "37 5-17 * * *", longestStepMin: 15, leaseMin: 5 },
  "mail letters": { schedule: "51 5-17 3-9 * *", longestStepMin: 15, leaseMin: 5 },
  "watch alarms": { schedule: "* * * * *", longestStepMin: 30, leaseMin: 5 },
  "make figures": { schedule: "* * * * *", longestStepMin: 15, leaseMin: 5 },
  "mail alarms": { schedule: "* * * * *", longestStepMin: 15, leaseMin: 5 },
  "post webhooks": { schedule: "* * * * *", longestStepMin: 5, leaseMin: 2 },
} as const;

export type JobName = keyof typeof JOBS;

export const JOB_NAMES: readonly JobName[] = namesOf(JOBS);

type JobTimes = Readonly<{ longestStepMin: number; leaseMin?: number }>;

/** Duration of the lease of a job without renewal, ms. */
export function leaseMs(name: JobName): number {
  const { longestStepMin, leaseMin = longestStepMin }: JobTimes = JOBS[name];
  return leaseMin * MINUTE_MS;
}

/** Stored times of a run, epoch ms; `endedAt` is null while it runs. */
interface RunTimes {
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** Whether a run took, or takes, longer than the interval of its schedule: runs are skipped. @spec platform.jobs */
export function isSlow(schedule: string, { startedAt, endedAt }: RunTimes, nowMs: number): boolean {
  const next = nextRun(schedule, startedAt);
  return next !== null && (endedAt ?? nowMs) > next;
}

/** Time after which an unfinished run has lost its process, ms: no run takes longer without a lease. */
const LONGEST_RUN_MS = 3_600_000;

/** Whether a run without a lease was interrupted. @param nowMs epoch ms, like `startedAt` and `endedAt` */
export function isInterrupted({ startedAt, endedAt }: RunTimes, nowMs: number): boolean {
  return endedAt === null && nowMs - startedAt >= LONGEST_RUN_MS;
}

/** Days within which a schedule on a day of a month occurs again. */
const SEARCHED_DAYS = 366;

/**
 * The next run of a schedule after an instant.
 *
 * @param schedule five fields: minute, hour, day, month, day of the week from Sunday 0; each `*`, numbers, ranges or
 * steps
 * @param afterMs epoch ms
 * @returns epoch ms; null when it does not run within a year
 * @throws RangeError when the text is not a schedule
 */
export function nextRun(schedule: string, afterMs: number): number | null {
  const fields = schedule.trim().split(/\s+/);
  if (fields.length !== 5) throw new RangeError(`Not a schedule: ${schedule}`);
  const sets = fields.map((field, position) => numbersOf(field, BOUNDS[position] ?? [0, 0]));
  let at = Math.floor(afterMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  for (let minutes = 0; minutes < SEARCHED_DAYS * DAY_MINUTES; minutes++, at += MINUTE_MS) {
    const date = new Date(at);
    const parts = [
      date.getUTCMinutes(),
      date.getUTCHours(),
      date.getUTCDate(),
      date.getUTCMonth() + 1,
      date.getUTCDay(),
    ];
    if (parts.every((part, position) => sets[position]?.has(part))) return at;
  }
  return null;
}

/** Lowest and highest value of each field. */
const BOUNDS: readonly (readonly [number, number])[] = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 6]];

const PART = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

function numbersOf(field: string, [low, high]: readonly [number, number]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const part of field.split(",")) {
    const match = PART.exec(part);
    if (match === null) throw new RangeError(`Not a schedule: ${field}`);
    const [, first, last, step] = match;
    const from = first === undefined ? low : Number(first);
    const to = last === undefined ? (first === undefined || step ? high : from) : Number(last);
    for (let value = from; value <= to; value += Number(step ?? 1) || 1) found.add(value);
  }
  return found;
}

/** Subjects that jobs process independently, so that a failure stops no other. */
export const RUN_SUBJECTS = [
  "actions",
  "delivery points",
  "departments",
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
