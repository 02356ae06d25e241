/** Reads an account and saves its changes, with audit lines, notice and ended sessions. @module */

import { addAuditLine, type AuditAction } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { CallError } from "@/lib/base/errors.ts";
import { accountCaller, type Caller, credentialsOf } from "@/lib/identity/caller.ts";
import {
  ENDED_PER_COMMIT,
  endThem,
  handedOutTo,
  includeEnd,
} from "@/lib/identity/issued_tokens.ts";
import { accountRecord, type CredentialOwner } from "@/lib/identity/records.ts";
import { queueMail } from "@/lib/mail/outbox.ts";
import { PLATFORM_SCOPE, type Scope } from "@/lib/store/cache.ts";
import { CONFLICT, type Conflict } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, listIds, readEntry } from "@/lib/store/store.ts";
import type { Author } from "./contributions.ts";
import { type AccountLetter, accountLetters } from "./mail_text.ts";

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
export function holderFor(
  caller: Caller,
  { id, email, platformAdmin }: { id: string; email: string; platformAdmin: boolean },
): CredentialOwner {
  const visitorId = credentialsOf(caller)?.visitorId ?? null;
  return { accountId: id, email, platformAdmin, visitorId };
}
