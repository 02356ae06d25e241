import { z } from "zod";

/** Holder and end of the lease of a job. */
export interface LeaseRecord {
  holder: string;
  /** Epoch ms: the store deletes expired entries late, so the lease has its own end. */
  untilMs: number;
}

export const leaseRecord: z.ZodType<LeaseRecord> = z.object({
  holder: z.string(),
  untilMs: z.number(),
});
