import * as z from "zod/mini";
import * as field from "@/lib/domain/forms/fields/schema.ts";
import { namedObject } from "@/lib/domain/forms/schema.ts";

/** State of a queued report. */
export type QueuedReportState = z.output<typeof state>;
const state = z.enum(["queued", "running", "done", "failed"]);

/** A report generated in the background for a user. @spec queued-reports.owner */
export type QueuedReport = z.output<typeof queuedReport>;
export const queuedReport = namedObject("QueuedReport", {
  id: field.id,
  /** Its title, in French. */
  label: field.anyText,
  projectId: field.idOrNull,
  createdAt: field.instant,
  state,
  /** 0 to 100. */
  progress: z.number().check(z.gte(0), z.lte(100)),
  /** null until done. */
  fileName: field.anyTextOrNull,
});
