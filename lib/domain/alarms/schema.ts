import * as z from "zod/mini";
import {
  anyText,
  emails,
  flag,
  id,
  idOrNull,
  instant,
  instantOrNull,
  named,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
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

const handler: z.ZodMiniType<AlarmHandler> = named("AlarmHandler", z.enum(ALARM_HANDLERS));
const scope: z.ZodMiniType<AlarmScope> = z.enum(["building", "boilerroom", "global"]);

/** {@link AlarmHandlerEntry} */
export const alarmHandlerEntry: z.ZodMiniType<AlarmHandlerEntry> = named(
  "AlarmHandlerEntry",
  z.object({
    handler,
    label: anyText,
  }),
);

const alarmComment: z.ZodMiniType<AlarmComment> = named(
  "AlarmComment",
  z.object({
    id,
    author: z.object({ lastName: anyText, firstName: anyText, email: anyText }),
    date: instant,
    text: anyText,
  }),
);

/** {@link Alarm} */
export const alarm: z.ZodMiniType<Alarm> = named(
  "Alarm",
  z.object({
    id,
    projectId: id,
    scope,
    handler,
    houseId: idOrNull,
    buildingId: idOrNull,
    boilerRoomId: idOrNull,
    start: instant,
    end: instantOrNull,
    message: anyText,
    alarmComments: z.array(alarmComment),
    parentId: idOrNull,
  }),
);

/** {@link AlarmCommentDraft} */
export const alarmCommentDraft: z.ZodMiniType<AlarmCommentDraft> = z.strictObject({
  text: text(2_000),
});

const selection: z.ZodMiniType<AlarmSelection> = z.strictObject({
  handler,
  filters: z.record(
    z.string().check(z.minLength(1), z.maxLength(50)),
    z.array(id).check(z.maxLength(1_000)),
  ).check(z.refine((filters) => Object.keys(filters).length <= 20)),
});

const reportFields = {
  name: text(100),
  emails: emails(50, 1),
  notifyStart: flag,
  notifyEnd: flag,
  notifyEvery: z.string().check(z.regex(/^([1-9]\d{0,3}[hd])?$/)),
  selections: z.array(selection).check(
    z.minLength(1),
    z.maxLength(ALARM_HANDLERS.length),
    z.refine((all) => new Set(all.map((one) => one.handler)).size === all.length, {
      message: "unique",
    }),
  ),
};

/** {@link AlarmReport} */
export const alarmReport: z.ZodMiniType<AlarmReport> = named(
  "AlarmReport",
  z.object({
    id,
    ...reportFields,
    version: anyText,
  }),
);

/** {@link AlarmReportDraft} */
export const alarmReportDraft: z.ZodMiniType<AlarmReportDraft> = z.strictObject({
  ...reportFields,
  version,
});

/** {@link AvailableSelection} */
export const availableSelection: z.ZodMiniType<AvailableSelection> = named(
  "AvailableSelection",
  z.object({
    handler,
    label: anyText,
    filters: z.array(z.object({
      name: anyText,
      label: anyText,
      values: z.array(z.object({ value: anyText, label: anyText })),
    })),
  }),
);
