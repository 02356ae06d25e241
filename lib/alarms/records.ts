/** Stored records of alarms, watched states, alarm reports, works, mails and webhooks. @module */

import * as z from "zod";
import { entity } from "@/lib/api/entity.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic } from "@/lib/store/store.ts";
import { ALARM_HANDLERS, type StoredAlarmSettings } from "./alarm_handlers.ts";
import { alarm } from "./schema.ts";

/** The reminders and the changes already mailed by a mail report, so that each is mailed once. */
export type ReportMailRecord = z.output<typeof reportMailRecord>;
export const reportMailRecord = z.object({
  sinceMs: z.number().nullable(),
  remindedMs: z.number(),
  /** Mailed changes whose events are still stored. */
  mailed: z.array(z.string()),
});

export type AlarmReportRecord = z.output<typeof alarmReportRecord>;
export const alarmReportRecord = z.object({
  /** Empty for none. */
  webhookUrl: z.string().default(""),
  /** The secret that signs the posts, encrypted; empty for none. */
  webhookSeal: z.string().default(""),
  name: z.string(),
  emails: z.array(z.string()),
  notifyStart: z.boolean(),
  notifyEnd: z.boolean(),
  notifyEvery: z.string(),
  selections: z.array(z.object({
    handler: z.enum(ALARM_HANDLERS),
    filters: z.record(z.string(), z.array(z.string())),
  })),
});

const idOrNull = z.string().nullable();

/** A stored alarm: its answer without the fields computed when it is read. */
export type AlarmRecord = z.output<typeof alarmRecord>;
export const alarmRecord = z.object(alarm.shape)
  .omit({ id: true, projectId: true, alarmComments: true, mutedUntil: true })
  .extend({
    /** Key of its subject in the residence. */
    subjectKey: z.string(),
  });

/** A stored comment; the author's names are read from the account. */
export const alarmCommentRecord = z.object({
  accountId: z.string(),
  /** Instant. */
  date: z.string(),
  text: z.string(),
});

/** The start or end of an alarm: written in the same commit, deleted after it is mailed. */
export type AlarmEventRecord = z.output<typeof alarmEventRecord>;
export const alarmEventRecord = z.object({
  /** Instant of its detection. */
  at: z.string(),
});

/** Stored planned works; the author's names are read from the account. */
export type AlarmMuteRecord = z.output<typeof alarmMuteRecord>;
export const alarmMuteRecord = z.object({
  equipmentId: idOrNull,
  houseId: idOrNull,
  handler: z.enum(ALARM_HANDLERS).nullable(),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  accountId: z.string(),
});

export const alarmSettingsRecord: z.ZodType<StoredAlarmSettings> = z.object({
  "boilerroom-circuit": z.number(),
  "building-cmv": z.number(),
  "building-skydome": z.number(),
  "pilot-threshold": z.number(),
  "water-night-flow": z.object({ nights: z.number(), litresPerHour: z.number() }).nullish(),
});

/** Record that every commit of alarms of a residence checks and writes. */
export type WatchingRecord = z.output<typeof watchingRecord>;
export const watchingRecord = z.object({
  /** Number of parts in which the positions of subjects at rest are stored. */
  restParts: z.number(),
});

const restRecord = z.object({
  key: z.string(),
  /** Its newest evaluated reading: seconds since 1970, and value; 0 and null when there is none. */
  seenS: z.number(),
  seenValue: z.union([z.number(), z.string()]).nullable(),
  /** The series it was watched through; absent for a silence, and in rows stored by older versions. */
  seriesId: z.string().optional(),
});

/** The last readings of some subjects at rest. */
export type AlarmRestRecord = z.output<typeof alarmRestRecord>;
export const alarmRestRecord = z.array(restRecord);

/** State of a subject between two evaluations; stored while it is wrong, or its readings are awaited. */
export type Watch = Readonly<z.output<typeof alarmWatchRecord>>;
export const alarmWatchRecord = restRecord.extend({
  /**
   * Right; wrong, but not for long enough, or muted; or an alarm was raised and its cause has not ended.
   * A subject without a watch is at rest.
   */
  state: z.enum(["rest", "pending", "raised"]),
  /** Start of the wrong state; for a silence, start of the wait for readings. Seconds since 1970. */
  sinceS: z.number(),
  /** Consecutive readings clearly inside the bounds, while an alarm is raised. */
  insideCount: z.number(),
  /** Its alarm while `state` is "raised", archived or not. */
  alarmId: idOrNull,
  /** The alarm of its gateway, when that of this subject was raised under it. */
  parentId: idOrNull,
});

/** Writes an alarm under its key: in the open or the closed ones, and removes it from the other. */
export function setAlarm(
  atomic: Atomic,
  { projectId, alarmId }: { readonly projectId: string; readonly alarmId: string },
  record: AlarmRecord,
): void {
  const [own, other] = record.end === null
    ? [keys.openAlarm, keys.closedAlarm]
    : [keys.closedAlarm, keys.openAlarm];
  atomic.set(own(projectId, alarmId), record).delete(other(projectId, alarmId));
}

export const ALARMS_ENTITIES = {
  alarmReport: entity(keys.alarmReport, alarmReportRecord),
  orgAlarmReport: entity(keys.orgAlarmReport, alarmReportRecord),
  userAlarmReport: entity(keys.userAlarmReport, alarmReportRecord),
  alarmMute: entity(keys.alarmMute, alarmMuteRecord),
};

/** A post waiting for the webhook of a mail report; its URL and secret are read from the report when it is sent. */
export type WebhookRow = z.output<typeof webhookRow>;
export const webhookRow = z.object({
  /** Key of the report. */
  report: z.array(z.string()),
  /** Body of the post, without the instant of the post. */
  content: z.record(z.string(), z.unknown()),
  /** Epoch ms. */
  queuedAt: z.number(),
});

/** The last failed post to the webhook of a report; deleted by the next successful one. */
export type WebhookFailure = z.output<typeof webhookFailure>;
export const webhookFailure = z.object({
  /** Instant. */
  at: z.string(),
  /** The answer received. */
  answer: z.string(),
  /** True when it is not tried again. */
  isGivenUp: z.boolean(),
  /** The URL that failed, the number of consecutive failures, and until when posts to it wait, epoch ms. */
  url: z.string().default(""),
  attempts: z.number().default(0),
  untilMs: z.number().default(0),
});

/** Base-36 digits of a start in an id: seconds until the year 4400. */
const START_DIGITS = 7;
/**
 * The id of the alarm of a subject that started at a given second. Ids sort by start, and an alarm found again, by
 * another process or after a restart, has the same id.
 */
export function alarmIdOf(subjectKey: string, startS: number): string {
  return `${alarmIdsFrom(startS)}-${secretHash(subjectKey).slice(0, 14)}`;
}

/** Sorts before the ids of alarms started at this second or later, and after all other ids. */
export function alarmIdsFrom(startS: number): string {
  return Math.max(0, Math.floor(startS)).toString(36).padStart(START_DIGITS, "0");
}
