import type { Scope } from "@/lib/backend/cache/versions.ts";
import { endPendingAccount } from "@/lib/backend/embedded/accounts/pending_account.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { homesEndingWith, type OccupancyRecord } from "@/lib/backend/records/occupancies.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";

/**
 * Ends the accesses that occupancies gave to the page of a dwelling, with the accounts of unanswered invitations, in the
 * commit that ends the occupancies.
 *
 * @returns the accounts that lose their access: their rights change with the commit
 */
export async function endAccess(
  services: Services,
  atomic: Atomic,
  { at, records }: { readonly at: HouseAt; readonly records: readonly OccupancyRecord[] },
): Promise<Scope[]> {
  const homes = await homesEndingWith(services.store, at, records);
  for (const { accountId, key } of homes) {
    atomic.delete(key);
    await endPendingAccount(services, atomic, { accountId, lost: key });
  }
  return homes.map(({ accountId }) => ({ kind: "account", id: accountId }));
}
