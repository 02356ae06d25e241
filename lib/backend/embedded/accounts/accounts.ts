import {
  accountById,
  createFirstAccount as createAccount,
  hasNoAccount,
} from "@/lib/backend/accounts/accounts.ts";
import { type Credentials, credentialsOf } from "@/lib/backend/accounts/credentials.ts";
import { pendingEmailChange } from "@/lib/backend/accounts/email_changes.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { OF_PLATFORM } from "@/lib/backend/embedded/organisations/organisations.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { addAuditLine } from "@/lib/backend/records/audit.ts";
import { type Caller, memberCaller } from "@/lib/contract/caller.ts";
import { emailKey } from "@/lib/domain/forms/email.ts";
import { checkedSignIn, newHolder } from "./sign_in.ts";

export * from "./account_export.ts";
export * from "./account_removal.ts";
export * from "./email_change.ts";
export * from "./oauth.ts";
export * from "./own_account.ts";
export * from "./password_reset.ts";
export * from "./provider_link.ts";

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
  if (via === "session") throw new Refused("bad-request");
  const token = await services.tokens.refresh(secret);
  if (token === null) throw new Refused("not-signed-in");
  return { ok: true, answer: { token } };
};

export const getMe: Handler<"getMe"> = async (services, _, caller) => {
  if (caller.kind === "provider") {
    return { ok: true, answer: { email: caller.email, forename: "", surname: "" } };
  }
  if (caller.kind !== "account") throw new Refused("not-signed-in");
  const account = await accountById(services.store, caller.accountId);
  if (account === null) throw new Refused("not-signed-in");
  const { email, forename, surname, platformAdmin, isUnproven = false } = account;
  const { value } = await pendingEmailChange(services.store, account.id, services.now());
  const pendingEmail = value?.email ?? null;
  return {
    ok: true,
    answer: { email, forename, surname, platformAdmin, isUnproven, pendingEmail },
  };
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
  const id = await createAccount(services.store, code, {
    account,
    now,
    cost: services.passwordCost,
    note: (atomic, accountId) => {
      const caller = { ...memberCaller(accountId, email), platformAdmin: true };
      const action = "createFirstAccount";
      addAuditLine(atomic, { caller, action, ...OF_PLATFORM, subject: email }, now);
    },
  });
  if (id === null) return { ok: false, code: "bad-code" };
  const holder = newHolder(services, id, { email, platformAdmin: true });
  const token = await services.tokens.issue(holder);
  if (token === null) throw new Refused("not-signed-in");
  return { ok: true, answer: { token } };
};

function credentialsOfCaller(caller: Caller): Credentials {
  const credentials = credentialsOf(caller);
  if (credentials === null) throw new Refused("not-signed-in");
  return credentials;
}
