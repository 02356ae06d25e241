import type { PathTable } from "./path_table.ts";

/** Where the calls of those who live in a dwelling are. @spec domain §3 "Who is who" */
export const OCCUPANCIES_PATHS = {
  listOccupancySpans: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/houses/:houseId/occupancyspans",
  },
  listOccupancies: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/houses/:houseId/occupancies",
  },
  createOccupancy: {
    method: "POST",
    path: "/collect/projects/:projectId/housing/houses/:houseId/occupancies",
  },
  putOccupancy: {
    method: "PUT",
    path: "/collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId",
  },
  deleteOccupancy: {
    method: "DELETE",
    path: "/collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId",
  },
  eraseOccupant: {
    method: "POST",
    path: "/collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/erasure",
  },
  exportOccupant: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/export",
  },
  inviteOccupant: {
    method: "POST",
    path: "/collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/access",
  },
  removeOccupantAccess: {
    method: "DELETE",
    path: "/collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/access",
  },
} as const satisfies PathTable;
