import { entityOf, hasOwnName } from "@/lib/backend/embedded/entities.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { ALARMS_CALLS } from "@/lib/contract/calls/alarms.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { areOffered, withoutEmptyFilters } from "@/lib/domain/alarms/selections.ts";
import {
  ALARM_HANDLERS,
  type AlarmReportSettings,
  type AvailableSelection,
} from "@/lib/domain/alarms/types.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";
import { alarmCalls } from "./alarm_calls.ts";
import { accountOf, alarmMutes, alarmSettings } from "./mutes.ts";
import { orgSelections, projectSelections } from "./alarm_selections.ts";
import { answeredReports, hasSecret, sealed } from "./report_webhooks.ts";

/** Alarms and the mail reports about them. @spec alarms.mail-reports */
export function alarmsArea(services: Services) {
  return {
    listAlarmHandlers: () => Promise.resolve({ ok: true, answer: HANDLERS }),
    listAvailableSelections: async ({ projectId }) => ({
      ok: true,
      answer: await projectSelections(services, projectId),
    }),
    listOrgAvailableSelections: async ({ orgId }, caller) => ({
      ok: true,
      answer: await orgSelections(services, orgId, caller),
    }),
    ...alarmCalls(services),
    ...alarmMutes(services),
    ...alarmSettings(services),
    ...projectReports(services),
    ...orgReports(services),
    ...userReports(services),
  } satisfies Pick<Backend, keyof typeof ALARMS_CALLS>;
}

const HANDLERS = ALARM_HANDLERS.map((handler) => ({
  handler,
  label: ALARM_HANDLER_LABELS[handler],
}));

const REPORT = {
  compare: (a: AlarmReportSettings, b: AlarmReportSettings) => compareValues(a.name, b.name),
  subject: ({ name }: AlarmReportSettings) => name,
  completed: <Report extends AlarmReportSettings>(report: Report): Report => ({
    ...report,
    selections: withoutEmptyFilters(report.selections),
  }),
};

/** The rule that a report selects only what its place offers, or what it selected before. */
function isAbout<At>(
  offered: (place: At, caller: Caller) => Promise<readonly AvailableSelection[]>,
) {
  return async (
    { selections }: AlarmReportSettings,
    { place, before, caller }: {
      place: At;
      before: Pick<AlarmReportSettings, "selections"> | null;
      caller: Caller;
    },
  ) =>
    areOffered(selections, await offered(place, caller), before?.selections)
      ? null
      : "unknown-reference";
}

async function answered(
  services: Services,
  ownerId: string,
  list: Promise<{ readonly answer: Parameters<typeof answeredReports>[2] }>,
) {
  const { answer } = await list;
  return { ok: true, answer: await answeredReports(services, ownerId, answer) } as const;
}

function projectReports(services: Services) {
  const reports = entityOf(services, ENTITIES.alarmReport, {
    ...REPORT,
    rules: [
      hasOwnName,
      hasSecret,
      isAbout(({ projectId }) => projectSelections(services, projectId)),
    ],
    actions: ["createAlarmReport", "putAlarmReport", "deleteAlarmReport"],
  });
  return {
    listAlarmReports: (at) => answered(services, at.projectId, reports.list(at)),
    createAlarmReport: async (input, caller) =>
      await reports.create(await sealed(services, input), caller),
    putAlarmReport: async (input, caller) =>
      await reports.put(await sealed(services, input), caller),
    deleteAlarmReport: reports.remove,
  } satisfies Partial<Backend>;
}

function orgReports(services: Services) {
  const reports = entityOf(services, ENTITIES.orgAlarmReport, {
    ...REPORT,
    rules: [
      hasOwnName,
      hasSecret,
      isAbout(({ orgId }, caller) => orgSelections(services, orgId, caller)),
    ],
    actions: ["createOrgAlarmReport", "putOrgAlarmReport", "deleteOrgAlarmReport"],
  });
  return {
    listOrgAlarmReports: (at) => answered(services, at.orgId, reports.list(at)),
    createOrgAlarmReport: async (input, caller) =>
      await reports.create(await sealed(services, input), caller),
    putOrgAlarmReport: async (input, caller) =>
      await reports.put(await sealed(services, input), caller),
    deleteOrgAlarmReport: reports.remove,
  } satisfies Partial<Backend>;
}

function userReports(services: Services) {
  const reports = entityOf(services, ENTITIES.userAlarmReport, {
    ...REPORT,
    rules: [
      hasOwnName,
      hasSecret,
      isAbout(({ orgId }, caller) => orgSelections(services, orgId, caller)),
    ],
    actions: ["createUserAlarmReport", "putUserAlarmReport", "deleteUserAlarmReport"],
  });
  const own = (caller: Caller) => ({ accountId: accountOf(caller) });
  return {
    listUserAlarmReports: (input, caller) => {
      const at = { ...input, ...own(caller) };
      return answered(services, at.accountId, reports.list(at));
    },
    createUserAlarmReport: async (input, caller) =>
      await reports.create(await sealed(services, { ...input, ...own(caller) }), caller),
    putUserAlarmReport: async (input, caller) =>
      await reports.put(await sealed(services, { ...input, ...own(caller) }), caller),
    deleteUserAlarmReport: (input, caller) => reports.remove({ ...input, ...own(caller) }, caller),
  } satisfies Partial<Backend>;
}
