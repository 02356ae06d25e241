/** Lists, creates, changes and deletes alarm reports and their webhooks. @module */

import { crud, hasOwnName, type RuleContext } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { seal } from "@/lib/base/secrets.ts";
import { readEquipments } from "@/lib/facilities/equipment.ts";
import { accountOf, type Caller } from "@/lib/identity/caller.ts";
import { refusedEmailsOf, sealingKey, SHOWN_FOR_MS } from "@/lib/mail/outbox.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { readProject, visibleProjects } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, readById, readEntry } from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import { ALARM_HANDLER_LABELS, ALARM_HANDLERS, type AlarmHandler } from "./alarm_handlers.ts";
import type { Handler } from "./calls.ts";
import {
  type AlarmReportRecord,
  ALARMS_ENTITIES,
  alarmSettingsRecord,
  webhookFailure,
} from "./records.ts";
import { ALARM_FILTER_LABELS } from "./report_text.ts";
import type {
  AlarmReport,
  AlarmReportDraft,
  AlarmReportSettings,
  AvailableSelection,
} from "./schema.ts";
import { areOffered, placeOfHandler, withoutEmptyFilters } from "./selections.ts";

/** The rule that posts must be signed. @spec alarms.webhooks */
function hasSecret(
  { webhookUrl, webhookSeal }: Pick<AlarmReportRecord, "webhookUrl" | "webhookSeal">,
): "webhook-secret-missing" | null {
  return webhookUrl !== "" && webhookSeal === "" ? "webhook-secret-missing" : null;
}

/** A draft as it is stored: its secret is encrypted, so that no list, export or log contains it. */
async function sealedBody(
  { webhookUrl, webhookSecret = "", ...draft }: AlarmReportDraft,
  { store }: Services,
) {
  const body = { ...draft, ...webhookUrl !== undefined && { webhookUrl } };
  if (webhookSecret === "") return body;
  const webhookSeal = await seal({ text: webhookSecret, secret: await sealingKey(store) });
  return { ...body, webhookSeal };
}

type StoredReport = AlarmReportRecord & { readonly id: string; readonly version: string };

/**
 * The reports of a place as answered: whether they have a secret, their last failed post, and their refused
 * addresses.
 */
async function answeredReports(
  { store, now }: Services,
  ownerId: string,
  reports: readonly StoredReport[],
): Promise<AlarmReport[]> {
  const [stored, refused] = await Promise.all([
    listStored(store, keys.webhookFailure.under(ownerId), webhookFailure),
    refusedEmailsOf({ store, now }, ownerId),
  ]);
  const recent = stored.filter(({ record: { at } }) => now() < Date.parse(at) + SHOWN_FOR_MS);
  const failures = new Map(
    recent.map(({ id, record: { at, answer, isGivenUp } }) => [id, { at, answer, isGivenUp }]),
  );
  return reports.map(({ webhookSeal, ...report }) => ({
    ...report,
    hasWebhookSecret: webhookSeal !== "",
    webhookFailure: report.webhookUrl === "" ? null : failures.get(report.id) ?? null,
    refusedEmails: refused(report.id, report.emails),
  }));
}

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
  available: (services: Services, place: At, caller: Caller) => Promise<AvailableSelection[]>,
) {
  return async (
    { selections }: AlarmReportSettings,
    { services, place, before, caller }: RuleContext<At, Pick<AlarmReportSettings, "selections">>,
  ) =>
    areOffered(selections, await available(services, place, caller), before?.selections)
      ? null
      : "unknown-reference";
}

async function withReportDetails(
  services: Services,
  ownerId: string,
  list: Promise<{ readonly answer: Parameters<typeof answeredReports>[2] }>,
) {
  const { answer } = await list;
  return { ok: true, answer: await answeredReports(services, ownerId, answer) } as const;
}

const ofProject = crud(ALARMS_ENTITIES.alarmReport, {
  ...REPORT,
  rules: [hasOwnName, hasSecret, isAbout(projectSelections)],
  actions: ["createAlarmReport", "putAlarmReport", "deleteAlarmReport"],
});
export const createAlarmReport = ofProject.create;
export const putAlarmReport = ofProject.put;
export const deleteAlarmReport = ofProject.remove;

export const listAlarmReports: Handler<"listAlarmReports"> = (services, at) =>
  withReportDetails(services, at.projectId, ofProject.list(services, at));

const ofOrg = crud(ALARMS_ENTITIES.orgAlarmReport, {
  ...REPORT,
  rules: [hasOwnName, hasSecret, isAbout(orgSelections)],
  actions: ["createOrgAlarmReport", "putOrgAlarmReport", "deleteOrgAlarmReport"],
});
export const createOrgAlarmReport = ofOrg.create;
export const putOrgAlarmReport = ofOrg.put;
export const deleteOrgAlarmReport = ofOrg.remove;

export const listOrgAlarmReports: Handler<"listOrgAlarmReports"> = (services, at) =>
  withReportDetails(services, at.orgId, ofOrg.list(services, at));

const ofUser = crud(ALARMS_ENTITIES.userAlarmReport, {
  ...REPORT,
  rules: [hasOwnName, hasSecret, isAbout(orgSelections)],
  actions: ["createUserAlarmReport", "putUserAlarmReport", "deleteUserAlarmReport"],
});

export const listUserAlarmReports: Handler<"listUserAlarmReports"> = (services, input, caller) => {
  const at = owned(input, caller);
  return withReportDetails(services, at.accountId, ofUser.list(services, at));
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
  const [{ hasPilot }, equipments, settings] = await Promise.all([
    readProject(services, projectId),
    readEquipments(services, projectId),
    readEntry(services.store, keys.alarmSettings(projectId), alarmSettingsRecord),
  ]);
  const hasNightFlow = (settings.value?.["water-night-flow"] ?? null) !== null;
  const valuesOf = (kind: "boilerroom" | "building") =>
    equipments.filter(({ record }) => record.kind === kind)
      .map(({ id, record }) => ({ value: id, label: record.name }));
  const places = { boilerRoom: valuesOf("boilerroom"), building: valuesOf("building") };
  return ALARM_HANDLERS.filter((handler) => hasPilot || !handler.startsWith("pilot-"))
    .filter((handler) => hasNightFlow || handler !== "water-night-flow")
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
