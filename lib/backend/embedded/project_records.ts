import { z } from "zod";

/** Where a residence stands. */
export interface LocationRecord {
  street: string;
  zipCode: string;
  city: string;
  latitude: number | null;
  longitude: number | null;
}

/** A residence. */
export interface ProjectRecord {
  orgId: string;
  name: string;
  code: string;
  location: LocationRecord;
  /** Tag value ids, at most one per group. */
  tags: string[];
  hasPilot: boolean;
  hasTempPilot: boolean;
  instrumented: boolean;
  /** 0 none, 1 read, 2 write, 3 websocket. */
  ecotouchAdmin: number;
  timeZone: string;
}

export const projectRecord: z.ZodType<ProjectRecord> = z.object({
  orgId: z.string(),
  name: z.string(),
  code: z.string(),
  location: z.object({
    street: z.string(),
    zipCode: z.string(),
    city: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  }),
  tags: z.array(z.string()),
  hasPilot: z.boolean(),
  hasTempPilot: z.boolean(),
  instrumented: z.boolean(),
  ecotouchAdmin: z.int().min(0).max(3),
  timeZone: z.string(),
});
