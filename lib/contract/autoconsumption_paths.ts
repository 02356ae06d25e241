import { FRESH_DATA_SECONDS, type PathTable } from "./path_table.ts";

/** Where the calls of collective self-consumption are. @spec B §7 "autoconsocollective" */
export const AUTOCONSUMPTION_PATHS = {
  getAutoconsumptionData: {
    method: "GET",
    path: "/collect/projects/:projectId/autoconsocollective/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
  },
  getAutoconsumptionConfig: {
    method: "GET",
    path: "/collect/projects/:projectId/autoconsocollective/config",
  },
  putAutoconsumptionInfo: {
    method: "PUT",
    path: "/collect/projects/:projectId/autoconsocollective/info",
  },
  createProducer: {
    method: "POST",
    path: "/collect/projects/:projectId/autoconsocollective/producers",
  },
  putProducer: {
    method: "PUT",
    path: "/collect/projects/:projectId/autoconsocollective/producers/:producerId",
  },
  deleteProducer: {
    method: "DELETE",
    path: "/collect/projects/:projectId/autoconsocollective/producers/:producerId",
  },
  createConsumer: {
    method: "POST",
    path: "/collect/projects/:projectId/autoconsocollective/consumers",
  },
  putConsumer: {
    method: "PUT",
    path: "/collect/projects/:projectId/autoconsocollective/consumers/:consumerId",
  },
  putConsumerStatus: {
    method: "PUT",
    path: "/collect/projects/:projectId/autoconsocollective/consumers/:consumerId/status",
  },
  exportConsumer: {
    method: "GET",
    path: "/collect/projects/:projectId/autoconsocollective/consumers/:consumerId/export",
  },
  eraseConsumer: {
    method: "POST",
    path: "/collect/projects/:projectId/autoconsocollective/consumers/:consumerId/erasure",
  },
  deleteConsumer: {
    method: "DELETE",
    path: "/collect/projects/:projectId/autoconsocollective/consumers/:consumerId",
  },
} as const satisfies PathTable;
