/** Stored records of the heating control. @module */

import * as z from "zod";
import { type HouseStatus, pilotConfigRead, pilotFeatures } from "./schema.ts";
import type { ConfigRequest, ModuleRequests, PilotChange } from "./setpoints.ts";
import type { KnownReport } from "./telemetry.ts";

/** Alarm threshold of a series of the pilot side, in its unit. */
export const pilotThresholdRecord = z.object({ threshold: z.number() });

const change: z.ZodType<PilotChange> = z.object({
  revision: z.int(),
  epochS: z.int(),
  accountId: z.string().nullable(),
});

const config = z.object(pilotConfigRead.shape)
  .omit({ changedAt: true, changedBy: true, version: true });

const houseStatus: z.ZodType<HouseStatus> = z.enum(["present", "absent"]);

/** The controlled functions of a residence, and the limits for occupants. */
export type PilotFeaturesRecord = z.output<typeof pilotFeaturesRecord>;
export const pilotFeaturesRecord = z.object(pilotFeatures.shape).omit({ version: true })
  .extend({ change });

export const pilotConfigRecord: z.ZodType<ConfigRequest> = z.object({ config, change });

/** Other settings requested of a module. */
export const pilotModuleRecord: z.ZodType<ModuleRequests> = z.object({
  own: z.object({ config: config.nullable(), change }).nullable(),
  presence: z.object({ house_status: houseStatus, change }).nullable(),
  occupant: z.object({ occupancyId: z.string().nullable(), tempC: z.number().nullable(), change })
    .nullable(),
});

/** The last report of a gateway about a module. */
export const pilotReportRecord: z.ZodType<KnownReport> = z.object({
  appliedRevision: z.int(),
  appliedS: z.int().nullable(),
  heardS: z.int().nullable().default(null),
  reportedS: z.int().nullable(),
  temperatureC: z.number().nullable(),
  setpointC: z.number().nullable(),
  isHeating: z.boolean().nullable(),
  isCooling: z.boolean().nullable(),
  isWaterHeating: z.boolean().nullable(),
  house_status: houseStatus.nullable(),
});

/** When a gateway last fetched the settings of a residence, seconds since 1970. */
export const pilotPollRecord: z.ZodType<number> = z.int();

/** The revision of the last change of a residence's pilot. */
export const pilotRevisionRecord: z.ZodType<number> = z.int();
