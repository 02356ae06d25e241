/** Answers the platform's administrators: jobs, organisations, accounts, storage and mails. @module */

import { accountLimits } from "@/lib/api/rate_limits.ts";
import type { Operations, Services } from "@/lib/api/services.ts";
import { isCurrent, transact } from "@/lib/api/writes.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { instantOf } from "@/lib/base/time_zones.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import type { User } from "@/lib/identity/schema.ts";
import { readMqttState } from "@/lib/ingest/mqtt/subscriber.ts";
import { outboxReport } from "@/lib/mail/outbox.ts";
import { getAudit } from "@/lib/organisations/audit_log.ts";
import { addAdmin, listOrgAdmins } from "@/lib/organisations/members.ts";
import { takeOrgName } from "@/lib/organisations/organisations.ts";
import { organisationRecord } from "@/lib/organisations/records.ts";
import { ORG_NAMES, PLATFORM_SCOPE } from "@/lib/store/cache.ts";
import { keyDocs, keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, listIds, readEntry } from "@/lib/store/store.ts";
import { byName, compareValues } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { jobStates } from "./job_records.ts";
import { testLetters } from "./mail_text.ts";
import type { StoredKind } from "./schema.ts";

/** Maximum entries counted for a kind… */
const COUNTED = 1_000;
/** …and maximum bytes read: arrivals have up to 64 KiB each. */
const COUNTED_BYTES = 1024 * 1024;
/** Entries read ahead; few, because of their size. */
const READ_AHEAD = 50;
/** Maximum time of the count; after it, only the first entries of each kind are counted. */
const COUNTED_FOR_MS = 500;
/** Kinds counted at the same time, so that a slow kind does not delay all the others. */
const KINDS_AT_ONCE = 10;

/** The kinds with an entry in the store, in key order. */
async function countedKinds(services: Services): Promise<StoredKind[]> {
  const untilMs = services.now() + COUNTED_FOR_MS;
  const kinds = await readEach([...keyDocs()], async ({ name, holds }): Promise<StoredKind> => ({
    name,
    holds,
    ...await countedEntries(services, name, untilMs),
  }), KINDS_AT_ONCE);
  return kinds.filter(({ count }) => count > 0);
}

/** Counts the entries of a kind up to a limit and a time: "isMore" when some were not counted. */
async function countedEntries({ store, now }: Services, name: string, untilMs: number) {
  let [count, bytes] = [0, 0];
  const options = { limit: COUNTED + 1, batchSize: READ_AHEAD };
  for await (const { value } of store.list({ prefix: [name] }, options)) {
    const isFirst = count < READ_AHEAD;
    if (count === COUNTED || (!isFirst && (bytes > COUNTED_BYTES || now() > untilMs))) {
      return { count, isMore: true };
    }
    count++;
    bytes += value instanceof Uint8Array ? value.length : 0;
  }
  return { count, isMore: false };
}

export const listJobs: Handler<"listJobs"> = async ({ store, now }) => ({
  ok: true,
  answer: await jobStates(store, now()),
});

/** @spec collectors.mqtt-state */
export const getMqttState: Handler<"getMqttState"> = async ({ store, now }) => {
  const state = await readMqttState(store, now());
  const instant = (ms: number | null) => ms === null ? null : instantOf(ms);
  const answer = state && {
    ...state,
    connectedAt: instant(state.connectedAt),
    messageAt: instant(state.messageAt),
  };
  return { ok: true, answer };
};

export const getPlatformAudit: Handler<"getPlatformAudit"> = (services, query) =>
  getAudit(services, { ...query, orgId: PLATFORM_SCOPE });

/** The organisations of the platform, by name. @spec platform.scope */
export const listPlatformOrgs: Handler<"listPlatformOrgs"> = async (services, _, caller) => {
  const { store } = services;
  const entries = await listEntries(store, { prefix: keys.org.under() }, organisationRecord);
  const answer = await Promise.all(entries.map(async ({ key, value, versionstamp }) => {
    const id = idOf(key);
    const [admins, residences, members] = await Promise.all([
      listOrgAdmins(services, { orgId: id }, caller),
      listIds(store, keys.projectOfOrg.under(id)),
      listIds(store, keys.member.under(id)),
    ]);
    return {
      id,
      name: value.name,
      residenceCount: residences.length,
      userCount: members.length,
      admins: admins.ok ? admins.answer : [],
      version: versionstamp,
    };
  }));
  return { ok: true, answer: answer.sort(byName) };
};

export const putPlatformOrg: Handler<"putPlatformOrg"> = (services, { orgId, body }, caller) => {
  const { version, name } = body;
  return transact(services, { caller, action: "putPlatformOrg", orgId }, async (atomic) => {
    const entry = await readEntry(services.store, keys.org(orgId), organisationRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const isRenamed = name !== entry.value.name;
    if (isRenamed && !await takeOrgName(services, atomic, { orgId, name })) {
      return { ok: false, code: "name-taken" };
    }
    atomic.set(entry.key, { ...entry.value, name });
    return { ok: true, answer: null, subject: name, also: [ORG_NAMES] };
  });
};

export const addPlatformOrgAdmin: Handler<"addPlatformOrgAdmin"> = async (
  services,
  input,
  caller,
) => {
  const { orgId, body } = input;
  const org = await services.store.get(keys.org(orgId));
  if (org.versionstamp === null) return { ok: false, code: "not-found" };
  return await addAdmin(services, { orgId, body }, { caller, action: "addPlatformOrgAdmin" });
};

export const listLockedAccounts: Handler<"listLockedAccounts"> = async (services) => {
  const { attempts, rates } = operationsOf(services);
  const prefix = keys.account.under();
  const accounts = await listEntries(services.store, { prefix }, accountRecord);
  const found = await Promise.all(accounts.map(async ({ key, value }) => {
    const { email, forename, surname } = value;
    const limits = accountLimits({ id: idOf(key), email }, rates);
    const ends = await Promise.all(limits.map((limit) => attempts.stopsUntil(limit)));
    const untilMs = Math.max(...ends.map((end) => end ?? 0));
    const person: User = { email, forename, surname };
    return untilMs === 0 ? [] : [{ ...person, until: instantOf(untilMs) }];
  }));
  return { ok: true, answer: found.flat().sort((a, b) => compareValues(a.email, b.email)) };
};

/** Resets the counters of attempts of an account. @spec platform.locked-accounts */
export const unlockAccount: Handler<"unlockAccount"> = async (services, { email }, caller) => {
  const { attempts, rates } = operationsOf(services);
  const change = { caller, action: "unlockAccount", orgId: PLATFORM_SCOPE } as const;
  return await transact(services, change, async (atomic) => {
    const account = await accountByEmail(services.store, email);
    if (account === null) return { ok: false, code: "not-found" };
    for (const limit of accountLimits(account, rates)) attempts.includeForgetting(atomic, limit);
    return { ok: true, answer: null, subject: email };
  });
};

export const getStorage: Handler<"getStorage"> = async (services) => {
  const { bytes, backups } = await operationsOf(services).storeFile();
  const kinds = await countedKinds(services);
  return {
    ok: true,
    answer: {
      fileBytes: bytes,
      kinds,
      countedAt: instantOf(services.now()),
      backups: backups.map(({ name, bytes, atMs }) => ({ name, bytes, at: instantOf(atMs) })),
    },
  };
};

export const getMails: Handler<"getMails"> = async (services) => {
  const { hasMailServer: leaves } = operationsOf(services);
  const report = await outboxReport(services.store);
  const { waitingCount, failedCount, oldestQueuedAt } = report;
  const mails = report.mails.map((mail) => ({
    id: mail.id,
    to: mail.to,
    kind: mail.kind,
    state: mail.state,
    queuedAt: instantOf(mail.queuedAt),
    nextAt: instantOf(mail.nextAt),
    attempts: mail.attempts,
    lastError: mail.lastError,
  }));
  const oldest = oldestQueuedAt === null ? null : instantOf(oldestQueuedAt);
  return { ok: true, answer: { leaves, waitingCount, failedCount, oldestQueuedAt: oldest, mails } };
};

export const sendTestMail: Handler<"sendTestMail"> = (services, { body: { email } }, caller) => {
  const by = caller.kind === "account" ? caller.email : "";
  const letter = testLetters.letter({ kind: "test", by });
  const change = { caller, action: "sendTestMail", orgId: PLATFORM_SCOPE } as const;
  return transact(services, change, async () => {
    const mail = await services.outbox.sealed(letter, { to: [{ email }] });
    return { ok: true, answer: null, subject: email, mail };
  });
};

export const retryMail: Handler<"retryMail"> = (services, { mailId }, caller) => {
  const { outbox } = services;
  const change = { caller, action: "retryMail", orgId: PLATFORM_SCOPE } as const;
  return transact(services, change, async (atomic) => {
    if (!await outbox.includeRetry(atomic, mailId)) return { ok: false, code: "not-found" };
    return { ok: true, answer: null, subject: mailId, committed: () => outbox.hasQueued() };
  });
};

export const forgetMail: Handler<"forgetMail"> = (services, { mailId }, caller) => {
  const change = { caller, action: "forgetMail", orgId: PLATFORM_SCOPE } as const;
  return transact(services, change, (atomic) => {
    atomic.delete(keys.outboxFailed(mailId));
    return Promise.resolve({ ok: true, answer: null, subject: mailId });
  });
};

function operationsOf({ operations }: Services): Operations {
  if (operations === null) throw new CallError("not-found");
  return operations;
}
