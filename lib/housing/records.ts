/** Stored records of dwellings, occupancies and homes, and the caller's own occupancy. @module */

import * as z from "zod";
import { entity, NOT_STORED } from "@/lib/api/entity.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { rolesAtHome } from "@/lib/identity/roles.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { isWithin } from "@/lib/series/day_spans.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Entry, listEntries, readEntries, readEntry, type Store } from "@/lib/store/store.ts";
import type { HouseAt } from "@/lib/ui/links.ts";
import {
  type AccessState,
  anonymousGroup,
  house,
  houseType,
  housingAlert,
  moduleRights,
  occupancy,
} from "./schema.ts";

export type HouseRecord = z.output<typeof houseRecord>;
export const houseRecord = z.object(house.shape).omit(NOT_STORED);

export type HouseTypeRecord = z.output<typeof houseTypeRecord>;
const houseTypeRecord = z.object(houseType.shape).omit(NOT_STORED);

export type AnonymousGroupRecord = z.output<typeof anonymousGroupRecord>;
const anonymousGroupRecord = z.object(anonymousGroup.shape).omit(NOT_STORED);

/** Rights of the occupants' application in a dwelling; none until a user sets them. */
export type ModuleRightsRecord = z.output<typeof moduleRightsRecord>;
export const moduleRightsRecord = z.object(moduleRights.shape).omit({
  houseId: true,
  version: true,
});

/** A stored message to tenants. */
export type HousingAlertRecord = z.output<typeof housingAlertRecord>;
const housingAlertRecord = z.object(housingAlert.shape).omit(NOT_STORED);

export const HOUSING_ENTITIES = {
  house: entity(keys.house, houseRecord, {
    equipment: ({ settings: { buildingId } }) => [buildingId],
    houseType: ({ settings: { houseTypeId } }) => [houseTypeId],
    anonymousGroup: ({ settings: { anonymousGroupId } }) => [anonymousGroupId],
  }),
  houseType: entity(keys.houseType, houseTypeRecord),
  anonymousGroup: entity(keys.anonymousGroup, anonymousGroupRecord),
  housingAlert: entity(keys.housingAlert, housingAlertRecord),
};

/** An occupancy, in the entry of its dwelling. */
export type OccupancyRecord = z.output<typeof occupancyRecord>;
const occupancyRecord = z.object(occupancy.shape).omit({ version: true, access: true }).extend({
  /** The account invited to the page of the dwelling for these days; null for none. */
  accountId: z.string().nullable().default(null),
});

/** All occupancies of a dwelling are in one entry, so that two writes cannot give the same day to two people. */
export const occupancyRecords = z.array(occupancyRecord);

/** The dwelling whose page an account was invited to; valid on the days of the occupancies that name the account. */
export type HomeRecord = z.output<typeof homeRecord>;
export const homeRecord = z.object({
  /** False until the user has chosen a password with a code mailed to the address. */
  isOpen: z.boolean(),
});

/**
 * The accesses to the page of a dwelling that end with occupancies. An account invited for another occupancy too, such
 * as a renewed lease, keeps the access.
 *
 * @param records the occupancies of the dwelling afterwards
 */
export function homesEndingWith(
  { projectId, houseId }: HouseAt,
  { ended, records }: Readonly<
    Record<"ended" | "records", readonly Pick<OccupancyRecord, "accountId">[]>
  >,
) {
  return ended.flatMap(({ accountId }) => {
    if (accountId === null || records.some((one) => one.accountId === accountId)) return [];
    return [{ accountId, key: keys.homeOfAccount(accountId, projectId, houseId) }];
  });
}

/** Access of each occupant of a dwelling to its page, by occupancy. */
export async function accessStates(
  store: Store,
  { projectId, houseId }: HouseAt,
  records: readonly OccupancyRecord[],
): Promise<ReadonlyMap<string, AccessState>> {
  const ownHomes = records.flatMap(({ id, accountId }) =>
    accountId === null ? [] : [{ id, accountId }]
  );
  const homes = await readEntries(
    store,
    ownHomes.map(({ accountId }) => keys.homeOfAccount(accountId, projectId, houseId)),
    homeRecord,
  );
  return new Map(ownHomes.map(({ id }, position) => [id, stateOf(homes[position]?.value ?? null)]));
}

function stateOf(home: HomeRecord | null): AccessState {
  if (home === null) return "none";
  return home.isOpen ? "open" : "invited";
}

/** The dwellings whose page an account was invited to, opened or not, running or ended. */
export function homesOf(store: Store, accountId: string): Promise<readonly Entry<HomeRecord>[]> {
  return listEntries(store, { prefix: keys.homeOfAccount.under(accountId) }, homeRecord);
}

/** The residences of dwellings, as cache scopes: landlords see who has access. */
export function residencesOf(homes: readonly Entry<HomeRecord>[]): Scope[] {
  return homes.map(({ key }) => ({ kind: "project", id: String(key.at(-2)) }));
}

interface OwnAt extends HouseAt {
  accountId: string;
  /** Epoch ms. */
  now: number;
}

/**
 * The running occupancy for which an account was invited to the page of a dwelling, from its first to its last
 * day.
 *
 * @spec housing.invitations
 * @returns with the civil day of the residence; null for any other account
 */
export async function ownOccupancy(store: Store, { accountId, projectId, houseId, now }: OwnAt) {
  const home = await readEntry(
    store,
    keys.homeOfAccount(accountId, projectId, houseId),
    homeRecord,
  );
  if (!home.value?.isOpen) return null;
  const [project, occupancies, rights] = await Promise.all([
    readEntry(store, keys.project(projectId), projectRecord),
    readEntry(store, keys.occupancies(projectId, houseId), occupancyRecords),
    readEntry(store, keys.moduleRights(projectId, houseId), moduleRightsRecord),
  ]);
  if (project.value === null) return null;
  const today = civilDateOf(now, project.value.timeZone);
  const record = occupancies.value?.find((one) =>
    one.accountId === accountId && isWithin(one, today)
  );
  if (record === undefined) return null;
  const access = Math.min(project.value.ecotouchAdmin, rights.value?.access ?? 0);
  return { record, project: project.value, roles: rolesAtHome(access), today };
}
