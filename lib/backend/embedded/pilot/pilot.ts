import type { Services } from "@/lib/backend/embedded/services.ts";
import type { PILOT_CALLS } from "@/lib/contract/calls/pilot.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { pilotChanges } from "./changes.ts";
import { moduleReads } from "./module_reads.ts";
import { ownPilotCalls } from "./own_pilot.ts";
import { residenceReads } from "./residence_reads.ts";
import { thresholdCalls } from "./thresholds.ts";

/** The remote control of dwellings. */
export function pilotArea(services: Services) {
  return {
    ...thresholdCalls(services),
    ...residenceReads(services),
    ...moduleReads(services),
    ...pilotChanges(services),
    ...ownPilotCalls(services),
  } satisfies Pick<Backend, keyof typeof PILOT_CALLS>;
}
