import * as z from "zod/mini";
import { anyText, anyTextOrNull, id, idOrNull, instant, named } from "@/lib/domain/forms/schema.ts";
import type { QueuedReport, QueuedReportState } from "./types.ts";

const state: z.ZodMiniType<QueuedReportState> = z.enum(["queued", "running", "done", "failed"]);

/** {@link QueuedReport} */
export const queuedReport: z.ZodMiniType<QueuedReport> = named(
  "QueuedReport",
  z.object({
    id,
    label: anyText,
    projectId: idOrNull,
    createdAt: instant,
    state,
    progress: z.number().check(z.gte(0), z.lte(100)),
    fileName: anyTextOrNull,
  }),
);
