import { accountByEmail } from "@/lib/backend/accounts/accounts.ts";
import { isPassword } from "@/lib/backend/accounts/passwords.ts";
import { type AccountRecord, accountRecord, type Holder } from "@/lib/backend/accounts/records.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Check, readEntry } from "@/lib/backend/kv/store.ts";

/** An account whose password was verified, and the check that it has not changed since. */
export type CheckedSignIn =
  | {
    readonly ok: true;
    readonly holder: Holder;
    /** null on the simulated store: its accounts are in another store than sessions. */
    readonly still: Check | null;
  }
  | { readonly ok: false; readonly code: "user-not-found" | "bad-password" };

/** Checks an e-mail address and a password. @spec accounts.sign-in */
export async function checkedSignIn(
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<CheckedSignIn> {
  const found = await accountByEmail(services.store, email);
  const entry = found && await readEntry(services.store, keys.account(found.id), accountRecord);
  const account = entry?.value ?? null;
  // The hash is also computed for unknown addresses: the duration must not reveal who exists.
  const isRight = await isPassword(
    { password, phc: account?.passwordHash ?? null },
    services.passwordCost,
  );
  if (found === null || account === null) return { ok: false, code: "user-not-found" };
  if (!isRight) return { ok: false, code: "bad-password" };
  const still = entry && { key: entry.key, versionstamp: entry.versionstamp };
  const isReal = services.newVisit === null;
  return { ok: true, holder: newHolder(services, found.id, account), still: isReal ? still : null };
}

/** The caller after signing in; on the simulated store a visit starts. */
export function newHolder(
  services: Services,
  accountId: string,
  { email, platformAdmin }: Pick<AccountRecord, "email" | "platformAdmin">,
): Holder {
  return { accountId, email, platformAdmin, visitorId: services.newVisit?.() ?? null };
}
