/** Invites users, creates their accounts and mails them a code. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { newId } from "@/lib/base/secrets.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { accountByEmail, includeAccount } from "@/lib/identity/accounts.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { newCode } from "@/lib/identity/mailed_codes.ts";
import { type AccountRecord, accountRecord, isAwaited } from "@/lib/identity/records.ts";
import type { User } from "@/lib/identity/schema.ts";
import type { DeclaredLetter } from "@/lib/mail/letters.ts";
import type { SealedMail } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readEntry, unchanged } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { memberLetters } from "./mail_text.ts";
import { callerName, organisationName, setMember } from "./members.ts";
import { memberRecord } from "./records.ts";

/** The default application of the links in mails. @spec organisations.invitations */
export const HOME = "home";

/**
 * Creates an account without password, member of the organisation without role, and mails its owner a code to choose a
 * password: one commit writes account, code, mail and audit line.
 *
 * The owner of an unverified address is mailed a code that gives them the account; until then the account
 * gets no other membership.
 *
 * @spec organisations.invitations
 */
export const inviteUser: Handler<"inviteUser"> = (services, { orgId, body }, caller) => {
  return transact(services, { caller, action: "inviteUser", orgId }, async (atomic) => {
    const known = await accountByEmail(services.store, body.email);
    if (known !== null && !known.isUnproven) return { ok: false, code: "user-already-exists" };
    const organisation = await organisationName(services, orgId);
    const letterWith = await invitationTo(services, organisation, caller);
    if (known !== null) {
      const { mail, keep } = await codeMail(services, known, letterWith);
      keep(atomic);
      return { ok: true, answer: null, subject: known.email, mail };
    }
    const { id, mail, create } = await newAccount(services, body, letterWith);
    setMember(create(atomic), { orgId, accountId: id }, { isAdmin: false, awaitsRole: true });
    const also = [{ kind: "account", id }] as const;
    return { ok: true, answer: null, subject: body.email, also, mail };
  });
};

/**
 * Mails a new code to a member who has chosen no password, whose roles, teams and administration stay. The earlier
 * code opens nothing any more.
 *
 * @spec organisations.resending
 */
export const resendInvitation: Handler<"resendInvitation"> = (services, { orgId, email }, caller) =>
  transact(services, { caller, action: "resendInvitation", orgId }, async (atomic) => {
    const { store } = services;
    const known = await accountByEmail(store, email);
    if (known === null) return { ok: false, code: "not-found" };
    const [member, account] = await Promise.all([
      readEntry(store, keys.member(orgId, known.id), memberRecord),
      readEntry(store, keys.account(known.id), accountRecord),
    ]);
    if (member.value === null) return { ok: false, code: "not-found" };
    if (!isAwaited(account.value)) return { ok: false, code: "user-already-exists" };
    const organisation = await organisationName(services, orgId);
    const letterWith = await invitationTo(services, organisation, caller);
    const { mail, keep } = await codeMail(services, account.value, letterWith);
    // Who accepts meanwhile needs no other code.
    atomic.check(unchanged(account));
    keep(atomic);
    return { ok: true, answer: null, subject: known.email, mail };
  });

/** The words of a mail that invites into an organisation, with its code. */
export async function invitationTo(
  services: Services,
  organisation: string,
  caller: Caller,
): Promise<LetterWith> {
  const inviter = await callerName(services, caller);
  return (code) =>
    memberLetters.letter({ kind: "invitation", code, organisation, inviter, app: HOME });
}

type LetterWith = (code: string) => DeclaredLetter;

/** A mail with a code to choose a password. */
interface CodeMail {
  readonly mail: SealedMail;
  keep(atomic: Atomic): void;
}

/**
 * A mail with a new code for the address of an account. The code replaces the earlier one: a mail with that one which
 * has not left is not sent.
 *
 * @spec organisations.resending, housing.invitations
 */
export async function codeMail(
  services: Services,
  person: User,
  letterWith: LetterWith,
): Promise<CodeMail> {
  const [{ mail, keep }, replaced] = await Promise.all([
    firstCodeMail(services, person, letterWith),
    services.outbox.invitationMailsTo(person.email),
  ]);
  return {
    mail,
    keep(atomic) {
      for (const key of replaced) atomic.delete(key);
      keep(atomic);
    },
  };
}

async function firstCodeMail(
  services: Services,
  { email, forename, surname }: User,
  letterWith: LetterWith,
): Promise<CodeMail> {
  const { code, expiresAt, keep } = newCode(email, "invitation", services.now());
  const to = [{ email, name: `${forename} ${surname}`.trim() }];
  return { mail: await services.outbox.sealed(letterWith(code), { to, expiresAt }), keep };
}

/** An account without a password. */
export interface Newcomer {
  readonly id: string;
  readonly mail: SealedMail;
  /** Adds the account and its code to a commit, which fails when the address is taken meanwhile. */
  create(atomic: Atomic): Atomic;
}

/** Prepares an account and the mail with which its owner chooses a password. */
export async function newAccount(
  services: Services,
  person: User,
  letterWith: LetterWith,
): Promise<Newcomer> {
  const id = newId();
  const email = emailKey(person.email);
  const forename = oneLine(person.forename);
  const surname = oneLine(person.surname);
  const { mail, keep } = await firstCodeMail(services, { email, forename, surname }, letterWith);
  const record: AccountRecord = {
    email,
    forename,
    surname,
    // No password matches an empty hash: the code of the mail sets one.
    passwordHash: "",
    platformAdmin: false,
    createdAt: services.now(),
  };
  return {
    id,
    mail,
    create(atomic) {
      keep(atomic);
      return includeAccount(atomic, id, record);
    },
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
