import { z } from "zod";

/** From which value on a series of the pilot side raises an alarm, in its unit. */
export interface PilotThresholdRecord {
  threshold: number;
}

export const pilotThresholdRecord: z.ZodType<PilotThresholdRecord> = z.object({
  threshold: z.number(),
});
