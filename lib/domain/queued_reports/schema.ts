import { z } from "zod";
import { id, idOrNull, instant } from "../forms/schema.ts";
import type { QueuedReport, QueuedReportState } from "./types.ts";

const state: z.ZodType<QueuedReportState> = z.enum(["queued", "running", "done", "failed"]);

/** {@link QueuedReport} */
export const queuedReport: z.ZodType<QueuedReport> = z.object({
  id,
  label: z.string(),
  projectId: idOrNull,
  createdAt: instant,
  state,
  progress: z.number().min(0).max(100),
  fileName: z.string().nullable(),
}).meta({ id: "QueuedReport" });
