import { z } from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import type { AlarmDelays } from "@/lib/domain/alarms/delays.ts";
import { type Alarm, ALARM_HANDLERS, type AlarmMute } from "@/lib/domain/alarms/types.ts";
import type { Watch } from "@/lib/domain/alarms/watching.ts";
import { entity } from "./entity.ts";

export type AlarmReportRecord = z.output<typeof alarmReportRecord>;
export const alarmReportRecord = z.object({
  /** Empty for none. */
  webhookUrl: z.string().default(""),
  /** The secret that signs what is posted, sealed; empty for none. */
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

/** A stored alarm: what its answer says that is not worked out when it is read. */
export interface AlarmRecord
  extends Omit<Alarm, "id" | "projectId" | "alarmComments" | "mutedUntil"> {
  /** Key of the subject it is about, among those of the residence. */
  subjectKey: string;
}

const idOrNull = z.string().nullable();

export const alarmRecord: z.ZodType<AlarmRecord> = z.object({
  subjectKey: z.string(),
  scope: z.enum(["building", "boilerroom", "global"]),
  handler: z.enum(ALARM_HANDLERS),
  houseId: idOrNull,
  buildingId: idOrNull,
  boilerRoomId: idOrNull,
  equipmentId: idOrNull,
  seriesId: idOrNull,
  start: z.string(),
  end: z.string().nullable(),
  message: z.string(),
  parentId: idOrNull,
  childCount: z.number(),
  archived: z.boolean(),
});

/** A stored comment; the names of its author are those of the account. */
export const alarmCommentRecord = z.object({
  accountId: z.string(),
  /** Instant. */
  date: z.string(),
  text: z.string(),
});

/** That an alarm has started or ended: written in the same commit, deleted by what mails it. */
export type AlarmEventRecord = z.output<typeof alarmEventRecord>;
export const alarmEventRecord = z.object({
  /** Instant at which it was noticed. */
  at: z.string(),
});

/** Planned works as they are stored; the names of their author are those of the account. */
export type AlarmMuteRecord = Omit<AlarmMute, "id" | "author" | "version"> & { accountId: string };

export const alarmMuteRecord: z.ZodType<AlarmMuteRecord> = z.object({
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

/** What every commit of alarms of a residence checks and writes. */
export type WatchingRecord = z.output<typeof watchingRecord>;
export const watchingRecord = z.object({
  /** In how many parts the positions of subjects at rest are stored. */
  restParts: z.number(),
});

const readValue = z.union([z.number(), z.string()]).nullable();

/** A subject that is wrong, or whose readings are awaited. */
export const alarmWatchRecord: z.ZodType<Watch> = z.object({
  key: z.string(),
  state: z.enum(["rest", "pending", "raised"]),
  sinceS: z.number(),
  insideCount: z.number(),
  seenS: z.number(),
  seenValue: readValue,
  seriesId: z.string().optional(),
  alarmId: idOrNull,
  parentId: idOrNull,
});

/** The last readings of some subjects at rest. */
export type AlarmRestRecord = Pick<Watch, "key" | "seenS" | "seenValue" | "seriesId">[];

export const alarmRestRecord: z.ZodType<AlarmRestRecord> = z.array(
  z.object({
    key: z.string(),
    seenS: z.number(),
    seenValue: readValue,
    seriesId: z.string().optional(),
  }),
);

/** Writes an alarm where it belongs: an open one is no longer closed, nor a closed one open. */
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
