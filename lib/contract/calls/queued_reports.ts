import * as z from "zod/mini";
import { FRESH_STATUS_SECONDS } from "@/lib/contract/freshness.ts";
import { ownCall } from "@/lib/contract/grants.ts";
import { fileAnswer } from "@/lib/contract/shapes.ts";
import { queuedReport } from "@/lib/domain/queued_reports/schema.ts";

/** Reports generated in the background, each for the user who requested it. @spec calls.catalogue */
export const QUEUED_REPORTS_CALLS = {
  listQueuedReports: ownCall({
    request: "GET /collect/queuedreports",
    freshForSeconds: FRESH_STATUS_SECONDS,
    summary: "The reports one has asked for, newest first (B §7)",
    answer: z.array(queuedReport),
  }),
  getQueuedReportPdf: ownCall({
    request: "GET /collect/queuedreports/:reportId/pdf",
    summary: "A report one has asked for, once it is done (B §7)",
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["not-found"],
  }),
  deleteQueuedReport: ownCall({
    request: "DELETE /collect/queuedreports/:reportId",
    summary: "Deletes a report one has asked for, or stops it",
    audit: "Rapport en préparation supprimé",
    refusals: ["not-found"],
  }),
};
