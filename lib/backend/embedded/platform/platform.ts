import { accountByEmail } from "@/lib/backend/accounts/accounts.ts";
import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { FreshCache } from "@/lib/backend/cache/fresh_cache.ts";
import type { Versions } from "@/lib/backend/cache/versions.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { addAdmin, listOrgAdmins } from "@/lib/backend/embedded/organisations/members.ts";
import { OF_PLATFORM, takeOrgName } from "@/lib/backend/embedded/organisations/organisations.ts";
import { isCurrent } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Operations, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { idOf, listEntries, readEntry } from "@/lib/backend/kv/store.ts";
import { accountLimits } from "@/lib/backend/limits/limits.ts";
import { includeRetry, outboxReport, queueMail } from "@/lib/backend/mail/outbox.ts";
import { addAuditLine, getAudit } from "@/lib/backend/records/audit.ts";
import { jobStates } from "@/lib/backend/records/job_runs.ts";
import {
  ORG_NAMES,
  organisationRecord,
  PLATFORM_SCOPE,
} from "@/lib/backend/records/organisations.ts";
import type { User } from "@/lib/domain/organisations/types.ts";
import { instantOf } from "@/lib/domain/periods/utc_instant.ts";
import { byName, compareValues } from "@/lib/domain/tables/sort.ts";
import { countedKinds } from "./stored_kinds.ts";

/** Age at which the count of entries is refreshed… */
const COUNT_FRESH_MS = 10_000;
/** …and maximum age of a count shown, with its time, meanwhile. */
const COUNT_SERVED_MS = 24 * 3_600_000;

/** Counts of entries cached for each backend. */
const COUNTS = new WeakMap<Versions, FreshCache>();

export const listJobs: Handler<"listJobs"> = async ({ store, now }) => ({
  ok: true,
  answer: await jobStates(store, now()),
});

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
  return write(services, { caller, action: "putPlatformOrg", orgId }, async (atomic) => {
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

export const unlockAccount: Handler<"unlockAccount"> = async (services, { email }, caller) => {
  const { attempts, rates } = operationsOf(services);
  const account = await accountByEmail(services.store, email);
  if (account === null) return { ok: false, code: "not-found" };
  const atomic = services.store.atomic();
  for (const limit of accountLimits(account, rates)) attempts.includeForgetting(atomic, limit);
  const line = { caller, action: "unlockAccount", ...OF_PLATFORM, subject: email } as const;
  await addAuditLine(atomic, line, services.now()).commit();
  return { ok: true, answer: null };
};

export const getStorage: Handler<"getStorage"> = async (services) => {
  const { now, versions } = services;
  const { bytes, backups } = await operationsOf(services).storeFile();
  const counts = COUNTS.getOrInsertComputed(versions, () => new FreshCache({ now, limit: 1 }));
  const freshness = { freshForMs: COUNT_FRESH_MS, staleForMs: COUNT_SERVED_MS };
  const counted = await counts.get("kinds", freshness, () => countedKinds(services));
  return {
    ok: true,
    answer: {
      fileBytes: bytes,
      kinds: counted.value,
      countedAt: instantOf(counted.keptAt),
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

export const sendTestMail: Handler<"sendTestMail"> = async (
  services,
  { body: { email } },
  caller,
) => {
  const by = caller.kind === "account" ? caller.email : "";
  const mail = await services.outbox.sealed({ kind: "test", by }, { to: [{ email }] });
  const atomic = services.store.atomic();
  queueMail(atomic, mail);
  const line = { caller, action: "sendTestMail", ...OF_PLATFORM, subject: email } as const;
  await addAuditLine(atomic, line, services.now()).commit();
  services.outbox.hasQueued();
  return { ok: true, answer: null };
};

export const retryMail: Handler<"retryMail"> = async (services, { mailId }, caller) => {
  const { store, now, outbox } = services;
  const atomic = store.atomic();
  if (!(await includeRetry(store, atomic, { id: mailId, nowMs: now() }))) {
    return { ok: false, code: "not-found" };
  }
  const line = { caller, action: "retryMail", ...OF_PLATFORM, subject: mailId } as const;
  // Another administrator has retried or forgotten it meanwhile.
  if (!(await addAuditLine(atomic, line, now()).commit()).ok) {
    return { ok: false, code: "not-found" };
  }
  outbox.hasQueued();
  return { ok: true, answer: null };
};

export const forgetMail: Handler<"forgetMail"> = async (services, { mailId }, caller) => {
  const atomic = services.store.atomic().delete(keys.outboxFailed(mailId));
  const line = { caller, action: "forgetMail", ...OF_PLATFORM, subject: mailId } as const;
  await addAuditLine(atomic, line, services.now()).commit();
  return { ok: true, answer: null };
};

function operationsOf({ operations }: Services): Operations {
  if (operations === null) throw new Refused("not-found");
  return operations;
}
