import { FRESH_DATA_SECONDS, FRESH_STATUS_SECONDS, type PathTable } from "./path_table.ts";

const config = { freshForSeconds: FRESH_DATA_SECONDS } as const;
const status = { freshForSeconds: FRESH_STATUS_SECONDS } as const;

/** Where the calls of remote control are. @spec B §7 "Pilot under /api/pilot/projects/{id}" */
export const PILOT_PATHS = {
  getPilotFeatures: { method: "GET", path: "/pilot/projects/:projectId/features" },
  getPilotConfig: { method: "GET", path: "/pilot/projects/:projectId/config", ...config },
  putPilotConfig: { method: "PUT", path: "/pilot/projects/:projectId/config" },
  listPilotThresholds: {
    method: "GET",
    path: "/pilot/projects/:projectId/thresholds",
    ...config,
  },
  putPilotThreshold: {
    method: "PUT",
    path: "/pilot/projects/:projectId/thresholds/:dataSeriesId",
  },
  listModulesConfig: {
    method: "GET",
    path: "/pilot/projects/:projectId/modulesconfig",
    ...config,
  },
  listModulesStatus: {
    method: "GET",
    path: "/pilot/projects/:projectId/modulesstatus",
    ...status,
  },
  listModulesConnectivity: {
    method: "GET",
    path: "/pilot/projects/:projectId/modulesconnectivity",
    ...status,
  },
  getModuleConfig: {
    method: "GET",
    path: "/pilot/projects/:projectId/modules/:moduleId/config",
    ...config,
  },
  putModuleConfig: {
    method: "PUT",
    path: "/pilot/projects/:projectId/modules/:moduleId/config",
  },
  getModuleStatus: {
    method: "GET",
    path: "/pilot/projects/:projectId/modules/:moduleId/status",
    ...status,
  },
  putModuleStatus: {
    method: "PUT",
    path: "/pilot/projects/:projectId/modules/:moduleId/status",
  },
} as const satisfies PathTable;
