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
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import { user } from "@/lib/domain/organisations/schema.ts";

/** An organisation as platform administrators see it: its size and its administrators, not its data. */
export type PlatformOrg = z.output<typeof platformOrg>;
export const platformOrg = namedObject("PlatformOrg", {
  id,
  name: anyText,
  residenceCount: figure,
  userCount: figure,
  admins: z.array(user),
  version: anyText,
});

export const orgNameDraft = z.strictObject({ name: text(200), version });

/** An account whose attempts are used up for a while. */
export type LockedAccount = z.output<typeof lockedAccount>;
export const lockedAccount = namedObject("LockedAccount", {
  email: anyText,
  forename: anyText,
  surname: anyText,
  /** Instant from which it may try again by itself. */
  until: instant,
});

/** A job of the program: its last run, and the next. */
export type JobState = z.output<typeof jobState>;
export const jobState = namedObject("JobState", {
  name: anyText,
  /** As cron writes it, in universal time. */
  schedule: anyText,
  /** Instants; null before the first run. */
  startedAt: instantOrNull,
  endedAt: instantOrNull,
  /** Whether its process went away before its end. */
  isInterrupted: flag,
  /** Whether it took, or takes, longer than the time between two runs: those of meanwhile do not take place. */
  isSlow: flag,
  nextAt: instantOrNull,
  /** Last error and its time; null when there was none. */
  lastError: anyTextOrNull,
  lastErrorAt: instantOrNull,
});

export type StoredKind = z.output<typeof storedKind>;
const storedKind = z.object({
  name: anyText,
  /** What they hold, in English. */
  holds: anyText,
  count: figure,
  /** Counted no further: there are more. */
  isMore: flag,
});

export type Backup = z.output<typeof backup>;
const backup = z.object({
  name: anyText,
  bytes: figure,
  /** Instant it was written. */
  at: instant,
});

/** Content of the store. */
export const storageState = namedObject("StorageState", {
  /** Bytes of its file; null when it is in memory or at a distance. */
  fileBytes: numberOrNull,
  /** Entries of each kind, in the order of the keys; kinds without entry are left out. */
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
  /** Next try, or when it was abandoned. */
  nextAt: instant,
  attempts: figure,
  lastError: anyTextOrNull,
});

/** What waits to be mailed. */
export const mailState = namedObject("MailState", {
  /** Whether a mail server is set up: without one, mails wait. */
  leaves: flag,
  waitingCount: figure,
  failedCount: figure,
  /** null when none waits. */
  oldestQueuedAt: instantOrNull,
  /** Abandoned mails, newest first, then waiting ones. */
  mails: z.array(queuedMail),
});

/** The next purge of an organisation's series, with the number of series that lose data if nothing changes until then. */
export type ComingPurge = z.output<typeof comingPurge>;
export const comingPurge = namedObject("ComingPurge", {
  at: instant,
  kept: z.object({ points: isoDate, days: isoDate, months: isoDate }),
  /** Readings. */
  pointCount: figure,
  /** Figures of days. */
  dayCount: figure,
  /** Figures of months. */
  monthCount: figure,
  /** Residences that lose some of them. */
  projectCount: figure,
  /** Residences to which older readings have just been sent: they are counted within minutes. */
  arrivingCount: figure,
  /** Residences that were not looked at: there are too many to count them unasked. */
  uncountedCount: figure,
});
