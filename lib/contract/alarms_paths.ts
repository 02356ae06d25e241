import { FRESH_ALARMS_SECONDS, type PathTable } from "./path_table.ts";

const fresh = { freshForSeconds: FRESH_ALARMS_SECONDS } as const;

/** Where the calls of alarms and their mail reports are. @spec B §7 */
export const ALARMS_PATHS = {
  listAlarmHandlers: { method: "GET", path: "/collect/alarm-handlers" },
  listOrgAlarms: { method: "GET", path: "/collect/orgs/:orgId/alarms", ...fresh },
  listAlarms: { method: "GET", path: "/collect/projects/:projectId/alerting/alarms", ...fresh },
  getAlarm: {
    method: "GET",
    path: "/collect/projects/:projectId/alerting/alarms/:alarmId",
    ...fresh,
  },
  archiveAlarm: {
    method: "DELETE",
    path: "/collect/projects/:projectId/alerting/alarms/:alarmId",
  },
  commentAlarm: {
    method: "POST",
    path: "/collect/projects/:projectId/alerting/alarms/:alarmId/comments",
  },
  listAvailableSelections: {
    method: "GET",
    path: "/collect/projects/:projectId/alerting/availableselections",
  },
  listAlarmReports: { method: "GET", path: "/collect/projects/:projectId/alerting/reports" },
  createAlarmReport: { method: "POST", path: "/collect/projects/:projectId/alerting/reports" },
  putAlarmReport: {
    method: "PUT",
    path: "/collect/projects/:projectId/alerting/reports/:reportId",
  },
  deleteAlarmReport: {
    method: "DELETE",
    path: "/collect/projects/:projectId/alerting/reports/:reportId",
  },
  listOrgAvailableSelections: {
    method: "GET",
    path: "/collect/orgs/:orgId/alerting/availableselections",
  },
  listOrgAlarmReports: { method: "GET", path: "/collect/orgs/:orgId/alerting/reports" },
  createOrgAlarmReport: { method: "POST", path: "/collect/orgs/:orgId/alerting/reports" },
  putOrgAlarmReport: { method: "PUT", path: "/collect/orgs/:orgId/alerting/reports/:reportId" },
  deleteOrgAlarmReport: {
    method: "DELETE",
    path: "/collect/orgs/:orgId/alerting/reports/:reportId",
  },
  listUserAlarmReports: { method: "GET", path: "/collect/orgs/:orgId/alerting/user-reports" },
  createUserAlarmReport: { method: "POST", path: "/collect/orgs/:orgId/alerting/user-reports" },
  putUserAlarmReport: {
    method: "PUT",
    path: "/collect/orgs/:orgId/alerting/user-reports/:reportId",
  },
  deleteUserAlarmReport: {
    method: "DELETE",
    path: "/collect/orgs/:orgId/alerting/user-reports/:reportId",
  },
} as const satisfies PathTable;
