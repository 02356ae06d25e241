/** Changes the name, password and e-mail address of the caller's account. @module */

import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Services } from "@/lib/api/services.ts";
import { isSecret, newSecret, secretHash } from "@/lib/base/secrets.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { homesOf, residencesOf } from "@/lib/housing/records.ts";
import { accountById } from "@/lib/identity/accounts.ts";
import { type Caller, credentialsOf, memberCaller } from "@/lib/identity/caller.ts";
import { forgetCodes } from "@/lib/identity/mailed_codes.ts";
import { hashPassword, isPassword } from "@/lib/identity/passwords.ts";
import type { AccountRecord } from "@/lib/identity/records.ts";
import { queueMail } from "@/lib/mail/outbox.ts";
import { retried } from "@/lib/store/commits.ts";
import { lasting, readLive } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type MaybeEntry,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import {
  holderFor,
  ownAccount,
  type ReadAccount,
  readAccount,
  saveAccount,
} from "./account_changes.ts";
import type { Handler } from "./calls.ts";
import { accountLetters } from "./mail_text.ts";
import { readdressOwnReports } from "./own_reports.ts";

/** Lifetime of the mailed link to a new address, ms. */
export const EMAIL_CHANGE_MS = 24 * 3_600_000;

/** An address that an account requested and has not confirmed yet, and the hash of the secret in the mailed link. */
type EmailChangeRecord = z.output<typeof emailChangeRecord>;
export const emailChangeRecord = z.object({ email: z.string(), hash: z.string() });

interface NewEmailChange {
  /** For the mail only: the store has a hash of its secret. */
  readonly token: string;
  readonly expiresAt: number;
  /** Adds it to the commit of its mail; it replaces an earlier one of the account. */
  keep(atomic: Atomic): void;
}

export function newEmailChange(
  { accountId, email }: { readonly accountId: string; readonly email: string },
  now: number,
): NewEmailChange {
  const secret = newSecret();
  const expiresAt = now + EMAIL_CHANGE_MS;
  const record: EmailChangeRecord = { email, hash: secretHash(secret) };
  const { value, options } = lasting(record, expiresAt, now);
  return {
    token: `${accountId}.${secret}`,
    expiresAt,
    keep: (atomic) => void atomic.set(keys.emailChange(accountId), value, options),
  };
}

/** The pending change of address of an account; value null for none. */
export async function pendingEmailChange(
  store: Store,
  accountId: string,
  now: number,
): Promise<MaybeEntry<EmailChangeRecord>> {
  const key = keys.emailChange(accountId);
  return await readLive(store, key, emailChangeRecord, now, EMAIL_CHANGE_MS);
}

/** The change of address of a mailed token, with its account; null for any other text. */
async function emailChangeOf(
  store: Store,
  token: string,
  now: number,
): Promise<{ accountId: string; email: string; entry: MaybeEntry } | null> {
  const [accountId = "", secret = "", ...more] = token.split(".");
  if (accountId === "" || more.length > 0 || !isSecret(secret)) return null;
  const entry = await pendingEmailChange(store, accountId, now);
  if (entry.value === null) return null;
  const { email, hash } = entry.value;
  const isRight = timingSafeEqual(Buffer.from(hash), Buffer.from(secretHash(secret)));
  return isRight ? { accountId, email, entry } : null;
}

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
    const proof = await services.outbox.sealed(
      accountLetters.letter({ kind: "email-proof", token }),
      { to, expiresAt },
    );
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
