import * as z from "zod/mini";
import {
  anyText,
  anyTextOrNull,
  figure,
  flag,
  id,
  instant,
  instantOrNull,
  isoDate,
  namedObject,
  numberOrNull,
  storedObject,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import { user } from "@/lib/domain/organisations/schema.ts";

/** An organisation for platform administrators: its size and its administrators, not its data. */
export type PlatformOrg = z.output<typeof platformOrg>;
export const platformOrg = storedObject("PlatformOrg", {
  name: anyText,
  residenceCount: figure,
  userCount: figure,
  admins: z.array(user),
});

export const orgNameDraft = z.strictObject({ name: text(200), version });

/** An account temporarily out of sign-in attempts. */
export type LockedAccount = z.output<typeof lockedAccount>;
export const lockedAccount = namedObject("LockedAccount", {
  email: anyText,
  forename: anyText,
  surname: anyText,
  /** Instant at which its attempts are restored. */
  until: instant,
});

/** A job of the program: its last run, and the next. */
export type JobState = z.output<typeof jobState>;
export const jobState = namedObject("JobState", {
  name: anyText,
  /** Cron schedule, UTC. */
  schedule: anyText,
  /** Instants; null before the first run. */
  startedAt: instantOrNull,
  endedAt: instantOrNull,
  /** Whether its process stopped before its end. */
  isInterrupted: flag,
  /** Whether it took, or takes, longer than the interval of its schedule, so that runs are skipped. */
  isSlow: flag,
  nextAt: instantOrNull,
  /** Last error and its time; null when there was none. */
  lastError: anyTextOrNull,
  lastErrorAt: instantOrNull,
});

export type StoredKind = z.output<typeof storedKind>;
const storedKind = z.object({
  name: anyText,
  /** Description of their content, in English. */
  holds: anyText,
  count: figure,
  /** The count stopped at a limit: there are more. */
  isMore: flag,
});

export type Backup = z.output<typeof backup>;
const backup = z.object({
  name: anyText,
  bytes: figure,
  /** Instant of its creation. */
  at: instant,
});

/** Content of the store. */
export const storageState = namedObject("StorageState", {
  /** Bytes of its file; null when it is in memory or remote. */
  fileBytes: numberOrNull,
  /** Entries of each kind, in key order; kinds without entries are absent. */
  kinds: z.array(storedKind),
  countedAt: instant,
  /** Backups beside the file, newest first. */
  backups: z.array(backup),
});

export type QueuedMail = z.output<typeof queuedMail>;
const queuedMail = z.object({
  id,
  to: anyText,
  kind: anyText,
  state: z.enum(["waiting", "failed"]),
  queuedAt: instant,
  /** Next attempt, or time of abandonment. */
  nextAt: instant,
  attempts: figure,
  lastError: anyTextOrNull,
});

/** The queue of mails. */
export const mailState = namedObject("MailState", {
  /** Whether a mail server is configured: without one, mails wait. */
  leaves: flag,
  waitingCount: figure,
  failedCount: figure,
  /** null when no mail waits. */
  oldestQueuedAt: instantOrNull,
  /** Abandoned mails, newest first, then waiting ones. */
  mails: z.array(queuedMail),
});

/** The next purge of an organisation's series, with the amount of data lost if nothing changes until then. */
export type ComingPurge = z.output<typeof comingPurge>;
export const comingPurge = namedObject("ComingPurge", {
  at: instant,
  kept: z.object({ points: isoDate, days: isoDate, months: isoDate }),
  /** Readings lost. */
  pointCount: figure,
  /** Daily figures lost. */
  dayCount: figure,
  /** Monthly figures lost. */
  monthCount: figure,
  /** Residences that lose data. */
  projectCount: figure,
  /** Residences that have just received older readings: they will be counted within minutes. */
  arrivingCount: figure,
  /** Residences not counted: they are too many to be counted without a request. */
  uncountedCount: figure,
});
