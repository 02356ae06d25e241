import { FRESH_DATA_SECONDS, type PathTable } from "./path_table.ts";

/** Where the calls of gas delivery points are. @spec B §7 "grdfpces" */
export const GAS_PATHS = {
  listGasPces: { method: "GET", path: "/collect/orgs/:orgId/grdfpces" },
  getGasYear: {
    method: "GET",
    path: "/collect/orgs/:orgId/grdfpces/:pce/rangedata/:year",
    freshForSeconds: FRESH_DATA_SECONDS,
  },
  importGasLines: { method: "POST", path: "/collect/orgs/:orgId/grdfpces/lines" },
} as const satisfies PathTable;
