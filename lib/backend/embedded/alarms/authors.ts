import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { readEntries } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { AlarmComment } from "@/lib/domain/alarms/types.ts";

/** The names of those who wrote something about alarms; an account that was removed has none. */
export async function readAuthors(
  store: Store,
  accountIds: readonly string[],
): Promise<(accountId: string) => AlarmComment["author"]> {
  const wanted = [...new Set(accountIds)].map((id) => keys.account(id));
  const accounts = await readEntries(store, wanted, accountRecord);
  const authors = new Map(accounts.flatMap(({ key, value }) => {
    if (value === null) return [];
    const { surname: lastName, forename: firstName, email } = value;
    return [[idOf(key), { lastName, firstName, email }] as const];
  }));
  return (accountId) => authors.get(accountId) ?? { lastName: "", firstName: "", email: "" };
}
