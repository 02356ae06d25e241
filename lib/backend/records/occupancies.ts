import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Key, readEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import type { AccessState } from "@/lib/domain/housing/occupancy.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";
import { occupancy } from "@/lib/domain/housing/schema.ts";

/** An occupancy, in the entry of its dwelling. */
export type OccupancyRecord = z.output<typeof occupancyRecord>;
const occupancyRecord = z.object(occupancy.shape).omit({ version: true, access: true }).extend({
  /** The account invited to the page of the dwelling for these days; null for none. */
  accountId: z.string().nullable().default(null),
});

/** All occupancies of a dwelling are in one entry, so that two writes cannot give the same day to two people. */
export const occupancyRecords = z.array(occupancyRecord);

/** The dwelling whose page an account was invited to; valid only while the occupancy names the account. */
export type HomeRecord = z.output<typeof homeRecord>;
export const homeRecord = z.object({
  occupancyId: z.string(),
  /** False until the user has chosen a password with a code mailed to the address. */
  isOpen: z.boolean(),
});

/** The access of the account of an occupancy to the page of a dwelling. */
export interface OpenHome {
  readonly accountId: string;
  readonly key: Key;
}

/**
 * The accesses to the page of a dwelling that end with occupancies. Of an account invited for a later occupancy too, such
 * as a renewed lease, the access is that of the later one and stays.
 */
export async function homesEndingWith(
  store: Store,
  { projectId, houseId }: HouseAt,
  records: readonly OccupancyRecord[],
): Promise<OpenHome[]> {
  const found = await Promise.all(records.map(async ({ id, accountId }) => {
    if (accountId === null) return [];
    const key = keys.homeOfAccount(accountId, projectId, houseId);
    const { value } = await readEntry(store, key, homeRecord);
    return value?.occupancyId === id ? [{ accountId, key }] : [];
  }));
  return found.flat();
}

/** Access of each occupant of a dwelling to its page, by occupancy. */
export async function accessStates(
  store: Store,
  { projectId, houseId }: HouseAt,
  records: readonly OccupancyRecord[],
): Promise<ReadonlyMap<string, AccessState>> {
  const given = records.flatMap(({ id, accountId }) =>
    accountId === null ? [] : [{ id, accountId }]
  );
  const homes = await readEntries(
    store,
    given.map(({ accountId }) => keys.homeOfAccount(accountId, projectId, houseId)),
    homeRecord,
  );
  return new Map(given.map(({ id }, rank) => [id, stateOf(id, homes[rank]?.value ?? null)]));
}

function stateOf(occupancyId: string, home: HomeRecord | null): AccessState {
  if (home?.occupancyId !== occupancyId) return "none";
  return home.isOpen ? "open" : "invited";
}
