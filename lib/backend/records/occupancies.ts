import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntries, type Store } from "@/lib/backend/kv/store.ts";
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
  const given = records.flatMap(({ id, accountId }) =>
    accountId === null ? [] : [{ id, accountId }]
  );
  const homes = await readEntries(
    store,
    given.map(({ accountId }) => keys.homeOfAccount(accountId, projectId, houseId)),
    homeRecord,
  );
  return new Map(given.map(({ id }, rank) => [id, stateOf(homes[rank]?.value ?? null)]));
}

function stateOf(home: HomeRecord | null): AccessState {
  if (home === null) return "none";
  return home.isOpen ? "open" : "invited";
}
