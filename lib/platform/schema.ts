/** Declares the schemas of jobs, storage, mails and locked accounts. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { draft, namedObject, storedObject } from "@/lib/base/object_schemas.ts";
import { user } from "@/lib/identity/schema.ts";
import { organisationDraft } from "@/lib/organisations/schema.ts";

/** An organisation for platform administrators: its size and its administrators, not its data. */
export type PlatformOrg = z.output<typeof platformOrg>;
export const platformOrg = storedObject("PlatformOrg", {
  name: field.anyText,
  residenceCount: field.figure,
  userCount: field.figure,
  admins: z.array(user),
});

export const orgNameDraft = draft({ name: organisationDraft.shape.name });

/** An account temporarily out of sign-in attempts. */
export type LockedAccount = z.output<typeof lockedAccount>;
export const lockedAccount = namedObject("LockedAccount", {
  ...user.shape,
  /** Instant at which its attempts are restored. */
  until: field.instant,
});

/** A job of the program: its last run, and the next. */
export type JobState = z.output<typeof jobState>;
export const jobState = namedObject("JobState", {
  name: field.anyText,
  /** Cron schedule, UTC. */
  schedule: field.anyText,
  /** Instants; null before the first run. */
  startedAt: field.instantOrNull,
  endedAt: field.instantOrNull,
  /** Whether its process stopped before its end. */
  isInterrupted: field.flag,
  /** Whether it took, or takes, longer than the interval of its schedule, so that runs are skipped. */
  isSlow: field.flag,
  nextAt: field.instantOrNull,
  /** Last error and its time; null when there was none. */
  lastError: field.anyTextOrNull,
  lastErrorAt: field.instantOrNull,
});

/** The subscription to the MQTT broker. @spec collectors.mqtt-state */
export type MqttState = z.output<typeof mqttState>;
export const mqttState = namedObject("MqttState", {
  /** Host of the broker. */
  host: field.anyText,
  /** Instants; null while not connected, and before the first message. */
  connectedAt: field.instantOrNull,
  messageAt: field.instantOrNull,
  /** Messages of no residence, and refused subscriptions. */
  refusedCount: field.figure,
});

export type StoredKind = z.output<typeof storedKind>;
const storedKind = z.object({
  name: field.anyText,
  /** Description of their content, in English. */
  holds: field.anyText,
  count: field.figure,
  /** The count stopped at a limit: there are more. */
  isMore: field.flag,
});

export type Backup = z.output<typeof backup>;
const backup = z.object({
  name: field.anyText,
  bytes: field.figure,
  /** Instant of its creation. */
  at: field.instant,
});

/** Content of the store. */
export const storageState = namedObject("StorageState", {
  /** Bytes of its file; null when it is in memory or remote. */
  fileBytes: field.numberOrNull,
  /** Entries of each kind, in key order; kinds without entries are absent. */
  kinds: z.array(storedKind),
  countedAt: field.instant,
  /** Backups beside the file, newest first. */
  backups: z.array(backup),
});

export type QueuedMail = z.output<typeof queuedMail>;
const queuedMail = z.object({
  id: field.id,
  to: field.anyText,
  kind: field.anyText,
  state: z.enum(["waiting", "failed"]),
  queuedAt: field.instant,
  /** Next attempt, or time of abandonment. */
  nextAt: field.instant,
  attempts: field.figure,
  lastError: field.anyTextOrNull,
});

/** The queue of mails. */
export const mailState = namedObject("MailState", {
  /** Whether a mail server is configured: without one, mails wait. */
  leaves: field.flag,
  waitingCount: field.figure,
  failedCount: field.figure,
  /** null when no mail waits. */
  oldestQueuedAt: field.instantOrNull,
  /** Abandoned mails, newest first, then waiting ones. */
  mails: z.array(queuedMail),
});
