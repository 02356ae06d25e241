import type { ZodType } from "zod";
import type { KeyDoc, KeyFamily } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Key } from "@/lib/backend/kv/store.ts";
import { alarmMuteRecord, alarmReportRecord } from "@/lib/backend/records/alarms.ts";
import { consumerRecord, producerRecord } from "@/lib/backend/records/autoconsumption.ts";
import { reportSettingsRecord } from "@/lib/backend/records/consumption_reports.ts";
import {
  contractRecord,
  documentRecord,
  providerRecord,
  requestRecord,
  typedocRecord,
} from "@/lib/backend/records/contracting.ts";
import { displayContactRecord, displayMessageRecord } from "@/lib/backend/records/display.ts";
import {
  deviceRecord,
  equipmentRecord,
  outdoorSourceRecord,
  settingsRecord,
  sourcesRecord,
} from "@/lib/backend/records/facilities.ts";
import {
  anonymousGroupRecord,
  houseRecord,
  houseTypeRecord,
  housingAlertRecord,
} from "@/lib/backend/records/housing.ts";
import { manualIndexRecord, seriesRecord } from "@/lib/backend/records/projects.ts";
import type { SeriesRecord } from "@/lib/backend/records/projects.ts";
import { claimSchema } from "@/lib/backend/sources/sources.ts";
import {
  type CountedSeries,
  hotWaterKindOf,
  isSolarSeries,
  isSourceSeries,
} from "@/lib/domain/energy_balance/settings/sources_form.ts";
import { isSuitable, type SeriesUser } from "@/lib/domain/facilities/suitable_series.ts";
import type { SeriesScope } from "@/lib/domain/projects/types.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";

type Ids = readonly (string | null)[];

/**
 * The ids that a thing refers to, by what they are ids of; null stands for none. The names are those of their keys,
 * each of a place and an id.
 */
export interface References<Record> {
  dataseries?(record: Record): readonly SeriesReference[];
  equipment?(record: Record, key: Key): Ids;
  house?(record: Record, key: Key): Ids;
  houseType?(record: Record, key: Key): Ids;
  anonymousGroup?(record: Record, key: Key): Ids;
  outdoorSource?(record: Record, key: Key): Ids;
  provider?(record: Record, key: Key): Ids;
  contract?(record: Record, key: Key): Ids;
  typedoc?(record: Record, key: Key): Ids;
  projectOfOrg?(record: Record, key: Key): Ids;
}

export interface SeriesReference {
  readonly field: string;
  readonly id: string | null;
  suits(series: SeriesRecord): boolean;
}

export type Referred = keyof References<never>;

export const REFERRED = [
  "dataseries",
  "equipment",
  "house",
  "houseType",
  "anonymousGroup",
  "outdoorSource",
  "provider",
  "contract",
  "typedoc",
  "projectOfOrg",
] as const satisfies readonly Referred[];

/** A kind of thing that has a key of its own: the key, and what it holds. */
export interface Entity<Names extends readonly string[], Record> {
  readonly key: KeyFamily<Names>;
  readonly record: ZodType<Record>;
}

/** One that refers to others of its place, whose id its key begins with. */
export interface Referrer<Record> {
  readonly key: { under(placeId: string): Key; readonly doc: Pick<KeyDoc, "params"> };
  readonly record: ZodType<Record>;
  readonly refersTo: References<Record>;
}

/**
 * Every reference between the things of a residence or of an organisation. What is named here cannot be deleted while the other stands, and
 * the other is written only while what it names is there.
 */
export const REFERRERS = {
  dataseries: referrer(keys.dataseries, seriesRecord, {
    equipment: ({ equipmentId }) => [equipmentId],
  }),
  equipment: referrer(keys.equipment, equipmentRecord, {
    equipment: ({ parentId }) => [parentId],
    dataseries: ({ details: { circuit, errorCode, faultDetector, gate, cmv, skydome } }) => [
      readBy("outType", "outType", circuit?.outType),
      readBy("backType", "backType", circuit?.backType),
      readBy("errorCode", "seriesId", errorCode?.seriesId),
      readBy("faultDetector", "seriesId", faultDetector?.seriesId),
      readBy("gate", "seriesId", gate?.seriesId),
      readBy("cmv", "seriesId", cmv?.seriesId),
      readBy("skydome", "seriesId", skydome?.seriesId),
    ],
  }),
  device: referrer(keys.device, deviceRecord, {
    dataseries: ({ productionSeriesId, consumptionSeriesId }) => [
      readBy("device", "productionSeriesId", productionSeriesId),
      readBy("device", "consumptionSeriesId", consumptionSeriesId),
    ],
    equipment: (_, [, , boilerRoomId]) => [String(boilerRoomId)],
  }),
  efficiencySources: referrer(keys.efficiencySources, sourcesRecord, {
    dataseries: ({ sourceKind, sourceType, hotWaterTypes, solarTypes }) => [
      countedBy("sourceType", sourceType, (series) => isSourceSeries(sourceKind, series)),
      ...hotWaterTypes.map(({ hotWaterType, hotWaterKind: kind }) =>
        countedBy("hotWaterTypes", hotWaterType, (series) => hotWaterKindOf(series) === kind)
      ),
      ...solarTypes.map((id) => countedBy("solarTypes", id, isSolarSeries)),
    ],
  }),
  efficiencySettings: referrer(keys.efficiencySettings, settingsRecord, {
    outdoorSource: (settings) => settings.map(({ djuSource }) => djuSource),
  }),
  reportSettings: referrer(keys.reportSettings, reportSettingsRecord, {
    outdoorSource: ({ djuSource }) => [djuSource],
  }),
  outdoorSource: referrer(keys.outdoorSource, outdoorSourceRecord, {
    dataseries: ({ seriesId }) => [readBy("outdoorSource", "seriesId", seriesId)],
  }),
  house: referrer(keys.house, houseRecord, {
    equipment: ({ settings: { buildingId } }) => [buildingId],
    houseType: ({ settings: { houseTypeId } }) => [houseTypeId],
    anonymousGroup: ({ settings: { anonymousGroupId } }) => [anonymousGroupId],
  }),
  // What is typed or sent was checked as it came: the series may change afterwards.
  manualIndex: referrer(keys.manualIndex, manualIndexRecord, {
    dataseries: ({ seriesId: id }) => [{ field: "seriesId", id, suits: () => true }],
  }),
  seriesSource: referrer(keys.seriesSource, claimSchema, {
    dataseries: ({ seriesId: id }) => [{ field: "seriesId", id, suits: () => true }],
  }),
  accProducer: referrer(keys.accProducer, producerRecord, {
    dataseries: ({ seriesId }) => [readBy("producer", "seriesId", seriesId)],
  }),
  accConsumer: referrer(keys.accConsumer, consumerRecord, {
    // A dwelling is metered by a series of dwellings, the others by one of the facilities.
    dataseries: ({ seriesId, houseId }) => [
      readBy("consumer", "seriesId", seriesId, houseId === null ? "facilities" : "housing"),
    ],
    house: ({ houseId }) => [houseId],
  }),
  contract: referrer(keys.contract, contractRecord, {
    provider: ({ dates }) => dates.map(({ providerId }) => providerId),
    projectOfOrg: ({ projects }) => projects,
  }),
  documentRequest: referrer(keys.documentRequest, requestRecord, {
    provider: ({ providerId }) => [providerId],
    contract: ({ contractId }) => [contractId],
    typedoc: ({ typedocId }) => [typedocId],
    projectOfOrg: ({ projects }) => projects,
  }),
};

/** Every kind of thing that calls list, create, write and delete. */
export const ENTITIES = {
  ...REFERRERS,
  houseType: entity(keys.houseType, houseTypeRecord),
  anonymousGroup: entity(keys.anonymousGroup, anonymousGroupRecord),
  housingAlert: entity(keys.housingAlert, housingAlertRecord),
  displayMessage: entity(keys.displayMessage, displayMessageRecord),
  displayContact: entity(keys.displayContact, displayContactRecord),
  alarmReport: entity(keys.alarmReport, alarmReportRecord),
  orgAlarmReport: entity(keys.orgAlarmReport, alarmReportRecord),
  userAlarmReport: entity(keys.userAlarmReport, alarmReportRecord),
  alarmMute: entity(keys.alarmMute, alarmMuteRecord),
  provider: entity(keys.provider, providerRecord),
  typedoc: entity(keys.typedoc, typedocRecord),
  document: entity(keys.document, documentRecord),
};

function entity<Names extends readonly string[], Record>(
  key: KeyFamily<Names>,
  record: ZodType<Record>,
): Entity<Names, Record> {
  return { key, record };
}

function readBy(
  user: SeriesUser,
  field: string,
  id: string | null | undefined,
  scope?: SeriesScope,
): SeriesReference {
  return { field, id: id ?? null, suits: (series) => isSuitable(user, series, scope) };
}

type Counts = (series: CountedSeries) => boolean;

function countedBy(field: string, id: string, counts: Counts): SeriesReference {
  const suits = ({ scope, dataUnitId, importedUnit }: SeriesRecord) =>
    scope === "facilities" &&
    counts({ dataUnitId, unit: importedUnit ?? dataUnit(dataUnitId).unit });
  return { field, id, suits };
}

function referrer<Names extends readonly string[], Record>(
  key: KeyFamily<Names>,
  record: ZodType<Record>,
  refersTo: References<Record>,
) {
  return { key, record, refersTo };
}
