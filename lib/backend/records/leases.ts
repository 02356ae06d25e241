import { z } from "zod";

/** Who runs a job, and until when. */
export interface LeaseRecord {
  holder: string;
  /** Epoch ms: the store sweeps late, so the lease says itself when it ends. */
  untilMs: number;
}

export const leaseRecord: z.ZodType<LeaseRecord> = z.object({
  holder: z.string(),
  untilMs: z.number(),
});
