import { ALARMS_CALLS } from "../../contract/alarms.ts";
import type { Caller } from "../../contract/caller.ts";
import type { Backend } from "../../contract/catalogue.ts";
import { ALARM_HANDLERS } from "../../domain/alarms/types.ts";
import { ALARM_HANDLER_LABELS } from "../../text/alarms.ts";
import { keys } from "../kv/keys.ts";
import {
  createReport,
  deleteReport,
  listReports,
  putReport,
  type ReportPlace,
} from "./alarm_reports.ts";
import { orgSelections, projectSelections } from "./alarm_selections.ts";
import { readProject } from "./projects.ts";
import type { Services } from "./services.ts";
import { unserved } from "./unserved.ts";

/** Alarms and the mail reports about them. */
export function alarmsArea(services: Services) {
  const ofProject = (projectId: string, caller: Caller) =>
    projectPlace(services, projectId, caller);
  const ofOrg = (orgId: string, caller: Caller) => orgPlace(services, orgId, caller);
  const ofUser = (orgId: string, caller: Caller) => userPlace(services, orgId, caller);
  return {
    ...unserved(ALARMS_CALLS),
    listAlarmHandlers: () => Promise.resolve({ ok: true, answer: HANDLERS }),
    listAvailableSelections: async ({ projectId }) => ({
      ok: true,
      answer: await projectSelections(services, projectId),
    }),
    listOrgAvailableSelections: async ({ orgId }, caller) => ({
      ok: true,
      answer: await orgSelections(services, orgId, caller),
    }),
    listAlarmReports: async ({ projectId }, caller) =>
      listReports(services, await ofProject(projectId, caller)),
    createAlarmReport: async ({ projectId, ...input }, caller) =>
      createReport(services, await ofProject(projectId, caller), {
        action: "createAlarmReport",
        ...input,
      }),
    putAlarmReport: async ({ projectId, ...input }, caller) =>
      putReport(services, await ofProject(projectId, caller), {
        action: "putAlarmReport",
        ...input,
      }),
    deleteAlarmReport: async ({ projectId, ...input }, caller) =>
      deleteReport(services, await ofProject(projectId, caller), {
        action: "deleteAlarmReport",
        ...input,
      }),
    listOrgAlarmReports: ({ orgId }, caller) => listReports(services, ofOrg(orgId, caller)),
    createOrgAlarmReport: ({ orgId, ...input }, caller) =>
      createReport(services, ofOrg(orgId, caller), { action: "createOrgAlarmReport", ...input }),
    putOrgAlarmReport: ({ orgId, ...input }, caller) =>
      putReport(services, ofOrg(orgId, caller), { action: "putOrgAlarmReport", ...input }),
    deleteOrgAlarmReport: ({ orgId, ...input }, caller) =>
      deleteReport(services, ofOrg(orgId, caller), { action: "deleteOrgAlarmReport", ...input }),
    listUserAlarmReports: ({ orgId }, caller) => listReports(services, ofUser(orgId, caller)),
    createUserAlarmReport: ({ orgId, ...input }, caller) =>
      createReport(services, ofUser(orgId, caller), { action: "createUserAlarmReport", ...input }),
    putUserAlarmReport: ({ orgId, ...input }, caller) =>
      putReport(services, ofUser(orgId, caller), { action: "putUserAlarmReport", ...input }),
    deleteUserAlarmReport: ({ orgId, ...input }, caller) =>
      deleteReport(services, ofUser(orgId, caller), { action: "deleteUserAlarmReport", ...input }),
  } satisfies Pick<Backend, keyof typeof ALARMS_CALLS>;
}

const HANDLERS = ALARM_HANDLERS.map((handler) => ({
  handler,
  label: ALARM_HANDLER_LABELS[handler],
}));

async function projectPlace(
  services: Services,
  projectId: string,
  caller: Caller,
): Promise<ReportPlace> {
  const { orgId } = await readProject(services, projectId);
  return {
    prefix: keys.alarmReport.under(projectId),
    keyOf: (reportId) => keys.alarmReport(projectId, reportId),
    orgId,
    projectId,
    caller,
    selections: () => projectSelections(services, projectId),
  };
}

function orgPlace(services: Services, orgId: string, caller: Caller): ReportPlace {
  return {
    prefix: keys.orgAlarmReport.under(orgId),
    keyOf: (reportId) => keys.orgAlarmReport(orgId, reportId),
    orgId,
    projectId: null,
    caller,
    selections: () => orgSelections(services, orgId, caller),
  };
}

function userPlace(services: Services, orgId: string, caller: Caller): ReportPlace {
  const owner = caller.kind === "account" ? caller.accountId : "";
  return {
    ...orgPlace(services, orgId, caller),
    prefix: keys.userAlarmReport.under(orgId, owner),
    keyOf: (reportId) => keys.userAlarmReport(orgId, owner, reportId),
  };
}
