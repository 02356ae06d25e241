import { OCCUPANCIES_PATHS } from "./occupancies_paths.ts";
import { OWN_HOUSES_PATHS } from "./own_houses_paths.ts";
import { FRESH_DATA_SECONDS, type PathTable } from "./path_table.ts";

const fresh = { freshForSeconds: FRESH_DATA_SECONDS } as const;

/** Where the calls of dwellings are. @spec B §7 "Project level", "Housing series" */
export const HOUSING_PATHS = {
  ...OCCUPANCIES_PATHS,
  ...OWN_HOUSES_PATHS,
  listHouses: { method: "GET", path: "/collect/projects/:projectId/housing/houses" },
  createHouse: { method: "POST", path: "/collect/projects/:projectId/housing/houses" },
  putHouseSettings: {
    method: "PUT",
    path: "/collect/projects/:projectId/housing/houses/:houseId/settings",
  },
  deleteHouse: { method: "DELETE", path: "/collect/projects/:projectId/housing/houses/:houseId" },
  listHouseTypes: { method: "GET", path: "/collect/projects/:projectId/housing/housetypes" },
  createHouseType: { method: "POST", path: "/collect/projects/:projectId/housing/housetypes" },
  putHouseType: {
    method: "PUT",
    path: "/collect/projects/:projectId/housing/housetypes/:houseTypeId",
  },
  deleteHouseType: {
    method: "DELETE",
    path: "/collect/projects/:projectId/housing/housetypes/:houseTypeId",
  },
  listAnonymousGroups: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/anonymousgroups",
  },
  createAnonymousGroup: {
    method: "POST",
    path: "/collect/projects/:projectId/housing/anonymousgroups",
  },
  putAnonymousGroup: {
    method: "PUT",
    path: "/collect/projects/:projectId/housing/anonymousgroups/:anonymousGroupId",
  },
  deleteAnonymousGroup: {
    method: "DELETE",
    path: "/collect/projects/:projectId/housing/anonymousgroups/:anonymousGroupId",
  },
  getHousesConnectivitySummary: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/housesconnectivitysummary",
    ...fresh,
  },
  listHousesConnectivity: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/housesconnectivity",
    ...fresh,
  },
  listModuleRights: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/housesmodulerights",
  },
  putModuleRights: {
    method: "PUT",
    path: "/collect/projects/:projectId/housing/housesmodulerights/:houseId",
  },
  listHousingAlerts: { method: "GET", path: "/collect/projects/:projectId/housing/alerts" },
  createHousingAlert: { method: "POST", path: "/collect/projects/:projectId/housing/alerts" },
  putHousingAlert: {
    method: "PUT",
    path: "/collect/projects/:projectId/housing/alerts/:alertId",
  },
  deleteHousingAlert: {
    method: "DELETE",
    path: "/collect/projects/:projectId/housing/alerts/:alertId",
  },

  getHousingRangeData: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/rangedata/:segment",
    ...fresh,
  },
  getHousingRangeStats: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/rangestats/:segment",
    ...fresh,
  },
  getSeriesRangeData: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/rangedata/:segment",
    ...fresh,
  },
  getSeriesRangeStats: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/rangestats/:segment",
    ...fresh,
  },
  getSeriesStats: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/stats/:instant",
    ...fresh,
  },
  getSeriesDetailedData: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/detaileddata/:instant",
    ...fresh,
  },
  getSeriesLastSensorData: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/last-sensor-data/:instant",
    ...fresh,
  },
  getSeriesAnonymousData: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/anonymousdata/:date",
    ...fresh,
  },
  getHouseRangeData: {
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/rangedata/:segment",
    ...fresh,
  },
  getHouseRangeStats: {
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/rangestats/:segment",
    ...fresh,
  },
  getHouseStats: {
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/stats/:segment",
    ...fresh,
  },
  getHouseDetailedData: {
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/detaileddata/:segment",
    ...fresh,
  },
  getHouseLastSensorData: {
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/last-sensor-data/:instant",
    ...fresh,
  },
} as const satisfies PathTable;
