import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { FRESH_STATUS_SECONDS } from "@/lib/contract/freshness.ts";
import { SELF } from "@/lib/contract/grants.ts";
import { fileAnswer } from "@/lib/contract/shapes.ts";
import { queuedReport } from "@/lib/domain/queued_reports/schema.ts";

/** Reports generated in the background, each for the user who requested it. @spec calls.catalogue */
export const QUEUED_REPORTS_CALLS = {
  listQueuedReports: defineCall({
    request: "GET /collect/queuedreports",
    freshForSeconds: FRESH_STATUS_SECONDS,
    summary: "The reports one has asked for, newest first (B §7)",
    access: SELF,
    answer: z.array(queuedReport),
  }),
  getQueuedReportPdf: defineCall({
    request: "GET /collect/queuedreports/:reportId/pdf",
    summary: "A report one has asked for, once it is done (B §7)",
    access: SELF,
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["not-found"],
  }),
  deleteQueuedReport: defineCall({
    request: "DELETE /collect/queuedreports/:reportId",
    summary: "Deletes a report one has asked for, or stops it",
    audit: "Rapport en préparation supprimé",
    access: SELF,
    refusals: ["not-found"],
  }),
};
