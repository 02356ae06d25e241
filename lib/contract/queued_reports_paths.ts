import { FRESH_STATUS_SECONDS, type PathTable } from "./path_table.ts";

/** Where the calls of reports made aside are. @spec B §7 "/queuedreports", "PDF downloads" */
export const QUEUED_REPORTS_PATHS = {
  listQueuedReports: {
    method: "GET",
    path: "/collect/queuedreports",
    freshForSeconds: FRESH_STATUS_SECONDS,
  },
  getQueuedReportPdf: { method: "GET", path: "/collect/queuedreports/:reportId/pdf" },
  deleteQueuedReport: { method: "DELETE", path: "/collect/queuedreports/:reportId" },
} as const satisfies PathTable;
