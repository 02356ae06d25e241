import * as z from "zod/mini";
import { queuedReport } from "../domain/queued_reports/schema.ts";
import { defineCall } from "./call.ts";
import { SELF } from "./grants.ts";
import { QUEUED_REPORTS_PATHS as at } from "./queued_reports_paths.ts";
import { fileAnswer, nothing } from "./shapes.ts";

/** Reports made aside, each for whoever asked for it. @spec B §7 */
export const QUEUED_REPORTS_CALLS = {
  listQueuedReports: defineCall({
    ...at.listQueuedReports,
    summary: "The reports one has asked for, newest first (B §7)",
    access: SELF,
    answer: z.array(queuedReport),
    refusals: [],
  }),
  getQueuedReportPdf: defineCall({
    ...at.getQueuedReportPdf,
    summary: "A report one has asked for, once it is done (B §7)",
    access: SELF,
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["not-found"],
  }),
  deleteQueuedReport: defineCall({
    ...at.deleteQueuedReport,
    summary: "Deletes a report one has asked for, or stops it",
    access: SELF,
    answer: nothing,
    refusals: ["not-found"],
  }),
};
