/** Reads and creates accounts, and deletes those whose invitation is withdrawn. @module */

import * as z from "zod";
import { newId, pronounceableCode, secretHash, typedCode } from "@/lib/base/secrets.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import type { Outbox } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Check,
  type Key,
  readById,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import { forgetCodes } from "./mailed_codes.ts";
import { hashPassword, type PasswordCost } from "./passwords.ts";
import { type AccountRecord, accountRecord, isAwaited } from "./records.ts";

export interface Account extends AccountRecord {
  id: string;
}

export interface NewAccount {
  email: string;
  forename: string;
  surname: string;
  password: string;
  platformAdmin: boolean;
}

const accountId: z.ZodType<string> = z.string();

/** The account with an e-mail address; null for none. */
export async function accountByEmail(store: Store, email: string): Promise<Account | null> {
  return (await joiningAccount(store, email))?.account ?? null;
}

/** The account with an id; null for none. */
export async function accountById(store: Store, id: string): Promise<Account | null> {
  const { value } = await readEntry(store, keys.account(id), accountRecord);
  return value === null ? null : { id, ...value };
}

/**
 * The account with an e-mail address, and the check that it has not been deleted since: a membership written after the
 * deletion would stay for ever.
 *
 * @returns null for none
 */
export async function joiningAccount(
  store: Store,
  email: string,
): Promise<{ readonly account: Account; readonly still: Check } | null> {
  const { value: id } = await readEntry(store, keys.accountByEmail(emailKey(email)), accountId);
  if (id === null) return null;
  const { key, value, versionstamp } = await readEntry(store, keys.account(id), accountRecord);
  return value === null ? null : { account: { id, ...value }, still: { key, versionstamp } };
}

/**
 * Creates an account; null when its e-mail address is taken.
 *
 * @param options `id` for an account that has the same id in every store
 */
export async function createAccount(
  store: Store,
  account: NewAccount,
  { now, cost, id = newId() }: { now: number; cost?: PasswordCost; id?: string },
): Promise<string | null> {
  const atomic = includeAccount(store.atomic(), id, await newRecord(account, now, cost));
  return (await atomic.commit()).ok ? id : null;
}

/** Adds an account to a commit, which fails when its address is taken. */
export function includeAccount(atomic: Atomic, id: string, record: AccountRecord): Atomic {
  const key = keys.accountByEmail(record.email);
  return atomic.check({ key, versionstamp: null }).set(key, id).set(keys.account(id), record);
}

export async function hasNoAccount(store: Store): Promise<boolean> {
  for await (const _ of store.list({ prefix: keys.account.under() }, { limit: 1 })) return false;
  return true;
}

/**
 * A new code to create the first account, printed in the console; null once an account exists.
 *
 * It invalidates the code of an earlier start.
 */
export async function newFirstRunCode(store: Store): Promise<string | null> {
  if (!(await hasNoAccount(store))) return null;
  const code = pronounceableCode();
  await store.atomic().set(keys.firstRunCode(), secretHash(code)).commit();
  return code;
}

/**
 * Creates the platform administrator with the console's code; null when the code is wrong or used.
 *
 * @spec platform.first-account
 * @param note adds the line of the audit log and the first token to the commit
 */
export async function createFirstAccount(
  store: Store,
  code: string,
  { account, now, cost, note }: {
    account: NewAccount;
    now: number;
    cost?: PasswordCost;
    note(atomic: Atomic, id: string): void;
  },
): Promise<string | null> {
  const stored = await readEntry(store, keys.firstRunCode(), z.string());
  if (stored.value === null || stored.value !== secretHash(typedCode(code))) return null;
  const id = newId();
  const atomic = store.atomic()
    .check({ key: stored.key, versionstamp: stored.versionstamp }).delete(stored.key);
  note(includeAccount(atomic, id, await newRecord(account, now, cost)), id);
  return (await atomic.commit()).ok ? id : null;
}

async function newRecord(
  { password, email, ...names }: NewAccount,
  now: number,
  cost?: PasswordCost,
): Promise<AccountRecord> {
  const passwordHash = await hashPassword(password, cost);
  return { ...names, email: emailKey(email), passwordHash, createdAt: now };
}

/**
 * Deletes an account whose owner has not accepted the invitation and that has no other purpose, in the commit that ends
 * it: the mailed code is invalidated, nothing of the person stays, and the address may be invited again.
 *
 * @param lost the membership or the dwelling that it loses in the commit: its `orgOfAccount` or its `homeOfAccount`
 * @spec organisations.cancelling, housing.invitations
 */
export async function endPendingAccount(
  { store, outbox }: { readonly store: Store; readonly outbox: Outbox },
  atomic: Atomic,
  { accountId, lost }: { readonly accountId: string; readonly lost: Key },
): Promise<void> {
  const entry = await readEntry(store, keys.account(accountId), accountRecord);
  if (!isAwaited(entry.value)) return;
  // Another organisation or a dwelling that the account joins meanwhile changes its version.
  const version = await store.get(keys.version("account", accountId));
  const places = [keys.orgOfAccount.under(accountId), keys.homeOfAccount.under(accountId)];
  for (const prefix of places) {
    for await (const { key } of store.list({ prefix })) {
      if (key.join("/") !== lost.join("/")) return;
    }
  }
  const { email } = entry.value;
  // An invitation accepted meanwhile makes this commit fail.
  atomic.check(unchanged(entry), unchanged(version));
  atomic.delete(entry.key).delete(keys.accountByEmail(email));
  for (const key of await outbox.mailsOfAccount({ id: accountId, email })) atomic.delete(key);
  forgetCodes(atomic, email);
}

/** The names of an account that wrote something, and its e-mail address; empty for a deleted account. */
interface Author {
  lastName: string;
  firstName: string;
  email: string;
}

/** The names of authors; a deleted account has none. */
export async function readAuthors(
  store: Store,
  accountIds: readonly string[],
): Promise<(accountId: string) => Author> {
  const accounts = await readById(store, accountIds, keys.account, accountRecord);
  return (accountId) => {
    const { surname = "", forename = "", email = "" } = accounts.get(accountId) ?? {};
    return { lastName: surname, firstName: forename, email };
  };
}
