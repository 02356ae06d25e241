import * as z from "zod";
import { accountById } from "@/lib/backend/accounts/accounts.ts";
import { credentialsOf } from "@/lib/backend/accounts/credentials.ts";
import { emailChangeOf, newEmailChange } from "@/lib/backend/accounts/email_changes.ts";
import type { AccountRecord } from "@/lib/backend/accounts/records.ts";
import { forgetCodes } from "@/lib/backend/accounts/reset_codes.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { queueMail } from "@/lib/backend/mail/outbox.ts";
import { homesOf, residencesOf } from "@/lib/backend/records/own_occupancy.ts";
import { type Caller, memberCaller } from "@/lib/contract/caller.ts";
import { emailKey } from "@/lib/domain/forms/email.ts";
import {
  holderFor,
  ownAccount,
  type ReadAccount,
  readAccount,
  saveAccount,
} from "./account_record.ts";
import { isOwnPassword } from "./own_account.ts";
import { readdressOwnReports } from "./own_reports.ts";

/**
 * Requests another e-mail address: a confirmation link is mailed to it, and a notice to the current one. Until the link
 * is confirmed the account keeps its address and its sessions.
 */
export const changeEmail: Handler<"changeEmail"> = async (services, { body }, caller) => {
  const email = emailKey(body.email);
  return await retried(async () => {
    const account = await ownAccount(services, caller);
    if (!(await isOwnPassword(services, account, body.password))) {
      return { ok: false, code: "bad-password" } as const;
    }
    if (await isTaken(services, account, email)) {
      return { ok: false, code: "user-already-exists" } as const;
    }
    const { id, record } = account;
    const isNew = email !== record.email;
    const own = ownToken(caller);
    const { token, expiresAt, keep } = newEmailChange({ accountId: id, email }, services.now());
    const to = [{ email, name: `${record.forename} ${record.surname}`.trim() }];
    const proof = await services.outbox.sealed({ kind: "email-proof", token }, { to, expiresAt });
    const written = await saveAccount(services, account, {
      caller,
      action: "changeEmail",
      ends: false,
      ...own === null && { opens: holderFor(caller, { id, ...record }) },
      notice: isNew ? { letter: { kind: "email-asked", email }, to: record.email } : null,
      fill: (atomic) => {
        keep(atomic);
        queueMail(atomic, proof);
      },
    });
    if (!written.ok) return null;
    services.outbox.hasQueued();
    return { ok: true, answer: { token: own ?? written.token } } as const;
  });
};

/** Cancels the requested change of address. */
export const cancelEmailChange: Handler<"cancelEmailChange"> = async (services, _, caller) => {
  return await retried(async () => {
    const account = await ownAccount(services, caller);
    const written = await saveAccount(services, account, {
      caller,
      action: "cancelEmailChange",
      ends: false,
      notice: null,
      fill: (atomic) => void atomic.delete(keys.emailChange(account.id)),
    });
    return written.ok ? { ok: true, answer: null } as const : null;
  });
};

/**
 * Confirms a change of address with the token of the mailed link, once: every session ends, the old address is notified,
 * and the account's own mail reports go to the new one.
 *
 * A dwelling that the account was invited to by an unproven address stays closed: with another address the invitation
 * is deleted, with the same address it opens.
 */
export const confirmEmail: Handler<"confirmEmail"> = async (services, { body: { token } }) => {
  const { store, now } = services;
  return await retried(async () => {
    const change = await emailChangeOf(store, token, now());
    if (change === null || await accountById(store, change.accountId) === null) {
      return { ok: false, code: "bad-code" } as const;
    }
    const { accountId, email, entry } = change;
    const account = await readAccount(services, accountId);
    const byEmail = await readEntry(store, keys.accountByEmail(email), z.string());
    if (byEmail.value !== null && byEmail.value !== accountId) {
      return { ok: false, code: "user-already-exists" } as const;
    }
    const { isUnproven: _, ...proven } = account.record;
    const isNew = email !== proven.email;
    if (isNew) {
      const { orgIds } = account;
      const moved = { from: proven.email, to: email };
      await readdressOwnReports(services, { accountId, orgIds }, moved);
    }
    const homes = (await homesOf(store, accountId)).filter(({ value }) => !value.isOpen);
    const written = await saveAccount(services, account, {
      // A mailed token comes without a session.
      caller: memberCaller(account.id, account.record.email),
      action: "confirmEmail",
      ends: true,
      notice: isNew ? { letter: { kind: "email-changed", email }, to: proven.email } : null,
      also: residencesOf(homes),
      fill: (atomic) => {
        atomic.check(unchanged(entry), unchanged(byEmail)).delete(entry.key);
        if (isNew) atomic.delete(keys.accountByEmail(proven.email));
        atomic.set(byEmail.key, accountId)
          .set(keys.account(accountId), isNew ? readdressed(proven, email) : proven);
        for (const { key, value } of homes) {
          if (isNew) atomic.delete(key);
          else atomic.set(key, { ...value, isOpen: true });
        }
        forgetCodes(atomic, proven.email);
      },
    });
    return written.ok ? { ok: true, answer: null } as const : null;
  });
};

function readdressed(account: AccountRecord, email: string): AccountRecord {
  return { ...account, email, formerEmails: [...account.formerEmails ?? [], account.email] };
}

async function isTaken({ store }: Services, { id }: ReadAccount, email: string): Promise<boolean> {
  const { value } = await readEntry(store, keys.accountByEmail(email), z.string());
  return value !== null && value !== id;
}

/** The caller's token; null for a browser, which has a session and gets one. */
function ownToken(caller: Caller): string | null {
  const shown = credentialsOf(caller);
  return shown === null || shown.via === "session" ? null : shown.secret;
}
