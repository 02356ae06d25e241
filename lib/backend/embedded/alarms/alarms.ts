import { entityOf, hasOwnName } from "@/lib/backend/embedded/entities.ts";
import type { RuleContext } from "@/lib/backend/embedded/entity_rules.ts";
import { readEquipments } from "@/lib/backend/embedded/facilities/equipment.ts";
import { readProject, visibleProjects } from "@/lib/backend/embedded/projects/projects.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readById } from "@/lib/backend/kv/lists.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import { accountOf, type Caller } from "@/lib/contract/caller.ts";
import { areOffered, placeOfHandler, withoutEmptyFilters } from "@/lib/domain/alarms/selections.ts";
import {
  ALARM_HANDLERS,
  type AlarmHandler,
  type AlarmReportSettings,
  type AvailableSelection,
} from "@/lib/domain/alarms/types.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { ALARM_FILTER_LABELS, ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";
import { answeredReports, hasSecret, sealedBody } from "./report_webhooks.ts";

export * from "./alarm_calls.ts";
export * from "./mutes.ts";

export const listAlarmHandlers: Handler<"listAlarmHandlers"> = () => {
  const answer = ALARM_HANDLERS.map((handler) => ({
    handler,
    label: ALARM_HANDLER_LABELS[handler],
  }));
  return Promise.resolve({ ok: true, answer });
};

export const listAvailableSelections: Handler<"listAvailableSelections"> = async (
  services,
  at,
) => ({ ok: true, answer: await projectSelections(services, at) });

export const listOrgAvailableSelections: Handler<"listOrgAvailableSelections"> = async (
  services,
  at,
  caller,
) => ({ ok: true, answer: await orgSelections(services, at, caller) });

/** Rules common to mail reports of every level. @spec alarms.mail-reports */
const REPORT = {
  compare: (a: AlarmReportSettings, b: AlarmReportSettings) => compareValues(a.name, b.name),
  subject: ({ name }: AlarmReportSettings) => name,
  entered: sealedBody,
  completed: <Report extends AlarmReportSettings>(report: Report): Report => ({
    ...report,
    selections: withoutEmptyFilters(report.selections),
  }),
};

/** The rule that a report selects only what its place offers, or what it selected before. */
function isAbout<At>(
  offered: (services: Services, place: At, caller: Caller) => Promise<AvailableSelection[]>,
) {
  return async (
    { selections }: AlarmReportSettings,
    { services, place, before, caller }: RuleContext<At, Pick<AlarmReportSettings, "selections">>,
  ) =>
    areOffered(selections, await offered(services, place, caller), before?.selections)
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

const ofProject = entityOf(ENTITIES.alarmReport, {
  ...REPORT,
  rules: [hasOwnName, hasSecret, isAbout(projectSelections)],
  actions: ["createAlarmReport", "putAlarmReport", "deleteAlarmReport"],
});
export const createAlarmReport = ofProject.create;
export const putAlarmReport = ofProject.put;
export const deleteAlarmReport = ofProject.remove;

export const listAlarmReports: Handler<"listAlarmReports"> = (services, at) =>
  answered(services, at.projectId, ofProject.list(services, at));

const ofOrg = entityOf(ENTITIES.orgAlarmReport, {
  ...REPORT,
  rules: [hasOwnName, hasSecret, isAbout(orgSelections)],
  actions: ["createOrgAlarmReport", "putOrgAlarmReport", "deleteOrgAlarmReport"],
});
export const createOrgAlarmReport = ofOrg.create;
export const putOrgAlarmReport = ofOrg.put;
export const deleteOrgAlarmReport = ofOrg.remove;

export const listOrgAlarmReports: Handler<"listOrgAlarmReports"> = (services, at) =>
  answered(services, at.orgId, ofOrg.list(services, at));

const ofUser = entityOf(ENTITIES.userAlarmReport, {
  ...REPORT,
  rules: [hasOwnName, hasSecret, isAbout(orgSelections)],
  actions: ["createUserAlarmReport", "putUserAlarmReport", "deleteUserAlarmReport"],
});

export const listUserAlarmReports: Handler<"listUserAlarmReports"> = (services, input, caller) => {
  const at = owned(input, caller);
  return answered(services, at.accountId, ofUser.list(services, at));
};

export const createUserAlarmReport: Handler<"createUserAlarmReport"> = (services, input, caller) =>
  ofUser.create(services, owned(input, caller), caller);

export const putUserAlarmReport: Handler<"putUserAlarmReport"> = (services, input, caller) =>
  ofUser.put(services, owned(input, caller), caller);

export const deleteUserAlarmReport: Handler<"deleteUserAlarmReport"> = (services, input, caller) =>
  ofUser.remove(services, owned(input, caller), caller);

function owned<Given extends object>(input: Given, caller: Caller) {
  return { ...input, accountId: accountOf(caller) };
}

type Filter = AvailableSelection["filters"][number];

/** The selections available to a mail report of a residence. */
async function projectSelections(services: Services, { projectId }: { projectId: string }) {
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
async function orgSelections(services: Services, { orgId }: { orgId: string }, caller: Caller) {
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
