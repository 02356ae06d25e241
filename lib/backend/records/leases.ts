import * as z from "zod";

/** Holder and end of the lease of a job. */
export type LeaseRecord = z.output<typeof leaseRecord>;
export const leaseRecord = z.object({
  holder: z.string(),
  /** Epoch ms: the store deletes expired entries late, so the lease has its own end. */
  untilMs: z.number(),
});
