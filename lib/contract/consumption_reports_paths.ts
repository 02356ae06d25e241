import { FRESH_DATA_SECONDS, type PathTable } from "./path_table.ts";

/** Where the calls of consumption reports are. @spec B §7 "Consumption report" */
export const CONSUMPTION_REPORTS_PATHS = {
  getConsumptionReportSettings: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/consreport/settings",
  },
  putConsumptionReportSettings: {
    method: "PUT",
    path: "/collect/projects/:projectId/housing/consreport/settings",
  },
  getConsumptionAnalysis: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/consreport/analysis/:month",
    freshForSeconds: FRESH_DATA_SECONDS,
  },
  getConsumptionReportPdf: {
    method: "GET",
    path: "/collect/projects/:projectId/housing/consreport/by-house/:houseId/pdf/:month",
  },
  orderConsumptionReports: {
    method: "POST",
    path: "/collect/projects/:projectId/housing/consreport/pdf/:month",
  },
} as const satisfies PathTable;
