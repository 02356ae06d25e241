import { projectTokens } from "@/lib/backend/embedded/project_tokens.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { SERIES_CALLS } from "@/lib/contract/calls/series.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import {
  attach,
  detach,
  forgetSource,
  listRefused,
  listSources,
  listUnknownSources,
} from "./collectors.ts";
import { createDataseries, deleteDataseries, listDataseries, putDataseries } from "./dataseries.ts";
import { addManualIndex, deleteManualIndex, listManualIndexes } from "./manual_indexes.ts";
import { addMeterEvent, deleteMeterEvent, listMeterEvents } from "./meter_events.ts";
import { importReadings } from "./readings_import.ts";
import { listRegisterFalls } from "./register_falls.ts";
import { listSilences } from "./silences.ts";

/** Data series, what feeds them, and collectors' tokens. */
export function seriesArea(services: Services) {
  const tokens = projectTokens(services, "ingest", ["createIngestToken", "revokeIngestToken"]);
  return {
    listSilences: (input, caller) => listSilences(services, input, caller),
    listDataseries: ({ projectId }) => listDataseries(services, projectId),
    createDataseries: (input, caller) => createDataseries(services, input, caller),
    putDataseries: (input, caller) => putDataseries(services, input, caller),
    deleteDataseries: (input, caller) => deleteDataseries(services, input, caller),
    listSeriesSources: (input) => listSources(services, input),
    attachSource: (input, caller) => attach(services, input, caller),
    detachSource: (input, caller) => detach(services, input, caller),
    listMeterEvents: (input, caller) => listMeterEvents(services, input, caller),
    addMeterEvent: (input, caller) => addMeterEvent(services, input, caller),
    deleteMeterEvent: (input, caller) => deleteMeterEvent(services, input, caller),
    listManualIndexes: (input) => listManualIndexes(services, input),
    addManualIndex: (input, caller) => addManualIndex(services, input, caller),
    deleteManualIndex: (input, caller) => deleteManualIndex(services, input, caller),
    importReadings: (input, caller) => importReadings(services, input, caller),
    listRegisterFalls: ({ projectId }, caller) => listRegisterFalls(services, projectId, caller),
    listRefusedSources: ({ projectId }) => listRefused(services, projectId),
    listUnknownSources: ({ projectId }, caller) => listUnknownSources(services, projectId, caller),
    forgetUnknownSource: (input, caller) => forgetSource(services, input, caller),
    listIngestTokens: tokens.list,
    createIngestToken: tokens.create,
    revokeIngestToken: tokens.revoke,
  } satisfies Pick<Backend, keyof typeof SERIES_CALLS>;
}
