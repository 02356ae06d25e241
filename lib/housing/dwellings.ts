/** Reads, adds, edits and deletes dwellings, their kinds, their groups and the messages to their tenants. @module */

import {
  atMost,
  crud,
  doReferencesExist,
  hasExistingReferences,
  hasOwnName,
  isReferredTo,
  type RuleContext,
  whileReferredTo,
} from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, organisationOf, TakenCodes, transact, versioned } from "@/lib/api/writes.ts";
import { newId } from "@/lib/base/secrets.ts";
import { readEquipment } from "@/lib/facilities/equipment.ts";
import { endPendingAccount } from "@/lib/identity/accounts.ts";
import { changedClaims, claimedSources } from "@/lib/series/claims.ts";
import { manualIndexRecord } from "@/lib/series/records.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { includeEach } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Key,
  listEntries,
  listStored,
  readEntry,
  type Store,
  type Stored,
} from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { houseOfStored } from "@/lib/timeseries/readings.ts";
import { removeStored } from "@/lib/timeseries/store/removal.ts";
import type { HouseAt } from "@/lib/ui/links.ts";
import { byName, compareValues } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { MOST_HOUSES } from "./dwelling_settings.ts";
import {
  homesEndingWith,
  type HouseRecord,
  houseRecord,
  HOUSING_ENTITIES,
  type HousingAlertRecord,
  occupancyRecords,
} from "./records.ts";
import type { References } from "@/lib/api/entity.ts";
import { confirmsFrom } from "@/lib/residences/residences.ts";

/**
 * Ends the accesses that occupancies gave to the page of a dwelling, with the accounts of unanswered invitations, in the
 * commit that ends the occupancies.
 *
 * @returns the accounts of the ended occupancies: their rights change with the commit
 */
export async function endAccess(
  services: Services,
  atomic: Atomic,
  { at, ...occupancies }: { readonly at: HouseAt } & Parameters<typeof homesEndingWith>[1],
): Promise<Scope[]> {
  for (const { accountId, key } of homesEndingWith(at, occupancies)) {
    atomic.delete(key);
    await endPendingAccount(services, atomic, { accountId, lost: key });
  }
  return occupancies.ended.flatMap(({ accountId }): Scope[] =>
    accountId === null ? [] : [{ kind: "account", id: accountId }]
  );
}

/** Maximum number of dwelling types, and of dwelling groups, of a residence. */
const MOST_HOUSE_CHOICES = 500;

/** Rules common to kinds and groups, of which a dwelling has at most one. */
const CHOICE = {
  full: atMost(MOST_HOUSE_CHOICES),
  rules: [hasOwnName],
  compare: byName,
  subject: ({ name }: { name: string }) => name,
};

/** Kinds of dwelling. @spec housing.references */
const types = crud(HOUSING_ENTITIES.houseType, {
  ...CHOICE,
  use: whileReferredTo("houseType"),
  actions: ["createHouseType", "putHouseType", "deleteHouseType"],
});
export const listHouseTypes = types.list;
export const createHouseType = types.create;
export const putHouseType = types.put;
export const deleteHouseType = types.remove;

/** Groups of dwellings. @spec housing.references */
const groups = crud(HOUSING_ENTITIES.anonymousGroup, {
  ...CHOICE,
  use: whileReferredTo("anonymousGroup"),
  actions: ["createAnonymousGroup", "putAnonymousGroup", "deleteAnonymousGroup"],
});
export const listAnonymousGroups = groups.list;
export const createAnonymousGroup = groups.create;
export const putAnonymousGroup = groups.put;
export const deleteAnonymousGroup = groups.remove;

export type StoredHouse = Stored<HouseRecord>;

const SERIALS = new TakenCodes("dwelling serials", keys.houseBySerial);

/** The dwellings of a residence at its version: an import would otherwise count them for each line. */
const COUNTS = new StoreMemory<number>("dwelling count", () => 8);

/** Every dwelling of a residence, by name. */
export async function readHouses(
  { store }: Pick<Services, "store">,
  projectId: string,
): Promise<StoredHouse[]> {
  const houses = await listStored(store, keys.house.under(projectId), houseRecord);
  return houses.toSorted((a, b) => compareValues(a.record.settings.name, b.record.settings.name));
}

/** As {@link readHouses}, for display: cached until the residence is written. */
export function cachedHouses(
  services: Services,
  projectId: string,
): Promise<readonly StoredHouse[]> {
  return services.memory.ofSettings(projectId, "houses", () => readHouses(services, projectId));
}

/** One dwelling of a residence; its value is null when there is none. */
export function readHouse({ store }: Pick<Services, "store">, { projectId, houseId }: HouseAt) {
  return readEntry(store, keys.house(projectId, houseId), houseRecord);
}

export const listHouses: Handler<"listHouses"> = async (services, { projectId }) => {
  const houses = await readHouses(services, projectId);
  return { ok: true, answer: houses.map(versioned) };
};

/** Adds a dwelling; its serial, if any, is unique in the residence. @spec housing.references */
export const createHouse: Handler<"createHouse"> = (services, { projectId, body }, caller) => {
  const { config = {}, ...house } = body;
  const { serial, settings } = house;
  return transact(
    services,
    { caller, action: "createHouse", projectId },
    async (atomic, version) => {
      const { store } = services;
      const count = await COUNTS.of(store, projectId, version, () => houseCount(store, projectId));
      if (count >= MOST_HOUSES) return { ok: false, code: "limit-reached" };
      const id = newId();
      const own = { place: projectId, version, id, code: serial };
      const taken = await SERIALS.take(services, atomic, own);
      if (taken === null) return { ok: false, code: "serial-taken" };
      const key = keys.house(projectId, id);
      const record = { ...house, config };
      if (!await mayRefer(services, { projectId, key, record })) {
        return { ok: false, code: "unknown-reference" };
      }
      atomic.set(key, record);
      const committed = (versionstamp: string) => {
        taken(versionstamp);
        COUNTS.set(store, projectId, { version: versionstamp, value: count + 1 });
      };
      return { ok: true, answer: { id }, subject: settings.name, committed };
    },
  );
};

/** Changes the settings of a dwelling; absent free fields are not changed. */
export const putHouseSettings: Handler<"putHouseSettings"> = (services, input, caller) => {
  const { projectId, houseId, body } = input;
  const { version, config, ...settings } = body;
  return transact(services, { caller, action: "putHouseSettings", projectId }, async (atomic) => {
    const entry = await readHouse(services, { projectId, houseId });
    if (entry.value === null) return { ok: false, code: "not-found" };
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const record = { ...entry.value, settings, config: config ?? entry.value.config };
    if (!await mayRefer(services, { projectId, key: entry.key, record })) {
      return { ok: false, code: "unknown-reference" };
    }
    atomic.set(entry.key, record);
    // Who sees the alarms of the dwelling may change, also in the organisation's list.
    const also = [{ kind: "alarms", id: await organisationOf(services, projectId) }] as const;
    return { ok: true, answer: null, subject: settings.name, also };
  });
};

/**
 * Deletes a dwelling that participates in no self-consumption, detaches its sources, and removes the indexes typed by
 * hand and its readings: those that the call does not remove, the job of retention does.
 */
export const deleteHouse: Handler<"deleteHouse"> = async (services, input, caller) => {
  const { projectId, houseId } = input;
  const { store } = services;
  const change = { caller, action: "deleteHouse", projectId } as const;
  const outcome = await transact(services, change, async (atomic) => {
    const [entry, occupied] = await Promise.all([
      readHouse(services, { projectId, houseId }),
      readEntry(store, keys.occupancies(projectId, houseId), occupancyRecords),
    ]);
    if (entry.value === null) return { ok: false, code: "not-found" };
    if (await isReferredTo(services, { placeId: projectId, kind: "house", id: houseId })) {
      return { ok: false, code: "in-use" };
    }
    const { serial, settings } = entry.value;
    atomic.delete(entry.key).delete(keys.moduleRights(projectId, houseId)).delete(occupied.key)
      .delete(keys.pilotModule(projectId, houseId)).delete(keys.pilotReport(projectId, houseId))
      .delete(keys.reportMailed(projectId, houseId));
    const ended = occupied.value ?? [];
    const at = { projectId, houseId };
    const also = await endAccess(services, atomic, { at, ended, records: [] });
    await forgetMeters(services, at, atomic);
    if (serial !== "") atomic.delete(keys.houseBySerial(projectId, serial));
    return { ok: true, answer: null, subject: settings.name, also };
  });
  if (!outcome.ok) return outcome;
  const isRemoved = (id: string) => houseOfStored(id) === houseId;
  await ignoreStoreFailure(removeStored(store, { projectId, isRemoved }, services.now));
  return outcome;
};

async function mayRefer(
  services: Services,
  { projectId, ...house }: { projectId: string; key: Key; record: HouseRecord },
): Promise<boolean> {
  const { buildingId } = house.record.settings;
  const building = buildingId === null
    ? null
    : await readEquipment(services, { projectId, equipmentId: buildingId });
  if (building !== null && building.value?.kind !== "building") return false;
  return await doReferencesExist(services, HOUSING_ENTITIES.house.refersTo, {
    placeId: projectId,
    ...house,
  });
}

/** Maximum number of sources and typed indexes removed in the commit of the dwelling; the others are removed before it. */
const REMOVALS_PER_COMMIT = 500;

/**
 * Detaches the sources of a deleted dwelling, and removes the indexes typed for its meters: while one is listed, its
 * series is in use.
 */
async function forgetMeters(
  { store }: Services,
  { projectId, houseId }: HouseAt,
  atomic: Atomic,
): Promise<void> {
  const prefix = keys.manualIndex.under(projectId);
  const [claims, indexes] = await Promise.all([
    claimedSources(store, projectId),
    listEntries(store, { prefix }, manualIndexRecord),
  ]);
  const gone = [
    ...claims.filter((claim) => claim.houseId === houseId)
      .map(({ sourceKey }) => keys.seriesSource(projectId, sourceKey)),
    ...indexes.filter(({ value }) => value.houseId === houseId).map(({ key }) => key),
  ];
  await includeEach(store, atomic, gone, {
    perCommit: REMOVALS_PER_COMMIT,
    fill: (commit, key) => commit.delete(key),
  });
  changedClaims(atomic, projectId);
}

async function houseCount(store: Store, projectId: string): Promise<number> {
  let count = 0;
  const prefix = keys.house.under(projectId);
  for await (const _ of store.list({ prefix }, { batchSize: 500 })) count++;
  return count;
}

/** Maximum number of messages to the tenants of a residence. */
const MOST_ALERTS = 500;

/** Messages to the tenants of a residence, newest first. @spec housing.messages */
const alerts = crud(HOUSING_ENTITIES.housingAlert, {
  compare: (a, b) => a.from < b.from ? 1 : -1,
  full: atMost(MOST_ALERTS),
  subject: ({ message }) => message,
  rules: [hasDwellings, confirmsFrom],
  actions: ["createHousingAlert", "putHousingAlert", "deleteHousingAlert"],
});
export const listHousingAlerts = alerts.list;
export const createHousingAlert = alerts.create;
export const putHousingAlert = alerts.put;
export const deleteHousingAlert = alerts.remove;

/**
 * The rule that the dwellings of a message exist when it is written, besides those that it had: they stay in it after
 * their deletion.
 */
function hasDwellings(
  record: HousingAlertRecord,
  context: RuleContext<{ readonly projectId: string }, HousingAlertRecord>,
) {
  const stored = new Set(context.before?.houseIds);
  const refersTo: References<HousingAlertRecord> = {
    house: ({ houseIds }) => houseIds.filter((id) => !stored.has(id)),
  };
  return hasExistingReferences({ refersTo })(record, context);
}
