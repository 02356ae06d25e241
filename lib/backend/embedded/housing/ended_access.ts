import type { Scope } from "@/lib/backend/cache/versions.ts";
import { endPendingAccount } from "@/lib/backend/embedded/accounts/pending_account.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { homesEndingWith } from "@/lib/backend/records/occupancies.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";

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
