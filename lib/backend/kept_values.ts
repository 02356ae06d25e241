import * as z from "zod";
import { windowRecord } from "./accounts/attempts.ts";
import { emailChangeRecord } from "./accounts/email_changes.ts";
import { providerSession } from "./accounts/provider_links.ts";
import { accountRecord, handedOut, sessionRecord, tokenRecord } from "./accounts/records.ts";
import { refusedPage } from "./accounts/refused_pages.ts";
import { codeRecord } from "./accounts/reset_codes.ts";
import { sentForm } from "./accounts/sent_forms.ts";
import { ownValue } from "./demo/overlay/overlay.ts";
import { ENTITIES } from "./embedded/references.ts";
import { annotationRecords } from "./embedded/series/annotations.ts";
import { importRecord, partRecord } from "./embedded/stock/records.ts";
import { blobPart, manifest } from "./kv/blobs.ts";
import { clockMark } from "./kv/clock_mark.ts";
import { expiring } from "./kv/expiry.ts";
import { keys, RETIRED_KEYS } from "./kv/keys.ts";
import { decodeArrival } from "./kv/series/arrivals/arrival_bytes.ts";
import { checkSealed } from "./kv/series/bytes.ts";
import { checkRun } from "./kv/series/chunk.ts";
import { compaction } from "./kv/series/compaction/lease.ts";
import { decodeRollup } from "./kv/series/figures.ts";
import { seriesHead } from "./kv/series/head.ts";
import { purgeLine } from "./kv/series/purge_lines.ts";
import { decodeProjectYear } from "./kv/series/year.ts";
import type { Key } from "./kv/store.ts";
import { mailRefusal, mailRow } from "./mail/outbox.ts";
import { reportMailRecord } from "./records/alarm_mails.ts";
import * as alarms from "./records/alarms.ts";
import { auditRecord } from "./records/audit.ts";
import { operationRecord } from "./records/autoconsumption.ts";
import { reportMailedRecord, reportMailsRecord } from "./records/consumption_reports.ts";
import * as contracting from "./records/contracting.ts";
import { deletedReadingsRecord } from "./records/deleted_readings.ts";
import * as facilities from "./records/facilities.ts";
import { gasLineRows, gasOwnerRecord, gasPceRecord } from "./records/gas.ts";
import { moduleRightsRecord } from "./records/housing.ts";
import { runRecord } from "./records/job_runs.ts";
import { leaseRecord } from "./records/leases.ts";
import { homeRecord, occupancyRecords } from "./records/occupancies.ts";
import * as organisations from "./records/organisations.ts";
import * as pilot from "./records/pilot.ts";
import { featuresRecord, projectRecord } from "./records/projects.ts";
import { orderedHouses, queuedReportRecord, reportOrderRecord } from "./records/queued_reports.ts";
import { webhookFailure, webhookRow } from "./records/webhooks.ts";
import { refusalCounts } from "./sources/refused_sources.ts";
import { unknownSource } from "./sources/unknown_sources.ts";
import { storedAnswerRecord } from "./upstream/stored_answers.ts";

/** Parses a value of the store. @throws when it does not match its key */
type Parse = (value: unknown) => unknown;

const id = z.string();
const mark = z.literal(true);
const text = z.string();
const counter = z.instanceof(Deno.KvU64);

/**
 * Schemas of the families of keys that are no entities: the schema of their readers, or the decoder of their bytes
 * and CRC; the CRC alone where series/check.ts decodes them too.
 *
 * A family that is not here does not compile.
 */
const KEPT_VALUES = {
  account: by(accountRecord),
  accountByEmail: by(id),
  session: by(sessionRecord),
  token: by(tokenRecord),
  providerSession: by(providerSession),
  tokenOf: by(handedOut),
  resetCode: by(expiring(codeRecord)),
  emailChange: by(expiring(emailChangeRecord)),
  refusedPage: by(refusedPage),
  sentForm: by(sentForm),
  attempts: by(windowRecord),
  firstRunCode: by(text),
  org: by(organisations.organisationRecord),
  orgFeatures: by(organisations.collectFeaturesRecord),
  orgRetention: by(organisations.retentionRecord),
  member: by(organisations.memberRecord),
  orgOfAccount: by(mark),
  team: by(organisations.teamRecord),
  tag: by(organisations.tagRecord),
  providerOfEmail: by(mark),
  documentIndex: by(contracting.documentIndexRecord),
  documentChange: by(contracting.documentPlaces),
  documentMaking: by(contracting.makingRecord),
  documentReminded: by(text),
  documentNews: by(contracting.documentNewsRecord),
  documentAction: by(contracting.documentActionRecord),
  documentActionLines: by(contracting.documentActionPart),
  documentSending: by(contracting.sendingRecord),
  waitingFiles: by(contracting.waitingFilesRecord),
  documentMail: by(contracting.documentMailRecord),
  project: by(projectRecord),
  projectOfOrg: by(mark),
  projectByCode: by(id),
  projectFeatures: by(featuresRecord),
  roles: by(organisations.rolesRecord),
  rolesOfAccount: by(mark),
  boilerRoom: by(facilities.boilerRoomRecord),
  gasFactors: by(facilities.factorsRecord),
  heatingSeasons: by(facilities.seasonsRecord),
  annotations: by(annotationRecords),
  djuDays: by(facilities.outdoorDaysRecord),
  djuMonths: by(facilities.djuMonthsRecord),
  houseBySerial: by(id),
  moduleRights: by(moduleRightsRecord),
  pilotThreshold: by(pilot.pilotThresholdRecord),
  pilotFeatures: by(pilot.pilotFeaturesRecord),
  pilotConfig: by(pilot.pilotConfigRecord),
  pilotModule: by(pilot.pilotModuleRecord),
  pilotReport: by(pilot.pilotReportRecord),
  pilotPoll: by(pilot.pilotPollRecord),
  pilotRevision: by(pilot.pilotRevisionRecord),
  occupancies: by(occupancyRecords),
  reportMails: by(reportMailsRecord),
  reportMailed: by(reportMailedRecord),
  homeOfAccount: by(homeRecord),
  importedSeries: by(mark),
  unknownSource: by(unknownSource),
  refusedSources: by(refusalCounts),
  clockMark: by(clockMark),
  uplink: by(expiring(mark)),
  arrival: decodeArrival,
  points: checkRun,
  seriesDays: checkSealed,
  seriesMonths: decodeRollup,
  seriesHead: by(seriesHead),
  projectYear: decodeProjectYear,
  deletedReadings: by(expiring(deletedReadingsRecord)),
  deletedInstants: checkRun,
  purgeLine: by(purgeLine),
  compaction: by(compaction),
  alarmWatching: by(alarms.watchingRecord),
  alarmWatch: by(alarms.alarmWatchRecord),
  alarmRest: by(alarms.alarmRestRecord),
  openAlarm: by(alarms.alarmRecord),
  closedAlarm: by(alarms.alarmRecord),
  alarmSettings: by(alarms.alarmSettingsRecord),
  alarmComment: by(alarms.alarmCommentRecord),
  alarmEvent: by(alarms.alarmEventRecord),
  alarmMail: by(reportMailRecord),
  webhookPost: by(webhookRow),
  webhookFailure: by(webhookFailure),
  mailRefusal: by(mailRefusal),
  queuedReport: by(queuedReportRecord),
  reportOrder: by(reportOrderRecord),
  reportOrderHouses: by(orderedHouses),
  accOperation: by(operationRecord),
  gasPce: by(gasPceRecord),
  gasPceOwner: by(gasOwnerRecord),
  gasLines: by(gasLineRows),
  blob: by(manifest),
  blobPart: by(blobPart),
  cache: by(storedAnswerRecord),
  version: by(counter),
  outbox: by(mailRow),
  outboxFailed: by(mailRow),
  mailSecret: by(text),
  lease: by(leaseRecord),
  jobRun: by(runRecord),
  audit: by(auditRecord),
  probe: by(mark),
  stockImport: by(importRecord),
  stockLines: by(partRecord),
  visitor: by(ownValue),
} satisfies Record<Exclude<keyof typeof keys, keyof typeof ENTITIES>, Parse>;

const READINGS: ReadonlyMap<string, Parse> = new Map([
  ...Object.entries(KEPT_VALUES),
  ...Object.entries(ENTITIES).map(([name, { record }]) => [name, by(record)] as const),
]);

const FAMILIES = new Map([
  ...Object.entries(keys).flatMap(([name, { doc }]) => {
    const read = READINGS.get(name);
    return read === undefined ? [] : [[doc.name, { length: doc.params.length + 1, read }] as const];
  }),
  ...RETIRED_KEYS.map(({ doc }) =>
    [doc.name, { length: doc.params.length + 1, read: by(z.unknown()) }] as const
  ),
]);

/** The fault of an entry; null when its key is known and its value valid. */
export function faultOfEntry({ key, value }: { key: Key; value: unknown }): string | null {
  const place = key.map(String).join("/");
  const family = FAMILIES.get(String(key[0]));
  if (family === undefined || family.length !== key.length) return `Unknown key: ${place}`;
  try {
    family.read(value);
    return null;
  } catch (fault) {
    return `${place}: ${reasonOf(fault)}`;
  }
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof z.ZodError)) return fault instanceof Error ? fault.message : String(fault);
  const [issue] = fault.issues;
  return `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim();
}

function by(schema: z.ZodType): Parse {
  return (value) => schema.parse(value);
}
