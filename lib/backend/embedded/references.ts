import type { ZodType } from "zod";
import { getAll, listEntries } from "@/lib/backend/kv/entries.ts";
import type { KeyFamily } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Key } from "@/lib/backend/kv/store.ts";
import { alarmReportRecord } from "@/lib/backend/records/alarms.ts";
import { consumerRecord, producerRecord } from "@/lib/backend/records/autoconsumption.ts";
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
import { claimSchema } from "@/lib/backend/sources/sources.ts";
import type { Services } from "./services.ts";

type Ids = readonly (string | null)[];

/**
 * The ids that a thing refers to, by what they are ids of; null stands for none. The names are those of their keys,
 * each of a residence and an id.
 */
export interface References<Record> {
  dataseries?(record: Record, key: Key): Ids;
  equipment?(record: Record, key: Key): Ids;
  house?(record: Record, key: Key): Ids;
  houseType?(record: Record, key: Key): Ids;
  anonymousGroup?(record: Record, key: Key): Ids;
  outdoorSource?(record: Record, key: Key): Ids;
}

/** Things of a residence that others refer to. */
export type Referred = keyof References<never>;

const REFERRED = [
  "dataseries",
  "equipment",
  "house",
  "houseType",
  "anonymousGroup",
  "outdoorSource",
] as const satisfies readonly Referred[];

/** A kind of thing that has a key of its own: the key, and what it holds. */
export interface Entity<Names extends readonly string[], Record> {
  readonly key: KeyFamily<Names>;
  readonly record: ZodType<Record>;
}

/** One that refers to others of its residence, whose id its key begins with. */
export interface Referrer<Record> {
  readonly key: { under(projectId: string): Key };
  readonly record: ZodType<Record>;
  readonly refersTo: References<Record>;
}

/**
 * Every reference between the things of a residence. What is named here cannot be deleted while the other stands, and
 * the other is written only while what it names is there.
 */
export const REFERRERS = {
  dataseries: referrer(keys.dataseries, seriesRecord, {
    equipment: ({ equipmentId }) => [equipmentId],
  }),
  equipment: referrer(keys.equipment, equipmentRecord, {
    equipment: ({ parentId }) => [parentId],
    dataseries: ({ details: { circuit, errorCode, faultDetector, gate, cmv, skydome } }) =>
      [
        circuit?.outType,
        circuit?.backType,
        ...[errorCode, faultDetector, gate, cmv, skydome].map((part) => part?.seriesId),
      ].filter((id) => id !== undefined),
  }),
  device: referrer(keys.device, deviceRecord, {
    dataseries: ({ productionSeriesId, consumptionSeriesId }) => [
      productionSeriesId,
      consumptionSeriesId,
    ],
    equipment: (_, [, , boilerRoomId]) => [String(boilerRoomId)],
  }),
  efficiencySources: referrer(keys.efficiencySources, sourcesRecord, {
    dataseries: ({ sourceType, hotWaterTypes, solarTypes }) => [
      sourceType,
      ...hotWaterTypes.map(({ hotWaterType }) => hotWaterType),
      ...solarTypes,
    ],
  }),
  efficiencySettings: referrer(keys.efficiencySettings, settingsRecord, {
    outdoorSource: (settings) => settings.map(({ djuSource }) => djuSource),
  }),
  outdoorSource: referrer(keys.outdoorSource, outdoorSourceRecord, {
    dataseries: ({ seriesId }) => [seriesId],
  }),
  house: referrer(keys.house, houseRecord, {
    equipment: ({ settings: { buildingId } }) => [buildingId],
    houseType: ({ settings: { houseTypeId } }) => [houseTypeId],
    anonymousGroup: ({ settings: { anonymousGroupId } }) => [anonymousGroupId],
  }),
  manualIndex: referrer(keys.manualIndex, manualIndexRecord, {
    dataseries: ({ seriesId }) => [seriesId],
  }),
  seriesSource: referrer(keys.seriesSource, claimSchema, {
    dataseries: ({ seriesId }) => [seriesId],
  }),
  accProducer: referrer(keys.accProducer, producerRecord, {
    dataseries: ({ seriesId }) => [seriesId],
  }),
  accConsumer: referrer(keys.accConsumer, consumerRecord, {
    dataseries: ({ seriesId }) => [seriesId],
    house: ({ houseId }) => [houseId],
  }),
};

/** Every kind of thing that calls list, create, write and delete. */
export const ENTITIES = {
  ...REFERRERS,
  houseType: entity(keys.houseType, houseTypeRecord),
  anonymousGroup: entity(keys.anonymousGroup, anonymousGroupRecord),
  housingAlert: entity(keys.housingAlert, housingAlertRecord),
  alarmReport: entity(keys.alarmReport, alarmReportRecord),
  orgAlarmReport: entity(keys.orgAlarmReport, alarmReportRecord),
  userAlarmReport: entity(keys.userAlarmReport, alarmReportRecord),
};

function entity<Names extends readonly string[], Record>(
  key: KeyFamily<Names>,
  record: ZodType<Record>,
): Entity<Names, Record> {
  return { key, record };
}

function referrer<Names extends readonly string[], Record>(
  key: KeyFamily<Names>,
  record: ZodType<Record>,
  refersTo: References<Record>,
) {
  return { key, record, refersTo };
}

/** Whether something of the residence refers to a thing: then it cannot be deleted. */
export async function isReferredTo(
  { store }: Pick<Services, "store">,
  { projectId, kind, id }: { projectId: string; kind: Referred; id: string },
): Promise<boolean> {
  const referrers: readonly Referrer<unknown>[] = Object.values(REFERRERS);
  const found = await Promise.all(referrers.map(async ({ key, record, refersTo }) => {
    if (refersTo[kind] === undefined) return false;
    const entries = await listEntries(store, { prefix: key.under(projectId) }, record);
    return entries.some((entry) => refersTo[kind]?.(entry.value, entry.key).includes(id));
  }));
  return found.includes(true);
}

/** The rule that a thing is not deleted while something refers to it. @spec autoconsumption.uniqueness */
export function whileReferredTo(services: Services, kind: Referred) {
  return async (id: string, { projectId }: { projectId: string }): Promise<"in-use" | null> =>
    await isReferredTo(services, { projectId, kind, id }) ? "in-use" : null;
}

/** The rule that all a thing refers to is there. */
export function refersToWhatIsThere<Record>(
  services: Services,
  { refersTo }: Pick<Referrer<Record>, "refersTo">,
) {
  return async (
    record: Record,
    { place: { projectId }, key }: { place: { projectId: string }; key: Key },
  ): Promise<"unknown-reference" | null> =>
    await areReferencesThere(services, refersTo, { projectId, record, key })
      ? null
      : "unknown-reference";
}

/** Whether all that a thing refers to is there. */
export async function areReferencesThere<Record>(
  { store }: Pick<Services, "store">,
  references: References<Record>,
  { projectId, record, key }: { projectId: string; record: Record; key: Key },
): Promise<boolean> {
  const wanted = REFERRED.flatMap((kind) => {
    const ids = (references[kind]?.(record, key) ?? []).filter((id) => id !== null);
    return ids.map((id) => keys[kind](projectId, id));
  });
  return (await getAll(store, wanted)).every(({ versionstamp }) => versionstamp !== null);
}
