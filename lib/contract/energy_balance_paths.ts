import { FRESH_DATA_SECONDS, type PathTable } from "./path_table.ts";

const fresh = { freshForSeconds: FRESH_DATA_SECONDS } as const;

/** Where the calls of the energy balance are. @spec B §7 "Report computation inputs" */
export const ENERGY_BALANCE_PATHS = {
  getEfficiency: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiency",
  },
  putEfficiencySources: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiency",
  },
  putEfficiencySettings: {
    method: "PUT",
    path:
      "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiencysettings/:fromDate",
  },
  deleteEfficiencySettings: {
    method: "DELETE",
    path:
      "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiencysettings/:fromDate",
  },
  putGasFactors: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/gasfactors/:fromDate",
  },
  deleteGasFactors: {
    method: "DELETE",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/gasfactors/:fromDate",
  },
  getBalanceReadings: {
    method: "GET",
    path:
      "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/energybalance/:segment",
    ...fresh,
  },
  compareBoilerRooms: {
    method: "GET",
    path: "/collect/orgs/:orgId/boilerroomreports/:segment",
    ...fresh,
  },
} as const satisfies PathTable;
