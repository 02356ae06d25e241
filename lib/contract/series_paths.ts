import { FRESH_ALARMS_SECONDS, type PathTable } from "./path_table.ts";

/** Where the calls of series, their sources and the collectors' tokens are. @spec B §7 */
export const SERIES_PATHS = {
  listSilences: {
    method: "GET",
    path: "/collect/orgs/:orgId/silences",
    freshForSeconds: FRESH_ALARMS_SECONDS,
  },
  listDataseries: { method: "GET", path: "/collect/projects/:projectId/dataseries" },
  createDataseries: { method: "POST", path: "/collect/projects/:projectId/dataseries" },
  putDataseries: { method: "PUT", path: "/collect/projects/:projectId/dataseries/:series" },
  deleteDataseries: { method: "DELETE", path: "/collect/projects/:projectId/dataseries/:series" },
  listSeriesSources: {
    method: "GET",
    path: "/collect/projects/:projectId/dataseries/:series/sources",
  },
  attachSource: {
    method: "POST",
    path: "/collect/projects/:projectId/dataseries/:series/sources",
  },
  detachSource: {
    method: "DELETE",
    path: "/collect/projects/:projectId/dataseries/:series/sources/:source",
  },
  listMeterEvents: {
    method: "GET",
    path: "/collect/projects/:projectId/dataseries/:series/events",
  },
  addMeterEvent: {
    method: "POST",
    path: "/collect/projects/:projectId/dataseries/:series/events",
  },
  deleteMeterEvent: {
    method: "DELETE",
    path: "/collect/projects/:projectId/dataseries/:series/events/:eventId",
  },
  importReadings: { method: "POST", path: "/collect/projects/:projectId/readings/csv" },
  listRegisterFalls: { method: "GET", path: "/collect/projects/:projectId/registerfalls" },
  listRefusedSources: { method: "GET", path: "/collect/projects/:projectId/refusedsources" },
  listUnknownSources: { method: "GET", path: "/collect/projects/:projectId/unknownsources" },
  forgetUnknownSource: {
    method: "DELETE",
    path: "/collect/projects/:projectId/unknownsources/:source",
  },
  listIngestTokens: { method: "GET", path: "/collect/projects/:projectId/ingesttokens" },
  createIngestToken: { method: "POST", path: "/collect/projects/:projectId/ingesttokens" },
  revokeIngestToken: {
    method: "DELETE",
    path: "/collect/projects/:projectId/ingesttokens/:tokenId",
  },
  listManualIndexes: { method: "GET", path: "/collect/projects/:projectId/manualindex" },
  addManualIndex: { method: "POST", path: "/collect/projects/:projectId/manualindex" },
  deleteManualIndex: {
    method: "DELETE",
    path: "/collect/projects/:projectId/manualindex/:indexId",
  },
} as const satisfies PathTable;
