/** Signs accounts in and out, creates the first one and resets forgotten passwords. @module */

import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { CallError } from "@/lib/base/errors.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { documentLetters } from "@/lib/documents/mail_text.ts";
import { providersOf } from "@/lib/documents/records.ts";
import { homesOf, residencesOf } from "@/lib/housing/records.ts";
import {
  accountByEmail,
  accountById,
  createFirstAccount as createAccount,
  hasNoAccount,
} from "@/lib/identity/accounts.ts";
import {
  type Caller,
  type Credentials,
  credentialsOf,
  memberCaller,
} from "@/lib/identity/caller.ts";
import { codeUse, isCode, newCode } from "@/lib/identity/mailed_codes.ts";
import type { GrantedTokens } from "@/lib/identity/oauth_tokens.ts";
import { hashPassword, isPassword } from "@/lib/identity/passwords.ts";
import { type AccountRecord, accountRecord, type CredentialOwner } from "@/lib/identity/records.ts";
import { queueMail } from "@/lib/mail/outbox.ts";
import { HOME } from "@/lib/organisations/invitations.ts";
import { OF_PLATFORM } from "@/lib/organisations/organisations.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Check, readEntry } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { accountLetters } from "./mail_text.ts";
import { pendingEmailChange, readAccount, saveAccount } from "./own_account.ts";

export const login: Handler<"login"> = async (services, { body: credentials }) => {
  const signIn = await checkedSignIn(services, credentials);
  if (!signIn.ok) return signIn;
  const token = await services.tokens.issue(signIn.holder, signIn.still ?? undefined);
  // The password was changed during the check: the one checked is no longer valid.
  return token === null ? { ok: false, code: "bad-password" } : { ok: true, answer: { token } };
};

export const logout: Handler<"logout"> = async (services, _, caller) => {
  const { via, secret } = credentialsOfCaller(caller);
  if (via === "session") await services.sessions.end(secret);
  else await services.tokens.endSignIn(secret);
  return { ok: true, answer: null };
};

/** A browser's session renews itself: only tokens are exchanged. */
export const checkToken: Handler<"checkToken"> = async (services, _, caller) => {
  const { via, secret } = credentialsOfCaller(caller);
  const token = via === "session" ? null : await services.tokens.read(secret);
  const shouldRefresh = token?.kind === "account" && services.tokens.shouldRefresh(token);
  return { ok: true, answer: { shouldRefresh } };
};

export const refreshToken: Handler<"refreshToken"> = async (services, _, caller) => {
  const { via, secret } = credentialsOfCaller(caller);
  if (via === "session") throw new CallError("bad-request");
  const token = await services.tokens.refresh(secret);
  if (token === null) throw new CallError("not-signed-in");
  return { ok: true, answer: { token } };
};

export const getMe: Handler<"getMe"> = async (services, _, caller) => {
  if (caller.kind === "provider") {
    return { ok: true, answer: { email: caller.email, forename: "", surname: "" } };
  }
  if (caller.kind !== "account") throw new CallError("not-signed-in");
  const account = await accountById(services.store, caller.accountId);
  if (account === null) throw new CallError("not-signed-in");
  const { email, forename, surname, platformAdmin, isUnproven = false } = account;
  const { value } = await pendingEmailChange(services.store, account.id, services.now());
  const pendingEmail = value?.email ?? null;
  const holder = value && await accountByEmail(services.store, value.email);
  const isPendingTaken = holder !== null && holder.id !== account.id;
  const answer = { email, forename, surname, platformAdmin, isUnproven, pendingEmail };
  return { ok: true, answer: { ...answer, ...isPendingTaken && { isPendingTaken } } };
};

/** @spec accounts.features */
export const getSignInFeatures: Handler<"getSignInFeatures"> = async (services) => {
  const firstRun = services.newVisit === null && await hasNoAccount(services.store);
  const { offersDemo: demo, offersReset: passwordReset, oauth } = services;
  return { ok: true, answer: { oauth: oauth !== null, passwordReset, demo, firstRun } };
};

export const createFirstAccount: Handler<"createFirstAccount"> = async (services, input) => {
  const { body: { code, ...person } } = input;
  if (services.newVisit !== null || !(await hasNoAccount(services.store))) {
    return { ok: false, code: "not-found" };
  }
  const account = { ...person, platformAdmin: true };
  const [email, now] = [emailKey(person.email), services.now()];
  let token = "";
  const id = await createAccount(services.store, code, {
    account,
    now,
    cost: services.passwordCost,
    note: (atomic, accountId) => {
      const caller = { ...memberCaller(accountId, email), platformAdmin: true };
      const action = "createFirstAccount";
      addAuditLine(atomic, { caller, action, ...OF_PLATFORM, subject: email }, now);
      const holder = newHolder(services, accountId, { email, platformAdmin: true });
      const issued = services.tokens.newToken(holder);
      issued.keep(atomic);
      token = issued.token;
    },
  });
  return id === null ? { ok: false, code: "bad-code" } : { ok: true, answer: { token } };
};

function credentialsOfCaller(caller: Caller): Credentials {
  const credentials = credentialsOf(caller);
  if (credentials === null) throw new CallError("not-signed-in");
  return credentials;
}

/** Issues OAuth tokens for a password, or for a refresh token. @throws CallError outside OAuth mode, as not found */
export const getOAuthToken: Handler<"getOAuthToken"> = async (services, { body }) => {
  const oauth = inOAuthMode(services);
  if (body.grant_type === "refresh_token") {
    const tokens = await oauth.refresh({ token: body.refresh_token, clientId: body.client_id });
    return tokens === null ? { ok: false, code: "bad-refresh-token" } : granted(tokens);
  }
  const { username: email, password, client_id: clientId, scope } = body;
  const signIn = await checkedSignIn(services, { email, password });
  if (!signIn.ok) return signIn;
  const { holder, still } = signIn;
  const tokens = await oauth.grant(holder, { clientId, scope }, still ? { check: still } : {});
  return tokens === null ? { ok: false, code: "bad-password" } : granted(tokens);
};

/**
 * Exchanges the token of the header, plain or temporary, for OAuth tokens; it is revoked in the same commit.
 *
 * @spec accounts.migration
 * @throws CallError outside OAuth mode, and for callers with a cookie or an expired token
 */
export const migrateToOAuth: Handler<"migrateToOAuth"> = async (services, { body }, caller) => {
  const oauth = inOAuthMode(services);
  const shown = credentialsOf(caller);
  if (shown?.via !== "header") throw new CallError("bad-request");
  const token = await services.tokens.exchangeable(shown.secret);
  const client = { clientId: body.client_id, scope: body.scope };
  const tokens = token && await oauth.grant(token.holder, client, token.instead);
  if (!tokens) throw new CallError("not-signed-in");
  return granted(tokens);
};

function inOAuthMode({ oauth }: Services) {
  if (oauth === null) throw new CallError("not-found");
  return oauth;
}

function granted({ accessToken, refreshToken, expiresInS }: GrantedTokens) {
  const answer = { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInS };
  return { ok: true, answer } as const;
}

/**
 * Mails a new link to a user of a provider.
 *
 * An unknown address gets the same answer after the same work; only the link and its mail are not stored.
 *
 * @spec providers.new-link
 */
export const askNewLinkProvider: Handler<"askNewLinkProvider"> = async (
  { store, outbox, providerLinks },
  { body },
) => {
  const email = emailKey(body.email);
  const { token, expiresAt, keep } = providerLinks.create(email, { requested: true });
  const until = new Date(expiresAt).toISOString();
  const [known, mail] = await Promise.all([
    providersOf(store, email),
    outbox.sealed(documentLetters.letter({ kind: "provider-link", token, until }), {
      to: [{ email }],
      expiresAt,
    }),
  ]);
  if (known.length === 0) return { ok: true, answer: null };
  const atomic = store.atomic();
  keep(atomic);
  queueMail(atomic, mail);
  await atomic.commit();
  outbox.hasQueued();
  return { ok: true, answer: null };
};

/** An account whose password was verified, and the check that it has not changed since. */
type CheckedSignIn =
  | {
    readonly ok: true;
    readonly holder: CredentialOwner;
    /** null on the simulated store: its accounts are in another store than sessions. */
    readonly still: Check | null;
  }
  | { readonly ok: false; readonly code: "user-not-found" | "bad-password" };

/** Checks an e-mail address and a password. @spec accounts.sign-in */
async function checkedSignIn(
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
function newHolder(
  services: Services,
  accountId: string,
  { email, platformAdmin }: Pick<AccountRecord, "email" | "platformAdmin">,
): CredentialOwner {
  return { accountId, email, platformAdmin, visitorId: services.newVisit?.() ?? null };
}

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
  const letter = accountLetters.letter({ kind: "reset-code", code, app });
  const mail = await outbox.sealed(letter, { to, expiresAt });
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
