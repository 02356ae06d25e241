import { accountByEmail } from "@/lib/backend/accounts/accounts.ts";
import { hashPassword } from "@/lib/backend/accounts/passwords.ts";
import { codeUse, isCode, newCode } from "@/lib/backend/accounts/reset_codes.ts";
import { HOME } from "@/lib/backend/embedded/organisations/invitations.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { queueMail } from "@/lib/backend/mail/outbox.ts";
import { homesOf, residencesOf } from "@/lib/backend/records/own_occupancy.ts";
import { memberCaller } from "@/lib/contract/caller.ts";
import { readAccount, saveAccount } from "./account_record.ts";

/**
 * Mails a code to a user who forgot the password.
 *
 * An unknown address gets the same answer after the same work; only the mail is not queued.
 */
export const askResetCode: Handler<"askResetCode"> = async (services, input) => {
  const { body: { email, app = HOME } } = input;
  const { store, outbox, now } = services;
  const account = await accountByEmail(store, email);
  const { code, expiresAt, keep } = newCode(email, "reset", now());
  const name = account === null ? "" : `${account.forename} ${account.surname}`.trim();
  const to = [{ email: account?.email ?? email, name }];
  const mail = await outbox.sealed({ kind: "reset-code", code, app }, { to, expiresAt });
  const atomic = store.atomic();
  keep(atomic);
  if (account !== null) queueMail(atomic, mail);
  await atomic.commit();
  if (account !== null) outbox.hasQueued();
  return { ok: true, answer: null };
};

/**
 * Sets a new password with a mailed code: every session ends, and the code is used up. The code proves the address,
 * which opens the pages of dwellings its owner was invited to.
 */
export const resetPassword: Handler<"resetPassword"> = async (services, input) => {
  const { body: { email, code, password } } = input;
  const { store, now, passwordCost } = services;
  const isRight = await isCode(store, { email, code, now: now() });
  const found = isRight ? await accountByEmail(store, email) : null;
  if (found === null) return { ok: false, code: "bad-code" };
  const passwordHash = await hashPassword(password, passwordCost);
  const account = await readAccount(services, found.id);
  // One commit uses the code up: of two concurrent uses only one succeeds.
  const useUp = await codeUse(store, { email, code });
  if (useUp === null) return { ok: false, code: "bad-code" };
  const { isUnproven: _, ...proven } = account.record;
  const { email: to } = proven;
  const homes = await homesOf(store, account.id);
  const written = await saveAccount(services, account, {
    caller: memberCaller(account.id, to),
    action: "resetPassword",
    ends: true,
    // Accepting an invitation sets a first password: none was changed.
    notice: account.record.passwordHash === ""
      ? null
      : { letter: { kind: "password-changed" }, to },
    also: residencesOf(homes),
    fill: (atomic) => {
      useUp(atomic);
      atomic.set(keys.account(account.id), { ...proven, passwordHash })
        .delete(keys.emailChange(account.id));
      for (const { key, value } of homes) atomic.set(key, { ...value, isOpen: true });
    },
  });
  return written.ok ? { ok: true, answer: null } : { ok: false, code: "bad-code" };
};
