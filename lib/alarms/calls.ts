/** Declares the calls on alarms, alarm reports, delays and planned works. @module */

import * as z from "zod/mini";
import {
  callFor,
  created,
  FRESH_ALARMS_SECONDS,
  type InputOf,
  named,
  onProject,
  onProjectOrAdmin,
  orgAdminCall,
  orgMemberCall,
  type ResultOf,
  signedInCall,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import * as alarms from "./schema.ts";

/** Closed or open alarms, open by default; closed ones may be limited to the year of their start. */
const closedQuery = z.strictObject({
  closed: z.optional(z.enum(["true", "false"])),
  year: z.optional(z.string().check(z.regex(/^[12]\d{3}$/))),
});

const readsAlarms = callFor({ any: ["project-member"] } as const);
const managesReports = callFor(onProjectOrAdmin("collect:alarm:report:write"));
const writesAlarms = callFor(onProject("collect:alarm:write"));
const comments = callFor(onProject("collect:alarm:comment:write"));

/** Refusals of a mail report of any level. */
const REPORT_REFUSALS = ["unknown-reference", "name-taken", "webhook-secret-missing"] as const;
const CHANGE_REFUSALS = ["not-found", "conflict", ...REPORT_REFUSALS] as const;

/** Alarms, comments and mail reports. @spec calls.catalogue */
export const ALARMS_CALLS = named({
  listAlarmHandlers: signedInCall({
    request: "GET /collect/alarm-handlers",
    summary: "What looks for alarms (B §7)",
    answer: z.array(alarms.alarmHandlerEntry),
  }),
  listOrgAlarms: orgMemberCall({
    request: "GET /collect/orgs/:orgId/alarms",
    dependsOn: "alarms",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "The alarms of the residences one may see, open or closed, the latest first (B §7)",
    query: closedQuery,
    answer: z.array(alarms.alarm),
  }),
  listAlarms: readsAlarms({
    request: "GET /collect/projects/:projectId/alerting/alarms",
    dependsOn: "alarms",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "The alarms of a residence that one may see, open or closed, the latest first (B §7)",
    query: closedQuery,
    answer: z.array(alarms.alarm),
  }),
  getAlarm: readsAlarms({
    request: "GET /collect/projects/:projectId/alerting/alarms/:alarmId",
    dependsOn: "alarms",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "An alarm with its comments (B §3)",
    answer: alarms.alarm,
    refusals: ["not-found"],
  }),
  archiveAlarm: writesAlarms({
    request: "DELETE /collect/projects/:projectId/alerting/alarms/:alarmId",
    summary: "Archives an alarm (B §7 DELETE to archive)",
    audit: "Alerte archivée",
    refusals: ["not-found"],
  }),
  commentAlarm: comments({
    request: "POST /collect/projects/:projectId/alerting/alarms/:alarmId/comments",
    summary: "Adds a comment to an alarm (B §7)",
    audit: "Alerte commentée",
    body: alarms.alarmCommentDraft,
    answer: created,
    refusals: ["not-found", "limit-reached"],
  }),
  listAlarmMutes: readsAlarms({
    request: "GET /collect/projects/:projectId/alerting/mutes",
    dependsOn: "settings",
    summary:
      "The works planned in what one may see of a residence, during which alarms are muted, the latest first",
    answer: z.array(alarms.alarmMute),
  }),
  createAlarmMute: writesAlarms({
    request: "POST /collect/projects/:projectId/alerting/mutes",
    summary: "Plans works during which alarms are muted",
    audit: "Travaux prévus, alertes suspendues",
    body: alarms.alarmMuteDraft,
    answer: created,
    refusals: ["to-confirm", "silence-too-long", "unknown-reference", "limit-reached"],
  }),
  putAlarmMute: writesAlarms({
    request: "PUT /collect/projects/:projectId/alerting/mutes/:muteId",
    summary: "Changes planned works",
    audit: "Travaux prévus modifiés",
    body: alarms.alarmMuteDraft,
    refusals: ["to-confirm", "silence-too-long", "not-found", "conflict", "unknown-reference"],
  }),
  deleteAlarmMute: writesAlarms({
    request: "DELETE /collect/projects/:projectId/alerting/mutes/:muteId",
    summary: "Deletes planned works: alarms are no longer muted",
    audit: "Travaux prévus supprimés",
    refusals: ["not-found"],
  }),
  getAlarmSettings: readsAlarms({
    request: "GET /collect/projects/:projectId/alerting/settings",
    dependsOn: "settings",
    summary: "How long values are outside their bounds before they raise alarms",
    answer: alarms.alarmSettings,
  }),
  putAlarmSettings: writesAlarms({
    request: "PUT /collect/projects/:projectId/alerting/settings",
    summary: "Changes how long values are outside their bounds before they raise alarms",
    audit: "Délais des alertes modifiés",
    body: alarms.alarmSettingsDraft,
    refusals: ["conflict"],
  }),
  listAvailableSelections: managesReports({
    request: "GET /collect/projects/:projectId/alerting/availableselections",
    dependsOn: "settings",
    summary: "What a mail report of a residence may be about (B §7)",
    answer: z.array(alarms.availableSelection),
  }),
  listAlarmReports: managesReports({
    request: "GET /collect/projects/:projectId/alerting/reports",
    dependsOn: "deliveries",
    summary: "The mail reports of a residence (B §7)",
    answer: z.array(alarms.alarmReport),
  }),
  createAlarmReport: managesReports({
    request: "POST /collect/projects/:projectId/alerting/reports",
    summary: "Creates a mail report of a residence (B §7)",
    audit: "Rapport d’alerte créé",
    body: alarms.alarmReportDraft,
    answer: created,
    refusals: REPORT_REFUSALS,
  }),
  putAlarmReport: managesReports({
    request: "PUT /collect/projects/:projectId/alerting/reports/:reportId",
    summary: "Changes a mail report of a residence (B §7)",
    audit: "Rapport d’alerte modifié",
    body: alarms.alarmReportDraft,
    refusals: CHANGE_REFUSALS,
  }),
  deleteAlarmReport: managesReports({
    request: "DELETE /collect/projects/:projectId/alerting/reports/:reportId",
    summary: "Deletes a mail report of a residence (B §7)",
    audit: "Rapport d’alerte supprimé",
    refusals: ["not-found"],
  }),
  listOrgAvailableSelections: orgMemberCall({
    request: "GET /collect/orgs/:orgId/alerting/availableselections",
    summary: "What a mail report across residences may be about (B §7)",
    answer: z.array(alarms.availableSelection),
  }),
  listOrgAlarmReports: orgAdminCall({
    request: "GET /collect/orgs/:orgId/alerting/reports",
    summary: "The mail reports of an organisation (B §7)",
    answer: z.array(alarms.alarmReport),
  }),
  createOrgAlarmReport: orgAdminCall({
    request: "POST /collect/orgs/:orgId/alerting/reports",
    summary: "Creates a mail report of an organisation (B §7)",
    audit: "Rapport d’alerte de l’organisation créé",
    body: alarms.alarmReportDraft,
    answer: created,
    refusals: REPORT_REFUSALS,
  }),
  putOrgAlarmReport: orgAdminCall({
    request: "PUT /collect/orgs/:orgId/alerting/reports/:reportId",
    summary: "Changes a mail report of an organisation (B §7)",
    audit: "Rapport d’alerte de l’organisation modifié",
    body: alarms.alarmReportDraft,
    refusals: CHANGE_REFUSALS,
  }),
  deleteOrgAlarmReport: orgAdminCall({
    request: "DELETE /collect/orgs/:orgId/alerting/reports/:reportId",
    summary: "Deletes a mail report of an organisation (B §7)",
    audit: "Rapport d’alerte de l’organisation supprimé",
    refusals: ["not-found"],
  }),
  listUserAlarmReports: orgMemberCall({
    request: "GET /collect/orgs/:orgId/alerting/user-reports",
    summary: "One's own mail reports in an organisation (B §7 user level)",
    answer: z.array(alarms.alarmReport),
  }),
  createUserAlarmReport: orgMemberCall({
    request: "POST /collect/orgs/:orgId/alerting/user-reports",
    summary: "Creates a mail report of one's own (B §7 user level)",
    audit: "Rapport d’alerte personnel créé",
    body: alarms.alarmReportDraft,
    answer: created,
    refusals: REPORT_REFUSALS,
  }),
  putUserAlarmReport: orgMemberCall({
    request: "PUT /collect/orgs/:orgId/alerting/user-reports/:reportId",
    summary: "Changes a mail report of one's own (B §7 user level)",
    audit: "Rapport d’alerte personnel modifié",
    body: alarms.alarmReportDraft,
    refusals: CHANGE_REFUSALS,
  }),
  deleteUserAlarmReport: orgMemberCall({
    request: "DELETE /collect/orgs/:orgId/alerting/user-reports/:reportId",
    summary: "Deletes a mail report of one's own (B §7 user level)",
    audit: "Rapport d’alerte personnel supprimé",
    refusals: ["not-found"],
  }),
});

type Calls = typeof ALARMS_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;

export type Result<Name extends keyof Calls> = ResultOf<Calls[Name]>;
