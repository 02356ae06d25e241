import type { Caller } from "../../contract/caller.ts";
import type { Backend, Outcome } from "../../contract/catalogue.ts";
import { ACCOUNTS_CALLS } from "../../contract/accounts.ts";
import { notImplemented } from "../../contract/not_implemented.ts";
import {
  accountByEmail,
  accountById,
  createFirstAccount,
  hasNoAccount,
} from "../accounts/accounts.ts";
import { type Credentials, credentialsOf } from "../accounts/credentials.ts";
import { isPassword } from "../accounts/passwords.ts";
import type { Holder } from "../accounts/records.ts";
import { Refused } from "../refused.ts";
import type { Services } from "./services.ts";

/** Sign-in, tokens and one's own account. */
export function accountsArea(services: Services) {
  return {
    login: ({ body }) => login(services, body),
    logout: (_, caller) => logout(services, caller),
    checkToken: (_, caller) => checkToken(services, caller),
    refreshToken: (_, caller) => refreshToken(services, caller),
    getMe: (_, caller) => getMe(services, caller),
    getSignInFeatures: () => getSignInFeatures(services),
    createFirstAccount: ({ body }) => firstAccount(services, body),
    getOAuthToken: notImplemented,
    migrateToOAuth: notImplemented,
    askResetCode: notImplemented,
    resetPassword: notImplemented,
    changeEmail: notImplemented,
    changePassword: notImplemented,
    changeName: notImplemented,
    removeAccount: notImplemented,
    exportAccount: notImplemented,
    askNewLinkProvider: notImplemented,
  } satisfies Pick<Backend, keyof typeof ACCOUNTS_CALLS>;
}

async function login(
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<Outcome<"login">> {
  const account = await accountByEmail(services.store, email);
  // The hash is computed for unknown addresses too: the duration says nothing about who exists.
  const isRight = await isPassword(password, account?.passwordHash ?? null, services.passwordCost);
  if (account === null) return { ok: false, code: "user-not-found" };
  if (!isRight) return { ok: false, code: "bad-password" };
  const token = await services.tokens.issue(holder(services, account));
  return { ok: true, answer: { token } };
}

function holder(
  services: Services,
  { id, email, platformAdmin }: { id: string; email: string; platformAdmin: boolean },
): Holder {
  const visitorId = services.newVisit?.() ?? null;
  return { accountId: id, email, platformAdmin, visitorId };
}

async function logout(services: Services, caller: Caller): Promise<Outcome<"logout">> {
  const { via, secret } = shown(caller);
  if (via === "session") await services.sessions.end(secret);
  else await services.tokens.end(secret);
  return { ok: true, answer: null };
}

/** A browser's session prolongs itself: only tokens are exchanged. */
async function checkToken(services: Services, caller: Caller): Promise<Outcome<"checkToken">> {
  const { via, secret } = shown(caller);
  const token = via === "session" ? null : await services.tokens.read(secret);
  const shouldRefresh = token?.kind === "account" && services.tokens.shouldRefresh(token);
  return { ok: true, answer: { shouldRefresh } };
}

async function refreshToken(services: Services, caller: Caller): Promise<Outcome<"refreshToken">> {
  const { via, secret } = shown(caller);
  if (via === "session") throw new Refused("bad-request");
  const token = await services.tokens.refresh(secret);
  if (token === null) throw new Refused("not-signed-in");
  return { ok: true, answer: { token } };
}

async function getMe(services: Services, caller: Caller): Promise<Outcome<"getMe">> {
  if (caller.kind !== "account") throw new Refused("not-signed-in");
  const account = await accountById(services.store, caller.accountId);
  if (account === null) throw new Refused("not-signed-in");
  const { email, forename, surname, platformAdmin } = account;
  return { ok: true, answer: { email, forename, surname, platformAdmin } };
}

async function getSignInFeatures(services: Services): Promise<Outcome<"getSignInFeatures">> {
  const firstRun = services.newVisit === null && await hasNoAccount(services.store);
  const demo = services.offersDemo;
  return { ok: true, answer: { oauth: false, passwordReset: false, demo, firstRun } };
}

async function firstAccount(
  services: Services,
  { code, ...person }: {
    code: string;
    email: string;
    forename: string;
    surname: string;
    password: string;
  },
): Promise<Outcome<"createFirstAccount">> {
  if (services.newVisit !== null || !(await hasNoAccount(services.store))) {
    return { ok: false, code: "not-found" };
  }
  const account = { ...person, platformAdmin: true };
  const created = { account, now: services.now(), cost: services.passwordCost };
  const id = await createFirstAccount(services.store, code, created);
  if (id === null) return { ok: false, code: "bad-code" };
  const { email } = person;
  const token = await services.tokens.issue(
    holder(services, { id, email, platformAdmin: true }),
  );
  return { ok: true, answer: { token } };
}

function shown(caller: Caller): Credentials {
  const credentials = credentialsOf(caller);
  if (credentials === null) throw new Refused("not-signed-in");
  return credentials;
}
