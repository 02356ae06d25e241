import { z } from "zod";
import { emails, id, idOrNull, instant, instantOrNull, text, version } from "../forms/schema.ts";
import {
  type Alarm,
  ALARM_HANDLERS,
  type AlarmComment,
  type AlarmCommentDraft,
  type AlarmHandler,
  type AlarmHandlerEntry,
  type AlarmReport,
  type AlarmReportDraft,
  type AlarmScope,
  type AlarmSelection,
  type AvailableSelection,
} from "./types.ts";

const handler: z.ZodType<AlarmHandler> = z.enum(ALARM_HANDLERS).meta({ id: "AlarmHandler" });
const scope: z.ZodType<AlarmScope> = z.enum(["building", "boilerroom", "global"]);

/** {@link AlarmHandlerEntry} */
export const alarmHandlerEntry: z.ZodType<AlarmHandlerEntry> = z.object({
  handler,
  label: z.string(),
}).meta({ id: "AlarmHandlerEntry" });

const alarmComment: z.ZodType<AlarmComment> = z.object({
  id,
  author: z.object({ lastName: z.string(), firstName: z.string(), email: z.string() }),
  date: instant,
  text: z.string(),
}).meta({ id: "AlarmComment" });

/** {@link Alarm} */
export const alarm: z.ZodType<Alarm> = z.object({
  id,
  projectId: id,
  scope,
  handler,
  houseId: idOrNull,
  buildingId: idOrNull,
  boilerRoomId: idOrNull,
  start: instant,
  end: instantOrNull,
  message: z.string(),
  alarmComments: z.array(alarmComment),
  parentId: idOrNull,
}).meta({ id: "Alarm" });

/** {@link AlarmCommentDraft} */
export const alarmCommentDraft: z.ZodType<AlarmCommentDraft> = z.strictObject({
  text: text(2_000),
});

const selection: z.ZodType<AlarmSelection> = z.strictObject({
  handler,
  filters: z.record(z.string().min(1).max(50), z.array(id).max(1_000))
    .refine((filters) => Object.keys(filters).length <= 20),
});

const reportFields = {
  name: text(100),
  emails: emails(50, 1),
  notifyStart: z.boolean(),
  notifyEnd: z.boolean(),
  notifyEvery: z.string().regex(/^([1-9]\d{0,3}[hd])?$/),
  selections: z.array(selection).min(1).max(ALARM_HANDLERS.length)
    .refine((all) => new Set(all.map((one) => one.handler)).size === all.length, {
      message: "unique",
    }),
};

/** {@link AlarmReport} */
export const alarmReport: z.ZodType<AlarmReport> = z.object({
  id,
  ...reportFields,
  version: z.string(),
}).meta({ id: "AlarmReport" });

/** {@link AlarmReportDraft} */
export const alarmReportDraft: z.ZodType<AlarmReportDraft> = z.strictObject({
  ...reportFields,
  version,
});

/** {@link AvailableSelection} */
export const availableSelection: z.ZodType<AvailableSelection> = z.object({
  handler,
  label: z.string(),
  filters: z.array(z.object({
    name: z.string(),
    label: z.string(),
    values: z.array(z.object({ value: z.string(), label: z.string() })),
  })),
}).meta({ id: "AvailableSelection" });
