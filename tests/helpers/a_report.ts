import type { QueuedReportRecord } from "@/lib/consumption_reports/records.ts";
import { PROJECT } from "./a_residence.ts";

/** A finished report about the residence. */
export const A_REPORT: QueuedReportRecord = {
  label: "Bilans de consommation, octobre 2025",
  projectId: PROJECT,
  createdAt: "2025-11-02T08:00:00Z",
  state: "done",
  progress: 100,
  fileName: "bilans-2025-10.pdf",
};

/** The same, when it was just ordered. */
export const A_QUEUED_REPORT: QueuedReportRecord = {
  ...A_REPORT,
  state: "queued",
  progress: 0,
  fileName: null,
};
