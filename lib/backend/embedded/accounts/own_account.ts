import { hashPassword, isPassword } from "@/lib/backend/accounts/passwords.ts";
import { forgetCodes } from "@/lib/backend/accounts/reset_codes.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { holderFor, ownAccount, type ReadAccount, saveAccount } from "./account_record.ts";

export const changeName: Handler<"changeName"> = async (services, { body }, caller) => {
  return await retried(async () => {
    const account = await ownAccount(services, caller);
    const written = await saveAccount(services, account, {
      caller,
      action: "changeName",
      ends: false,
      notice: null,
      fill: (atomic) => void atomic.set(keys.account(account.id), { ...account.record, ...body }),
    });
    if (!written.ok) return null;
    return { ok: true, answer: null } as const;
  });
};

/** Changes the caller's password: every session ends, and a new one starts. @spec accounts.changed-credentials */
export const changePassword: Handler<"changePassword"> = async (services, { body }, caller) => {
  return await retried(async () => {
    const account = await ownAccount(services, caller);
    const { id, record } = account;
    if (!(await isOwnPassword(services, account, body.oldpassword))) {
      return { ok: false, code: "bad-old-password" } as const;
    }
    const passwordHash = await hashPassword(body.password, services.passwordCost);
    const written = await saveAccount(services, account, {
      caller,
      action: "changePassword",
      ends: true,
      opens: holderFor(caller, { id, ...record }),
      notice: { letter: { kind: "password-changed" }, to: record.email },
      fill: (atomic) => {
        // The user who requested another address may have known the old password.
        atomic.set(keys.account(id), { ...record, passwordHash }).delete(keys.emailChange(id));
        forgetCodes(atomic, record.email);
      },
    });
    return written.ok ? { ok: true, answer: { token: written.token } } as const : null;
  });
};

export async function isOwnPassword(
  services: Services,
  { record }: ReadAccount,
  password: string,
): Promise<boolean> {
  return await isPassword({ password, phc: record.passwordHash }, services.passwordCost);
}
