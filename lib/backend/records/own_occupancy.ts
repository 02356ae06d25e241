import type { Scope } from "@/lib/backend/cache/versions.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Entry, listEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { isWithin } from "@/lib/domain/housing/occupancy.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { rolesAtHome } from "@/lib/domain/roles/at_home.ts";
import { moduleRightsRecord } from "./housing.ts";
import { type HomeRecord, homeRecord, occupancyRecords } from "./occupancies.ts";
import { projectRecord } from "./projects.ts";

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
