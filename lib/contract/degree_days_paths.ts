import { FRESH_DATA_SECONDS, type PathTable } from "./path_table.ts";

const fresh = { freshForSeconds: FRESH_DATA_SECONDS } as const;

/** Where the calls of outdoor sources and their DJU are. @spec B §7 */
export const DEGREE_DAYS_PATHS = {
  listOutdoorSources: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/outdoorsources",
  },
  createOutdoorSource: {
    method: "POST",
    path: "/collect/projects/:projectId/facilities/outdoorsources",
  },
  putOutdoorSource: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/outdoorsources/:outdoorSourceId",
  },
  deleteOutdoorSource: {
    method: "DELETE",
    path: "/collect/projects/:projectId/facilities/outdoorsources/:outdoorSourceId",
  },
  importOutdoorDays: {
    method: "POST",
    path: "/collect/projects/:projectId/facilities/outdoorsources/:outdoorSourceId/days",
  },
  putMonthlyDju: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/outdoorsources/:outdoorSourceId/dju",
  },
  getDju: {
    method: "GET",
    path: "/collect/projects/:projectId/outdoordju/:outdoorSourceId/:segment",
    ...fresh,
  },
  getDjuDailyYear: {
    method: "GET",
    path: "/collect/projects/:projectId/outdoordju/:outdoorSourceId/dailyYear-:year",
    ...fresh,
  },
} as const satisfies PathTable;
