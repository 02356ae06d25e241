import { z } from "zod";
import { ALARM_HANDLERS, type AlarmReportSettings } from "@/lib/domain/alarms/types.ts";

export const alarmReportRecord: z.ZodType<AlarmReportSettings> = z.object({
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
