import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readById } from "@/lib/backend/kv/lists.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { AlarmComment } from "@/lib/domain/alarms/types.ts";

/** The names of authors; a deleted account has none. */
export async function readAuthors(
  store: Store,
  accountIds: readonly string[],
): Promise<(accountId: string) => AlarmComment["author"]> {
  const accounts = await readById(store, accountIds, keys.account, accountRecord);
  return (accountId) => {
    const { surname = "", forename = "", email = "" } = accounts.get(accountId) ?? {};
    return { lastName: surname, firstName: forename, email };
  };
}
