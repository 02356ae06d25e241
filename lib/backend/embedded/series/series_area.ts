import { projectTokens } from "@/lib/backend/embedded/project_tokens.ts";
import { bound, type Services } from "@/lib/backend/embedded/services.ts";
import { SERIES_CALLS } from "@/lib/contract/calls/series.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import * as collectors from "./collectors.ts";
import * as dataseries from "./dataseries.ts";
import * as manualIndexes from "./manual_indexes.ts";
import * as meterEvents from "./meter_events.ts";
import { importReadings } from "./readings_import.ts";
import { listRegisterFalls } from "./register_falls.ts";
import { listSilences } from "./silences.ts";

/** Data series, their sources, and collectors' tokens. */
export function seriesArea(services: Services) {
  const tokens = projectTokens(services, "ingest", ["createIngestToken", "revokeIngestToken"]);
  return {
    ...bound(services, {
      ...collectors,
      attachSource: collectors.attach,
      detachSource: collectors.detach,
      ...dataseries,
      ...manualIndexes,
      ...meterEvents,
      importReadings,
      listRegisterFalls,
      listSilences,
    }),
    listIngestTokens: tokens.list,
    createIngestToken: tokens.create,
    revokeIngestToken: tokens.revoke,
  } satisfies Pick<Backend, keyof typeof SERIES_CALLS>;
}
