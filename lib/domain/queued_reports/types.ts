/** How far a report has come. */
export type QueuedReportState = "queued" | "running" | "done" | "failed";

/** A report generated in the background for a user. @spec B §7 "/queuedreports" */
export interface QueuedReport {
  id: string;
  /** Its title, in French. */
  label: string;
  projectId: string | null;
  /** Instant. */
  createdAt: string;
  state: QueuedReportState;
  /** 0 to 100. */
  progress: number;
  /** null until it is done. */
  fileName: string | null;
}
