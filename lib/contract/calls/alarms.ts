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
import { created } from "@/lib/contract/shapes.ts";
import * as alarms from "@/lib/domain/alarms/schema.ts";

/** Closed or open alarms, open by default; closed ones may be limited to the year of their start. */
const closedQuery = z.strictObject({
  closed: z.optional(z.enum(["true", "false"])),
  year: z.optional(z.string().check(z.regex(/^[12]\d{3}$/))),
});

const readsAlarms = { any: ["project-member"] } as const;
const managesReports = onProjectOrAdmin("collect:alarm:report:write");

/** Refusals of a mail report of any level. */
const REPORT_REFUSALS = ["unknown-reference", "name-taken", "webhook-secret-missing"] as const;
const CHANGE_REFUSALS = ["not-found", "conflict", ...REPORT_REFUSALS] as const;

/** Alarms, comments and mail reports. @spec calls.catalogue */
export const ALARMS_CALLS = {
  listAlarmHandlers: defineCall({
    request: "GET /collect/alarm-handlers",
    summary: "What looks for alarms (B §7)",
    access: SIGNED_IN,
    answer: z.array(alarms.alarmHandlerEntry),
  }),
  listOrgAlarms: defineCall({
    request: "GET /collect/orgs/:orgId/alarms",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "The alarms of the residences one may see, open or closed, the latest first (B §7)",
    access: ORG_MEMBER,
    query: closedQuery,
    answer: z.array(alarms.alarm),
  }),
  listAlarms: defineCall({
    request: "GET /collect/projects/:projectId/alerting/alarms",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "The alarms of a residence, open or closed, the latest first (B §7)",
    access: readsAlarms,
    query: closedQuery,
    answer: z.array(alarms.alarm),
  }),
  getAlarm: defineCall({
    request: "GET /collect/projects/:projectId/alerting/alarms/:alarmId",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "An alarm with its comments (B §3)",
    access: readsAlarms,
    answer: alarms.alarm,
    refusals: ["not-found"],
  }),
  archiveAlarm: defineCall({
    request: "DELETE /collect/projects/:projectId/alerting/alarms/:alarmId",
    summary: "Archives an alarm (B §7 DELETE to archive)",
    audit: "Alerte archivée",
    access: onProject("collect:alarm:write"),
    refusals: ["not-found"],
  }),
  commentAlarm: defineCall({
    request: "POST /collect/projects/:projectId/alerting/alarms/:alarmId/comments",
    summary: "Adds a comment to an alarm (B §7)",
    audit: "Alerte commentée",
    access: onProject("collect:alarm:comment:write"),
    body: alarms.alarmCommentDraft,
    answer: created,
    refusals: ["not-found", "limit-reached"],
  }),
  listAlarmMutes: defineCall({
    request: "GET /collect/projects/:projectId/alerting/mutes",
    summary: "The works planned in a residence, during which alarms are muted, the latest first",
    access: readsAlarms,
    answer: z.array(alarms.alarmMute),
  }),
  createAlarmMute: defineCall({
    request: "POST /collect/projects/:projectId/alerting/mutes",
    summary: "Plans works during which alarms are muted",
    audit: "Travaux prévus, alertes suspendues",
    access: onProject("collect:alarm:write"),
    body: alarms.alarmMuteDraft,
    answer: created,
    refusals: ["unknown-reference", "limit-reached"],
  }),
  putAlarmMute: defineCall({
    request: "PUT /collect/projects/:projectId/alerting/mutes/:muteId",
    summary: "Changes planned works",
    audit: "Travaux prévus modifiés",
    access: onProject("collect:alarm:write"),
    body: alarms.alarmMuteDraft,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  deleteAlarmMute: defineCall({
    request: "DELETE /collect/projects/:projectId/alerting/mutes/:muteId",
    summary: "Deletes planned works: alarms are no longer muted",
    audit: "Travaux prévus supprimés",
    access: onProject("collect:alarm:write"),
    refusals: ["not-found"],
  }),
  getAlarmSettings: defineCall({
    request: "GET /collect/projects/:projectId/alerting/settings",
    summary: "How long values are outside their bounds before they raise alarms",
    access: readsAlarms,
    answer: alarms.alarmSettings,
  }),
  putAlarmSettings: defineCall({
    request: "PUT /collect/projects/:projectId/alerting/settings",
    summary: "Changes how long values are outside their bounds before they raise alarms",
    audit: "Délais des alertes modifiés",
    access: onProject("collect:alarm:write"),
    body: alarms.alarmSettingsDraft,
    refusals: ["conflict"],
  }),
  listAvailableSelections: defineCall({
    request: "GET /collect/projects/:projectId/alerting/availableselections",
    summary: "What a mail report of a residence may be about (B §7)",
    access: managesReports,
    answer: z.array(alarms.availableSelection),
  }),
  listAlarmReports: defineCall({
    request: "GET /collect/projects/:projectId/alerting/reports",
    summary: "The mail reports of a residence (B §7)",
    access: managesReports,
    answer: z.array(alarms.alarmReport),
  }),
  createAlarmReport: defineCall({
    request: "POST /collect/projects/:projectId/alerting/reports",
    summary: "Creates a mail report of a residence (B §7)",
    audit: "Rapport d’alerte créé",
    access: managesReports,
    body: alarms.alarmReportDraft,
    answer: created,
    refusals: REPORT_REFUSALS,
  }),
  putAlarmReport: defineCall({
    request: "PUT /collect/projects/:projectId/alerting/reports/:reportId",
    summary: "Changes a mail report of a residence (B §7)",
    audit: "Rapport d’alerte modifié",
    access: managesReports,
    body: alarms.alarmReportDraft,
    refusals: CHANGE_REFUSALS,
  }),
  deleteAlarmReport: defineCall({
    request: "DELETE /collect/projects/:projectId/alerting/reports/:reportId",
    summary: "Deletes a mail report of a residence (B §7)",
    audit: "Rapport d’alerte supprimé",
    access: managesReports,
    refusals: ["not-found"],
  }),
  listOrgAvailableSelections: defineCall({
    request: "GET /collect/orgs/:orgId/alerting/availableselections",
    summary: "What a mail report across residences may be about (B §7)",
    access: ORG_MEMBER,
    answer: z.array(alarms.availableSelection),
  }),
  listOrgAlarmReports: defineCall({
    request: "GET /collect/orgs/:orgId/alerting/reports",
    summary: "The mail reports of an organisation (B §7)",
    access: ORG_ADMIN,
    answer: z.array(alarms.alarmReport),
  }),
  createOrgAlarmReport: defineCall({
    request: "POST /collect/orgs/:orgId/alerting/reports",
    summary: "Creates a mail report of an organisation (B §7)",
    audit: "Rapport d’alerte de l’organisation créé",
    access: ORG_ADMIN,
    body: alarms.alarmReportDraft,
    answer: created,
    refusals: REPORT_REFUSALS,
  }),
  putOrgAlarmReport: defineCall({
    request: "PUT /collect/orgs/:orgId/alerting/reports/:reportId",
    summary: "Changes a mail report of an organisation (B §7)",
    audit: "Rapport d’alerte de l’organisation modifié",
    access: ORG_ADMIN,
    body: alarms.alarmReportDraft,
    refusals: CHANGE_REFUSALS,
  }),
  deleteOrgAlarmReport: defineCall({
    request: "DELETE /collect/orgs/:orgId/alerting/reports/:reportId",
    summary: "Deletes a mail report of an organisation (B §7)",
    audit: "Rapport d’alerte de l’organisation supprimé",
    access: ORG_ADMIN,
    refusals: ["not-found"],
  }),
  listUserAlarmReports: defineCall({
    request: "GET /collect/orgs/:orgId/alerting/user-reports",
    summary: "One's own mail reports in an organisation (B §7 user level)",
    access: ORG_MEMBER,
    answer: z.array(alarms.alarmReport),
  }),
  createUserAlarmReport: defineCall({
    request: "POST /collect/orgs/:orgId/alerting/user-reports",
    summary: "Creates a mail report of one's own (B §7 user level)",
    audit: "Rapport d’alerte personnel créé",
    access: ORG_MEMBER,
    body: alarms.alarmReportDraft,
    answer: created,
    refusals: REPORT_REFUSALS,
  }),
  putUserAlarmReport: defineCall({
    request: "PUT /collect/orgs/:orgId/alerting/user-reports/:reportId",
    summary: "Changes a mail report of one's own (B §7 user level)",
    audit: "Rapport d’alerte personnel modifié",
    access: ORG_MEMBER,
    body: alarms.alarmReportDraft,
    refusals: CHANGE_REFUSALS,
  }),
  deleteUserAlarmReport: defineCall({
    request: "DELETE /collect/orgs/:orgId/alerting/user-reports/:reportId",
    summary: "Deletes a mail report of one's own (B §7 user level)",
    audit: "Rapport d’alerte personnel supprimé",
    access: ORG_MEMBER,
    refusals: ["not-found"],
  }),
};
