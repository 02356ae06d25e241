import { z } from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntries, type Store } from "@/lib/backend/kv/store.ts";
import type { AccessState } from "@/lib/domain/housing/occupancy.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";
import type { Occupancy } from "@/lib/domain/housing/types.ts";

/** An occupancy as a dwelling's entry keeps it. */
export interface OccupancyRecord extends Omit<Occupancy, "version" | "access"> {
  /** The account that was given the page of the dwelling for these days; null when none was. */
  accountId: string | null;
}

/** All those of a dwelling are in one entry, so that two writes cannot give the same day to two people. */
export const occupancyRecords: z.ZodType<OccupancyRecord[]> = z.array(z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  consent: z.object({
    givenOn: z.string(),
    source: z.string(),
    withdrawnOn: z.string().nullable(),
  }).nullable(),
  accountId: z.string().nullable().default(null),
}));

/** What an account finds of a dwelling whose page it was given; the occupancy says the same, or it is worth nothing. */
export type HomeRecord = z.output<typeof homeRecord>;
export const homeRecord = z.object({
  occupancyId: z.string(),
  /** False until a user who reads the mails of the address has chosen a password by the code of one. */
  isOpen: z.boolean(),
});

/** Takes the page of a dwelling from the accounts of occupancies, in the commit that ends them. */
export function closeHomes(
  atomic: Atomic,
  { projectId, houseId }: HouseAt,
  records: readonly Pick<OccupancyRecord, "accountId">[],
): void {
  for (const { accountId } of records) {
    if (accountId !== null) atomic.delete(keys.homeOfAccount(accountId, projectId, houseId));
  }
}

/** What each occupant of a dwelling is to its page, by occupancy. */
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
