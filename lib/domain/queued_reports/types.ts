export type * from "./schema.ts";

/** How far a report has come. */
export type QueuedReportState = "queued" | "running" | "done" | "failed";
