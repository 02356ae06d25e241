import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/contract/freshness.ts";
import {
  onProject,
  onProjectOrAdmin,
  ORG_ADMIN,
  ORG_MEMBER,
  SIGNED_IN,
} from "@/lib/contract/grants.ts";
import { created, nothing } from "@/lib/contract/shapes.ts";
import * as alarms from "@/lib/domain/alarms/schema.ts";

/** Closed alarms, or open ones, which is the default. */
type ClosedQuery = { closed?: "true" | "false" | undefined };

const closedQuery: z.ZodMiniType<ClosedQuery> = z.strictObject({
  closed: z.optional(z.enum(["true", "false"])),
});

const readsAlarms = { any: ["project-member"] } as const;
const managesReports = onProjectOrAdmin("collect:alarm:report:write");

/** Alarms, comments and mail reports. @spec B §3 "Alarms and reports", B §7 */
export const ALARMS_CALLS = {
  listAlarmHandlers: defineCall({
    method: "GET",
    path: "/collect/alarm-handlers",
    summary: "What looks for alarms (B §7)",
    access: SIGNED_IN,
    answer: z.array(alarms.alarmHandlerEntry),
    refusals: [],
  }),
  listOrgAlarms: defineCall({
    method: "GET",
    path: "/collect/orgs/:orgId/alarms",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "The alarms of the residences one may see, open or closed (B §7)",
    access: ORG_MEMBER,
    query: closedQuery,
    answer: z.array(alarms.alarm),
    refusals: [],
  }),
  listAlarms: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/alerting/alarms",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "The alarms of a residence, open or closed (B §7)",
    access: readsAlarms,
    query: closedQuery,
    answer: z.array(alarms.alarm),
    refusals: [],
  }),
  getAlarm: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/alerting/alarms/:alarmId",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "An alarm with its comments (B §3)",
    access: readsAlarms,
    answer: alarms.alarm,
    refusals: ["not-found"],
  }),
  archiveAlarm: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/alerting/alarms/:alarmId",
    summary: "Archives an alarm (B §7 DELETE to archive)",
    access: onProject("collect:alarm:write"),
    answer: nothing,
    refusals: ["not-found"],
  }),
  commentAlarm: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/alerting/alarms/:alarmId/comments",
    summary: "Adds a comment to an alarm (B §7)",
    access: onProject("collect:alarm:comment:write"),
    body: alarms.alarmCommentDraft,
    answer: created,
    creates: true,
    refusals: ["not-found"],
  }),
  listAvailableSelections: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/alerting/availableselections",
    summary: "What a mail report of a residence may be about (B §7)",
    access: managesReports,
    answer: z.array(alarms.availableSelection),
    refusals: [],
  }),
  listAlarmReports: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/alerting/reports",
    summary: "The mail reports of a residence (B §7)",
    access: managesReports,
    answer: z.array(alarms.alarmReport),
    refusals: [],
  }),
  createAlarmReport: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/alerting/reports",
    summary: "Creates a mail report of a residence (B §7)",
    access: managesReports,
    body: alarms.alarmReportDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-reference", "name-taken"],
  }),
  putAlarmReport: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/alerting/reports/:reportId",
    summary: "Changes a mail report of a residence (B §7)",
    access: managesReports,
    body: alarms.alarmReportDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference", "name-taken"],
  }),
  deleteAlarmReport: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/alerting/reports/:reportId",
    summary: "Deletes a mail report of a residence (B §7)",
    access: managesReports,
    answer: nothing,
    refusals: ["not-found"],
  }),
  listOrgAvailableSelections: defineCall({
    method: "GET",
    path: "/collect/orgs/:orgId/alerting/availableselections",
    summary: "What a mail report across residences may be about (B §7)",
    access: ORG_MEMBER,
    answer: z.array(alarms.availableSelection),
    refusals: [],
  }),
  listOrgAlarmReports: defineCall({
    method: "GET",
    path: "/collect/orgs/:orgId/alerting/reports",
    summary: "The mail reports of an organisation (B §7)",
    access: ORG_ADMIN,
    answer: z.array(alarms.alarmReport),
    refusals: [],
  }),
  createOrgAlarmReport: defineCall({
    method: "POST",
    path: "/collect/orgs/:orgId/alerting/reports",
    summary: "Creates a mail report of an organisation (B §7)",
    access: ORG_ADMIN,
    body: alarms.alarmReportDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-reference", "name-taken"],
  }),
  putOrgAlarmReport: defineCall({
    method: "PUT",
    path: "/collect/orgs/:orgId/alerting/reports/:reportId",
    summary: "Changes a mail report of an organisation (B §7)",
    access: ORG_ADMIN,
    body: alarms.alarmReportDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference", "name-taken"],
  }),
  deleteOrgAlarmReport: defineCall({
    method: "DELETE",
    path: "/collect/orgs/:orgId/alerting/reports/:reportId",
    summary: "Deletes a mail report of an organisation (B §7)",
    access: ORG_ADMIN,
    answer: nothing,
    refusals: ["not-found"],
  }),
  listUserAlarmReports: defineCall({
    method: "GET",
    path: "/collect/orgs/:orgId/alerting/user-reports",
    summary: "One's own mail reports in an organisation (B §7 user level)",
    access: ORG_MEMBER,
    answer: z.array(alarms.alarmReport),
    refusals: [],
  }),
  createUserAlarmReport: defineCall({
    method: "POST",
    path: "/collect/orgs/:orgId/alerting/user-reports",
    summary: "Creates a mail report of one's own (B §7 user level)",
    access: ORG_MEMBER,
    body: alarms.alarmReportDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-reference", "name-taken"],
  }),
  putUserAlarmReport: defineCall({
    method: "PUT",
    path: "/collect/orgs/:orgId/alerting/user-reports/:reportId",
    summary: "Changes a mail report of one's own (B §7 user level)",
    access: ORG_MEMBER,
    body: alarms.alarmReportDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference", "name-taken"],
  }),
  deleteUserAlarmReport: defineCall({
    method: "DELETE",
    path: "/collect/orgs/:orgId/alerting/user-reports/:reportId",
    summary: "Deletes a mail report of one's own (B §7 user level)",
    access: ORG_MEMBER,
    answer: nothing,
    refusals: ["not-found"],
  }),
};
