import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import type { AlarmDelays } from "@/lib/domain/alarms/delays.ts";
import { alarm } from "@/lib/domain/alarms/schema.ts";
import { ALARM_HANDLERS } from "@/lib/domain/alarms/types.ts";
import type { Watch } from "@/lib/domain/alarms/watching.ts";
import { entity } from "./entity.ts";

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

export const alarmSettingsRecord: z.ZodType<AlarmDelays> = z.object({
  "boilerroom-circuit": z.number(),
  "building-cmv": z.number(),
  "building-skydome": z.number(),
  "pilot-threshold": z.number(),
});

/** Record that every commit of alarms of a residence checks and writes. */
export type WatchingRecord = z.output<typeof watchingRecord>;
export const watchingRecord = z.object({
  /** Number of parts in which the positions of subjects at rest are stored. */
  restParts: z.number(),
});

const restRecord = z.object({
  key: z.string(),
  seenS: z.number(),
  seenValue: z.union([z.number(), z.string()]).nullable(),
  seriesId: z.string().optional(),
});

/** The last readings of some subjects at rest. */
export type AlarmRestRecord = z.output<typeof alarmRestRecord>;
export const alarmRestRecord = z.array(restRecord);

/** A subject that is wrong, or whose readings are awaited. */
export const alarmWatchRecord: z.ZodType<Watch> = restRecord.extend({
  state: z.enum(["rest", "pending", "raised"]),
  sinceS: z.number(),
  insideCount: z.number(),
  alarmId: idOrNull,
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
