import * as z from "zod";
import type { ReminderMark } from "@/lib/domain/alarms/report_mails.ts";

/** The changes already mailed by a mail report, so that each is mailed once. */
export interface ReportMailRecord extends ReminderMark {
  /** Mailed changes whose events are still stored. */
  mailed: string[];
}

export const reportMailRecord: z.ZodType<ReportMailRecord> = z.object({
  sinceMs: z.number().nullable(),
  remindedMs: z.number(),
  mailed: z.array(z.string()),
});
