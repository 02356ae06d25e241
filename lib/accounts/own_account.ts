/**
 * Reads an account and saves its changes, each with audit lines, notice and ended sessions: of the name, the password and
 * the e-mail address of the caller's own account here.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { addAuditLine, type AuditAction } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { CallError } from "@/lib/base/errors.ts";
import { isSecret, newSecret, secretHash } from "@/lib/base/secrets.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { homesOf, residencesOf } from "@/lib/housing/records.ts";
import { accountById } from "@/lib/identity/accounts.ts";
import { accountCaller, type Caller, credentialsOf, memberCaller } from "@/lib/identity/caller.ts";
import { forgetCodes } from "@/lib/identity/mailed_codes.ts";
import { hashPassword, isPassword } from "@/lib/identity/passwords.ts";
import { type AccountRecord, accountRecord, type CredentialOwner } from "@/lib/identity/records.ts";
import { ENDED_PER_COMMIT, endThem, handedOutTo, includeEnd } from "@/lib/identity/tokens.ts";
import { queueMail } from "@/lib/mail/outbox.ts";
import { PLATFORM_SCOPE, type Scope } from "@/lib/store/cache.ts";
import { CONFLICT, type Conflict, retried } from "@/lib/store/commits.ts";
import { lasting, readLive } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  listIds,
  type MaybeEntry,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import type { Author } from "./contributions.ts";
import { type AccountLetter, accountLetters } from "./mail_text.ts";
import { readdressOwnReports } from "./own_reports.ts";

/** An account, and the check that it has not changed since it was read. */
export type ReadAccount = Awaited<ReturnType<typeof readAccount>>;

/** The account with an id. @throws CallError when it was deleted: a caller that still presents it is signed out */
export async function readAccount(services: Services, id: string) {
  const [{ key, value, versionstamp }, orgIds] = await Promise.all([
    readEntry(services.store, keys.account(id), accountRecord),
    listIds(services.store, keys.orgOfAccount.under(id)),
  ]);
  if (value === null) throw new CallError("not-signed-in");
  return { id, record: value, still: { key, versionstamp }, orgIds };
}

export async function ownAccount(services: Services, caller: Caller): Promise<ReadAccount> {
  return await readAccount(services, accountCaller(caller).accountId);
}

/** An account as the author of what it wrote, also under its former addresses. */
export function authorOf({ id, record }: ReadAccount): Author {
  return { accountId: id, emails: new Set([record.email, ...record.formerEmails ?? []]) };
}

interface AccountChange {
  /** The user: the owner, or the holder of a code. */
  caller: Caller;
  action: AuditAction;
  /** True when its sessions and tokens end. */
  ends: boolean;
  /** The holder of a new token, which does not end. */
  opens?: CredentialOwner;
  /** A mail to the owner, and its address. */
  notice: { letter: AccountLetter; to: string } | null;
  /** Other scopes whose cached answers contain it. */
  also?: readonly Scope[];
  /** Adds the change to the commit; what is beyond a commit is written before it. */
  fill(atomic: Atomic): void | Promise<void>;
}

/**
 * Writes a change of an account in one commit, with its audit lines, its notice, its new token, and the end of its
 * sessions: more of them than one commit ends are ended before it. The line of an account without organisation, as of an
 * occupant, is in the log of the platform.
 *
 * @returns the new token, "" without one; a conflict when the account was changed meanwhile: nothing was written
 */
export async function saveAccount(
  services: Services,
  { id, record, still, orgIds }: ReadAccount,
  { caller, action, ends, opens, notice, also = [], fill }: AccountChange,
): Promise<{ readonly ok: true; readonly token: string } | Conflict> {
  const { store, outbox, sessions, tokens, versions } = services;
  const name = `${record.forename} ${record.surname}`.trim();
  const mail = notice && await outbox.sealed(accountLetters.letter(notice.letter), {
    to: [{ email: notice.to, name }],
  });
  const owner = { accountId: id, visitorId: credentialsOf(caller)?.visitorId ?? null };
  // Sessions and tokens of the demo are in another store than the data of its visitors.
  const isReal = services.newVisit === null;
  const ended = ends && isReal ? await handedOutTo(store, owner) : [];
  await endThem(store, ended.slice(ENDED_PER_COMMIT));
  const opened = opens === undefined ? null : tokens.newToken(opens);
  const scopes: Scope[] = [
    { kind: "account", id },
    ...orgIds.map((orgId): Scope => ({ kind: "org", id: orgId })),
    ...also,
  ];
  const atomic = store.atomic().check(still);
  await fill(atomic);
  includeEnd(atomic, ended);
  if (isReal) opened?.keep(atomic);
  versions.include(atomic, scopes);
  for (const orgId of orgIds.length === 0 ? [PLATFORM_SCOPE] : orgIds) {
    const line = { caller, action, orgId, projectId: null, subject: record.email };
    addAuditLine(atomic, line, services.now());
  }
  if (mail) queueMail(atomic, mail);
  if (!(await atomic.commit()).ok) return CONFLICT;
  versions.forget(scopes);
  if (ends) await sessions.endAllOf(owner, opened?.hash);
  if (!isReal && opened !== null) await tokens.commit(opened.keep);
  if (mail) outbox.hasQueued();
  return { ok: true, token: opened?.token ?? "" };
}

/** The holder of a new token of an account; in the demo, within the same visit. */
function holderFor(
  caller: Caller,
  { id, email, platformAdmin }: { id: string; email: string; platformAdmin: boolean },
): CredentialOwner {
  const visitorId = credentialsOf(caller)?.visitorId ?? null;
  return { accountId: id, email, platformAdmin, visitorId };
}

/** Lifetime of the mailed link to a new address, ms. */
export const EMAIL_CHANGE_MS = 24 * 3_600_000;

/** An address that an account requested and has not confirmed yet, and the hash of the secret in the mailed link. */
type EmailChangeRecord = z.output<typeof emailChangeRecord>;
export const emailChangeRecord = z.object({ email: z.string(), hash: z.string() });

/**
 * A change of address to request: its token for the mail only, of which the store has a hash, the end of its life in epoch
 * ms, and what adds it to the commit of its mail, where it replaces an earlier one of the account.
 */
export function newEmailChange(
  { accountId, email }: { readonly accountId: string; readonly email: string },
  now: number,
) {
  const secret = newSecret();
  const expiresAt = now + EMAIL_CHANGE_MS;
  const record: EmailChangeRecord = { email, hash: secretHash(secret) };
  const { value, options } = lasting(record, expiresAt, now);
  return {
    token: `${accountId}.${secret}`,
    expiresAt,
    keep: (atomic: Atomic) => void atomic.set(keys.emailChange(accountId), value, options),
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

/** Changes the caller's account, whose sessions go on and whose owner is not told. */
async function changeOwn(
  services: Services,
  { caller, action }: Pick<AccountChange, "caller" | "action">,
  fill: (atomic: Atomic, account: ReadAccount) => void,
) {
  return await retried(async () => {
    const account = await ownAccount(services, caller);
    const written = await saveAccount(services, account, {
      caller,
      action,
      ends: false,
      notice: null,
      fill: (atomic) => fill(atomic, account),
    });
    return written.ok ? { ok: true, answer: null } as const : null;
  });
}

export const changeName: Handler<"changeName"> = (services, { body }, caller) =>
  changeOwn(services, { caller, action: "changeName" }, (atomic, { id, record }) => {
    atomic.set(keys.account(id), { ...record, ...body });
  });

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
export const cancelEmailChange: Handler<"cancelEmailChange"> = (services, _, caller) =>
  changeOwn(services, { caller, action: "cancelEmailChange" }, (atomic, { id }) => {
    atomic.delete(keys.emailChange(id));
  });

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
