import * as z from "zod";

/** The reminders and the changes already mailed by a mail report, so that each is mailed once. */
export type ReportMailRecord = z.output<typeof reportMailRecord>;
export const reportMailRecord = z.object({
  sinceMs: z.number().nullable(),
  remindedMs: z.number(),
  /** Mailed changes whose events are still stored. */
  mailed: z.array(z.string()),
});
