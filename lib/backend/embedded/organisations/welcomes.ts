import { accountById } from "@/lib/backend/accounts/accounts.ts";
import { accountRecord } from "@/lib/backend/accounts/records.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readById } from "@/lib/backend/kv/lists.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import type { SealedMail } from "@/lib/backend/mail/outbox.ts";
import { organisationRecord } from "@/lib/backend/records/organisations.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { mailedName } from "@/lib/text/mail_names.ts";

interface Joining {
  organisation: string;
  accountIds: readonly string[];
  /** The user who adds them; gets no mail for adding themselves. */
  caller: Caller;
}

/** The mails that tell accounts they have joined an organisation, for the same commit. */
export async function welcomeMails(
  services: Services,
  { organisation, accountIds, caller }: Joining,
): Promise<SealedMail> {
  const others = accountIds.filter((id) => caller.kind !== "account" || id !== caller.accountId);
  if (others.length === 0) return { rows: [] };
  const accounts = await readById(services.store, others, keys.account, accountRecord);
  const to = [...accounts.values()]
    .map(({ email, forename, surname }) => ({ email, name: `${forename} ${surname}`.trim() }));
  const inviter = await callerName(services, caller);
  return await services.outbox.sealed({ kind: "welcome", organisation, inviter }, { to });
}

/** Name of an organisation; "" when it was deleted. */
export async function organisationName({ store }: Services, orgId: string): Promise<string> {
  return (await readEntry(store, keys.org(orgId), organisationRecord)).value?.name ?? "";
}

/** Name of the sender in a mail: their name, else their e-mail address, which is theirs. @spec organisations.mailed-names */
export async function callerName({ store }: Services, caller: Caller): Promise<string> {
  if (caller.kind !== "account") return "";
  const account = await accountById(store, caller.accountId);
  const name = account === null ? "" : `${account.forename} ${account.surname}`.trim();
  return mailedName(name) || caller.email;
}
