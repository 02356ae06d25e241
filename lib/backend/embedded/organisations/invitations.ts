import { type Account, accountByEmail } from "@/lib/backend/accounts/accounts.ts";
import type { AccountRecord } from "@/lib/backend/accounts/records.ts";
import { newCode } from "@/lib/backend/accounts/reset_codes.ts";
import { newId } from "@/lib/backend/accounts/secrets.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { save } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { queueMail } from "@/lib/backend/mail/outbox.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import type { User } from "@/lib/domain/organisations/types.ts";
import type { Letter } from "@/lib/text/mails.ts";
import { setMember } from "./members.ts";
import { callerName, organisationName } from "./welcomes.ts";

/** The application whose page a mail opens, when nobody says. @spec F §7 "app defaults to home" */
export const HOME = "home";

/**
 * Creates an account without password, a member of the organisation without role, and mails its owner a code by which
 * to choose one: account, code, mail and audit line are one commit.
 * @spec organisations.invitations
 */
export async function inviteUser(
  services: Services,
  { orgId, body }: Input<"inviteUser">,
  caller: Caller,
): Promise<Outcome<"inviteUser">> {
  const known = await accountByEmail(services.store, body.email);
  if (known?.isUnproven) return await inviteAgain(services, { orgId, known }, caller);
  if (known !== null) return { ok: false, code: "user-already-exists" };
  const organisation = await organisationName(services, orgId);
  const { id, create } = await newcomer(services, { person: body, organisation, caller });
  const also = [{ kind: "account", id }] as const;
  const change = {
    caller,
    action: "inviteUser",
    orgId,
    projectId: null,
    subject: body.email,
  } as const;
  const saved = await save(services, { ...change, also }, (atomic) => {
    create(atomic);
    setMember(atomic, { orgId, accountId: id }, { isAdmin: false });
  });
  if (!saved.ok) return { ok: false, code: "user-already-exists" };
  services.outbox.hasQueued();
  return { ok: true, answer: null };
}

/** Mails the reader of an address a code by which the account becomes theirs; until then it belongs to nothing more. */
async function inviteAgain(
  services: Services,
  { orgId, known }: { orgId: string; known: Account },
  caller: Caller,
): Promise<Outcome<"inviteUser">> {
  const { email, forename, surname } = known;
  const [organisation, inviter] = await Promise.all([
    organisationName(services, orgId),
    callerName(services, caller),
  ]);
  const { code, expiresAt, keep } = newCode(email, "invitation", services.now());
  const letter: Letter = { kind: "invitation", code, organisation, inviter, app: HOME };
  const to = [{ email, name: `${forename} ${surname}`.trim() }];
  const mail = await services.outbox.sealed(letter, { to, expiresAt });
  const change = { caller, action: "inviteUser", orgId, projectId: null, subject: email } as const;
  const saved = await save(services, change, (atomic) => {
    keep(atomic);
    queueMail(atomic, mail);
  });
  if (!saved.ok) throw new Refused("store-unavailable");
  services.outbox.hasQueued();
  return { ok: true, answer: null };
}

/** Somebody who has no account yet. */
export interface Newcomer {
  id: string;
  /** Puts the account, its code and its mail into a commit, which fails when the address is taken meanwhile. */
  create(atomic: Atomic): void;
}

/** Prepares an account and the mail that invites its owner into an organisation. */
export async function newcomer(
  services: Services,
  { person, organisation, caller }: { person: User; organisation: string; caller: Caller },
): Promise<Newcomer> {
  const inviter = await callerName(services, caller);
  return await newAccount(
    services,
    person,
    (code) => ({ kind: "invitation", code, organisation, inviter, app: HOME }),
  );
}

/**
 * Prepares an account and the mail by which its owner chooses a password.
 *
 * @param letterWith the words of the mail, with its code
 */
export async function newAccount(
  services: Services,
  person: User,
  letterWith: (code: string) => Letter,
): Promise<Newcomer> {
  const now = services.now();
  const id = newId();
  const email = person.email.toLowerCase();
  const forename = oneLine(person.forename);
  const surname = oneLine(person.surname);
  const { code, expiresAt, keep } = newCode(email, "invitation", now);
  const to = [{ email, name: `${forename} ${surname}`.trim() }];
  const mail = await services.outbox.sealed(letterWith(code), { to, expiresAt });
  const record: AccountRecord = {
    email,
    forename,
    surname,
    // No password fits an empty hash: the code of the mail sets one.
    passwordHash: "",
    platformAdmin: false,
    createdAt: now,
  };
  const byEmail = keys.accountByEmail(email);
  return {
    id,
    create(atomic) {
      atomic.check({ key: byEmail, versionstamp: null }).set(byEmail, id)
        .set(keys.account(id), record);
      keep(atomic);
      queueMail(atomic, mail);
    },
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
