/** The kind of each key of the store, to check what is stored. @module */

import * as z from "zod";
import { emailChangeRecord } from "@/lib/accounts/own_account.ts";
import * as alarms from "@/lib/alarms/records.ts";
import { auditRecord } from "@/lib/api/audit.ts";
import { storedAnswerRecord } from "@/lib/api/upstream_answers.ts";
import { windowRecord } from "@/lib/api/rate_counters.ts";
import {
  orderedHouses,
  queuedReportRecord,
  reportMailedRecord,
  reportMailsRecord,
  reportOrderRecord,
} from "@/lib/consumption_reports/records.ts";
import { ownValue } from "@/lib/demo/overlay.ts";
import * as contracting from "@/lib/documents/records.ts";
import { foundDriftRecord } from "@/lib/energy_signature/found_drifts.ts";
import { annotationRecords } from "@/lib/facilities/annotations.ts";
import * as facilities from "@/lib/facilities/records.ts";
import { gasLineRows, gasOwnerRecord, gasPceRecord } from "@/lib/gas/records.ts";
import * as pilot from "@/lib/heating_control/records.ts";
import { homeRecord, moduleRightsRecord, occupancyRecords } from "@/lib/housing/records.ts";
import { codeRecord } from "@/lib/identity/mailed_codes.ts";
import { providerSession } from "@/lib/identity/provider_links.ts";
import { accountRecord, handedOut, sessionRecord, tokenRecord } from "@/lib/identity/records.ts";
import { mqttStateRecord } from "@/lib/ingest/mqtt/subscriber.ts";
import { recentArrivalRecord } from "@/lib/ingest/recent_arrivals.ts";
import { columnChoiceRecord } from "@/lib/ingest/remembered_columns.ts";
import { knownMailRow, mailRefusal } from "@/lib/mail/outbox.ts";
import * as organisations from "@/lib/organisations/records.ts";
import { runRecord } from "@/lib/platform/job_records.ts";
import { importRecord, partRecord } from "@/lib/portfolio/import.ts";
import { letterReaderRecord } from "@/lib/portfolio/letters.ts";
import { residenceFiguresRecord } from "@/lib/portfolio/stored_figures.ts";
import { featuresRecord, followUpRecord, projectRecord } from "@/lib/residences/records.ts";
import { operationRecord } from "@/lib/self_consumption/records.ts";
import { deletedReadingsRecord } from "@/lib/series/records.ts";
import { refusalCounts, unknownSource } from "@/lib/series/unknown_sources.ts";
import * as settlement from "@/lib/settlement/records.ts";
import { blobPart, manifest } from "@/lib/store/blobs.ts";
import { expiring } from "@/lib/store/expiry.ts";
import { keys, RETIRED_KEYS } from "@/lib/store/keys.ts";
import { leaseRecord } from "@/lib/store/leases.ts";
import type { Key } from "@/lib/store/store.ts";
import { decodeArrival } from "@/lib/timeseries/store/arrival_encoding.ts";
import { checkRun } from "@/lib/timeseries/store/chunk_encoding.ts";
import { compaction } from "@/lib/timeseries/store/compaction_lease.ts";
import { purgeLine } from "@/lib/timeseries/store/purge.ts";
import { seriesMetadata } from "@/lib/timeseries/store/series_metadata.ts";
import { decodeProjectYear, decodeRollup } from "@/lib/timeseries/store/stored_rollups.ts";
import { checkSealed } from "@/lib/timeseries/store/value_encoding.ts";
import { stationFetchRecord } from "@/lib/weather/records.ts";
import { sentForm } from "@/lib/web/form_store.ts";
import { ENTITIES } from "./entity_registry.ts";
import { LETTERS } from "./letters.ts";

/** Parses a value of the store. @throws when it does not match its key */
type Parse = (value: unknown) => unknown;

const id = z.string();
const mark = z.literal(true);
const text = z.string();
const counter = z.instanceof(Deno.KvU64);
const knownMail = knownMailRow(LETTERS);

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
  sentForm: by(sentForm),
  attempts: by(windowRecord),
  firstRunCode: by(text),
  org: by(organisations.organisationRecord),
  orgFeatures: by(organisations.collectFeaturesRecord),
  orgRetention: by(organisations.retentionRecord),
  member: by(organisations.memberRecord),
  orgOfAccount: by(mark),
  team: by(organisations.teamRecord),
  providerOfEmail: by(mark),
  documentIndex: by(contracting.documentIndexRecord),
  documentMaking: by(contracting.makingRecord),
  documentReminded: by(text),
  documentNews: by(contracting.documentNewsRecord),
  documentAction: by(contracting.documentActionRecord),
  documentActionLines: by(contracting.documentActionPart),
  waitingFiles: by(contracting.waitingFilesRecord),
  documentMail: by(contracting.documentMailRecord),
  letterReader: by(letterReaderRecord),
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
  foundDrift: by(foundDriftRecord),
  residenceFigures: by(residenceFiguresRecord),
  priceIndexes: by(settlement.priceIndexesRecord),
  settlement: by(settlement.settlementRecord),
  djuDays: by(facilities.outdoorDaysRecord),
  djuMonths: by(facilities.djuMonthsRecord),
  stationDays: by(facilities.outdoorDaysRecord),
  stationFetch: by(stationFetchRecord),
  stationSource: by(mark),
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
  columnChoice: by(columnChoiceRecord),
  unknownSource: by(unknownSource),
  recentArrival: by(recentArrivalRecord),
  refusedSources: by(refusalCounts),
  uplink: by(expiring(mark)),
  arrival: decodeArrival,
  points: checkRun,
  seriesDays: checkSealed,
  seriesMonths: decodeRollup,
  seriesHead: by(seriesMetadata),
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
  alarmMail: by(alarms.reportMailRecord),
  webhookPost: by(alarms.webhookRow),
  webhookFailure: by(alarms.webhookFailure),
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
  outbox: by(knownMail),
  outboxFailed: by(knownMail),
  mailSecret: by(text),
  lease: by(leaseRecord),
  jobRun: by(runRecord),
  mqttState: by(mqttStateRecord),
  audit: by(auditRecord),
  probe: by(mark),
  stockImport: by(importRecord),
  followUp: by(followUpRecord),
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
