import type { User } from "@/lib/domain/organisations/types.ts";

/** An organisation as platform administrators see it: its size and its administrators, not its data. */
export interface PlatformOrg {
  id: string;
  name: string;
  residenceCount: number;
  userCount: number;
  admins: User[];
  version: string;
}

/** A change of an organisation's name. */
export interface OrgNameDraft {
  name: string;
  version?: string | undefined;
}

/** An account whose attempts are used up for a while. */
export interface LockedAccount extends User {
  /** Instant from which it may try again by itself. */
  until: string;
}

/** A job of the program: its last run, and the next. */
export interface JobState {
  name: string;
  /** As cron writes it, in universal time. */
  schedule: string;
  /** Instants; null before the first run. */
  startedAt: string | null;
  endedAt: string | null;
  nextAt: string | null;
  /** Last error and its time; null when there was none. */
  lastError: string | null;
  lastErrorAt: string | null;
}

/** Content of the store. */
export interface StorageState {
  /** Bytes of its file; null when it is in memory or at a distance. */
  fileBytes: number | null;
  /** Entries of each kind, in the order of the keys; kinds without entry are left out. */
  kinds: StoredKind[];
  /** When the entries were counted. */
  countedAt: string;
  /** Backups beside the file, newest first. */
  backups: Backup[];
}

/** How many entries the store holds of a kind. */
export interface StoredKind {
  name: string;
  /** What they hold, in English. */
  holds: string;
  count: number;
  /** Counted no further: there are more. */
  isMore: boolean;
}

/** A backup of the store's file. */
export interface Backup {
  name: string;
  bytes: number;
  /** Instant it was written. */
  at: string;
}

/** A mail that waits or was abandoned, without its content. */
export interface QueuedMail {
  id: string;
  to: string;
  kind: string;
  state: "waiting" | "failed";
  queuedAt: string;
  /** Next try, or when it was abandoned. */
  nextAt: string;
  attempts: number;
  lastError: string | null;
}

/** What waits to be mailed. */
export interface MailState {
  /** Whether a mail server is set up: without one, mails wait. */
  leaves: boolean;
  waitingCount: number;
  failedCount: number;
  /** null when none waits. */
  oldestQueuedAt: string | null;
  /** Abandoned mails, newest first, then waiting ones. */
  mails: QueuedMail[];
}
