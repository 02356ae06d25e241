import { accountRecord, isAwaited } from "@/lib/backend/accounts/records.ts";
import { forgetCodes } from "@/lib/backend/accounts/reset_codes.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, type Key, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { mailsOfAccount } from "@/lib/backend/mail/account_mails.ts";

/**
 * Deletes an account whose owner has not accepted the invitation and that has no other purpose, in the commit that ends
 * it: the mailed code is invalidated, nothing of the person stays, and the address may be invited again.
 *
 * @param lost the membership or the dwelling that it loses in the commit: its `orgOfAccount` or its `homeOfAccount`
 * @spec organisations.cancelling, housing.invitations
 */
export async function endPendingAccount(
  { store }: { readonly store: Store },
  atomic: Atomic,
  { accountId, lost }: { readonly accountId: string; readonly lost: Key },
): Promise<void> {
  const entry = await readEntry(store, keys.account(accountId), accountRecord);
  if (!isAwaited(entry.value)) return;
  // Another organisation or a dwelling that the account joins meanwhile changes its version.
  const version = await store.get(keys.version("account", accountId));
  const places = [keys.orgOfAccount.under(accountId), keys.homeOfAccount.under(accountId)];
  for (const prefix of places) {
    for await (const { key } of store.list({ prefix })) {
      if (key.join("/") !== lost.join("/")) return;
    }
  }
  const { email } = entry.value;
  // An invitation accepted meanwhile makes this commit fail.
  atomic.check(unchanged(entry), unchanged(version));
  atomic.delete(entry.key).delete(keys.accountByEmail(email));
  for (const key of await mailsOfAccount(store, { id: accountId, email })) atomic.delete(key);
  forgetCodes(atomic, email);
}
