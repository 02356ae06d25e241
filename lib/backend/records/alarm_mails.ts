import { z } from "zod";
import type { ReminderMark } from "@/lib/domain/alarms/report_mails.ts";

/** What a mail report has written about, so that each mail leaves once. */
export interface ReportMailRecord extends ReminderMark {
  /** Changes that it has written about and whose events are still stored. */
  mailed: string[];
}

export const reportMailRecord: z.ZodType<ReportMailRecord> = z.object({
  sinceMs: z.number().nullable(),
  remindedMs: z.number(),
  mailed: z.array(z.string()),
});
