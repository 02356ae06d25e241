import { FRESH_DATA_SECONDS, type PathTable } from "./path_table.ts";

/** Where the calls of whoever lives in a dwelling, about that dwelling, are. @spec domain §3 "Who is who" */
export const OWN_HOUSES_PATHS = {
  listOwnHouses: { method: "GET", path: "/collect/ownhouses" },
  getOwnHouse: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/ownhouses/:houseId",
  },
  getOwnRangeData: {
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/ownhouses/:houseId/dataseries/:series/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
  },
  putOwnConsent: {
    method: "PUT",
    path: "/collect/projects/:projectId/housing/ownhouses/:houseId/consent",
  },
  exportOwnData: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/ownhouses/:houseId/export",
  },
} as const satisfies PathTable;
