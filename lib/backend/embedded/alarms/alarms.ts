import { entityOf, hasOwnName } from "@/lib/backend/embedded/entities.ts";
import { readEquipments } from "@/lib/backend/embedded/facilities/equipment.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readById } from "@/lib/backend/kv/lists.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { ALARMS_CALLS } from "@/lib/contract/calls/alarms.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { areOffered, placeOfHandler, withoutEmptyFilters } from "@/lib/domain/alarms/selections.ts";
import {
  ALARM_HANDLERS,
  type AlarmHandler,
  type AlarmReportSettings,
  type AvailableSelection,
} from "@/lib/domain/alarms/types.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { ALARM_FILTER_LABELS, ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";
import { alarmCalls } from "./alarm_calls.ts";
import { accountOf, alarmMutes, alarmSettings } from "./mutes.ts";
import { visibleProjects } from "./placed_reports.ts";
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

/** Rules common to mail reports of every level. */
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

function isAboutResidences(services: Services) {
  return isAbout(({ orgId }: { orgId: string }, caller) => orgSelections(services, orgId, caller));
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
    rules: [hasOwnName, hasSecret, isAboutResidences(services)],
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
    rules: [hasOwnName, hasSecret, isAboutResidences(services)],
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

type Filter = AvailableSelection["filters"][number];

/** The selections available to a mail report of a residence. */
async function projectSelections(services: Services, projectId: string) {
  const [{ hasPilot }, equipments] = await Promise.all([
    readProject(services, projectId),
    readEquipments(services, projectId),
  ]);
  const valuesOf = (kind: "boilerroom" | "building") =>
    equipments.filter(({ record }) => record.kind === kind)
      .map(({ id, record }) => ({ value: id, label: record.name }));
  const places = { boilerRoom: valuesOf("boilerroom"), building: valuesOf("building") };
  return ALARM_HANDLERS.filter((handler) => hasPilot || !handler.startsWith("pilot-"))
    .flatMap((handler) => {
      const place = placeOfHandler(handler);
      if (place === null) return [selection(handler, [])];
      const values = places[place];
      const filter = { name: place, label: ALARM_FILTER_LABELS[place], values };
      return values.length === 0 ? [] : [selection(handler, [filter])];
    });
}

/** The selections available to a mail report across residences: those visible to its reader. @spec alarms.choices */
async function orgSelections(services: Services, orgId: string, caller: Caller) {
  const ids = await visibleProjects(services, orgId, caller);
  const projects = await readById(services.store, ids, keys.project, projectRecord);
  const values = [...projects].map(([value, { name: label }]) => ({ value, label }))
    .sort((left, right) => compareValues(left.label, right.label));
  const filter = { name: "project", label: ALARM_FILTER_LABELS.project, values };
  return ALARM_HANDLERS.map((handler) => selection(handler, [filter]));
}

function selection(handler: AlarmHandler, filters: Filter[]): AvailableSelection {
  return { handler, label: ALARM_HANDLER_LABELS[handler], filters };
}
