/** Creates actions on many documents, and runs them as jobs. @module */

import type { Services } from "@/lib/api/services.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { newId } from "@/lib/base/secrets.ts";
import { type AccountCaller, type Caller, memberCaller, ownerOf } from "@/lib/identity/caller.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import { commitEach } from "@/lib/store/commits.ts";
import { leasedRun, type RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Lease } from "@/lib/store/leases.ts";
import {
  listEntries,
  type MaybeEntry,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { documentOrganisations } from "./document_creation.ts";
import { filteredLines } from "./document_lists.ts";
import type { DocumentLine } from "./due_dates.ts";
import {
  type DocumentActionPart,
  documentActionPart,
  type DocumentActionRecord,
  documentActionRecord,
} from "./records.ts";
import type { DocumentActionRead } from "./schema.ts";
import { deadlineRefusal, droppedEach, postponedEach } from "./transitions.ts";

/** Documents of one record, whose progress is written in one commit. */
const LINES_PER_PART = 20;
const PARTS_PER_COMMIT = 50;
/** How long the results of documents can be read, ms. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** Approximate duration of one call, ms. */
const BUSY_MS = 1_500;

/** Records an action on every document of a filtered list, without running it. @spec contracting.mass-actions */
export const createDocumentAction: Handler<"createDocumentAction"> = async (
  services,
  { orgId, body: { action, comment, finalDueDate, ...query } },
  caller,
) => {
  const { store, now } = services;
  const { filtered } = await filteredLines(services, { orgId, ...query }, caller, true);
  const postponed = action === "postpone" ? finalDueDate : null;
  const requested = postponed &&
    deadlineRefusal(services, caller, { finalDueDate: postponed, count: filtered.length });
  if (requested) return requested;
  const id = newId();
  const record: DocumentActionRecord = {
    id,
    accountId: ownerOf(caller),
    action,
    comment,
    finalDueDate: postponed,
    state: filtered.length === 0 ? "done" : "running",
    createdAt: new Date(now()).toISOString(),
    lineCount: filtered.length,
    doneCount: 0,
    refusedCount: 0,
    expiresAtMs: now() + KEPT_MS,
  };
  await writeParts(store, id, filtered);
  // Written last: parts without it are unreferenced and expire.
  await store.atomic().set(keys.documentAction(orgId, id), record, { expireIn: KEPT_MS }).commit();
  return { ok: true, answer: { id } };
};

function writeParts(store: Store, id: string, lines: readonly DocumentLine[]) {
  const parts = chunk(lines, LINES_PER_PART);
  return commitEach(store, [...parts.entries()], {
    perCommit: PARTS_PER_COMMIT,
    fill: (atomic, [part, own]) =>
      atomic.set(keys.documentActionLines(id, part), own.map(pendingPart), { expireIn: KEPT_MS }),
  });
}

function pendingPart(line: DocumentLine): DocumentActionPart[number] {
  const { id: documentId, requestId, dueDate: deadline } = line;
  const { typedocName, projectName, equipmentName } = line;
  const label = [typedocName, projectName, equipmentName].filter(Boolean).join(", ");
  return { documentId, requestId, label, deadline, state: "waiting", code: null };
}

/** The actions of a caller, newest first. */
export const listDocumentActions: Handler<"listDocumentActions"> = async (
  { store, now },
  { orgId },
  caller,
) => {
  const prefix = keys.documentAction.under(orgId);
  const all = await listEntries(store, { prefix }, documentActionRecord);
  const answer = all.map(({ value }) => value)
    .filter(({ accountId, expiresAtMs }) => accountId === ownerOf(caller) && expiresAtMs > now())
    .sort((left, right) => right.createdAt.localeCompare(left.createdAt))
    .map(shownOf);
  return { ok: true, answer };
};

export const getDocumentAction: Handler<"getDocumentAction"> = async (services, input, caller) => {
  const { orgId, actionId, page = "1" } = input;
  const { value } = await readOwn(services, { orgId, actionId, accountId: ownerOf(caller) });
  if (value === null) return { ok: false, code: "not-found" };
  return { ok: true, answer: await withPage(services, value, Number(page)) };
};

/** Handles the next documents of an action, one commit each; skips documents done. @spec contracting.mass-actions */
export const runDocumentAction: Handler<"runDocumentAction"> = async (services, input, caller) => {
  const { orgId, actionId } = input;
  const at = { orgId, actionId, accountId: ownerOf(caller) };
  const untilMs = services.now() + BUSY_MS;
  let { value: record, ...entry } = await readOwn(services, at);
  if (record === null) return { ok: false, code: "not-found" };
  while (record.state === "running" && services.now() < untilMs) {
    const next = await runPart(services, { orgId, record, caller });
    // Another process handles the same documents, with the same results.
    if (!await savePart(services, { ...entry, value: record }, next)) {
      return { ok: false, code: "conflict" };
    }
    ({ value: record, ...entry } = await readOwn(services, at));
    if (record === null) return { ok: false, code: "not-found" };
  }
  return { ok: true, answer: await withPage(services, record, 1) };
};

async function runPart(
  services: Services,
  { orgId, record, caller }: {
    orgId: string;
    record: DocumentActionRecord;
    caller: Caller;
  },
) {
  const { comment, finalDueDate, lineCount } = record;
  const part = Math.floor(record.doneCount / LINES_PER_PART);
  const lines = await readPart(services, record.id, part);
  const documents = { orgId, ids: lines.map(({ documentId }) => documentId), caller };
  const results = finalDueDate === null
    ? await droppedEach(services, documents, comment)
    : await postponedEach(services, documents, finalDueDate);
  const done = lines.map((line, rank) => {
    const result = results[rank];
    return result?.ok
      ? { ...line, state: "done" as const }
      : { ...line, state: "refused" as const, code: result?.code ?? "not-found" };
  });
  const doneCount = Math.min(lineCount, (part + 1) * LINES_PER_PART);
  const refusedCount = record.refusedCount + done.filter(({ state }) => state === "refused").length;
  const state = doneCount >= lineCount ? "done" : "running";
  const after: DocumentActionRecord = { ...record, doneCount, refusedCount, state };
  return { part, lines: done, record: after };
}

async function savePart(
  { store, now }: Services,
  entry: MaybeEntry<DocumentActionRecord>,
  { record, part, lines }: Awaited<ReturnType<typeof runPart>>,
): Promise<boolean> {
  const expireIn = Math.max(1, record.expiresAtMs - now());
  const committed = await store.atomic().check(unchanged(entry))
    .set(entry.key, record, { expireIn })
    .set(keys.documentActionLines(record.id, part), lines, { expireIn }).commit();
  return committed.ok;
}

async function readOwn(
  { store, now }: Services,
  { orgId, actionId, accountId }: {
    readonly orgId: string;
    readonly actionId: string;
    readonly accountId: string;
  },
): Promise<MaybeEntry<DocumentActionRecord>> {
  const entry = await readEntry(store, keys.documentAction(orgId, actionId), documentActionRecord);
  const isTheirs = entry.value?.accountId === accountId && entry.value.expiresAtMs > now();
  return isTheirs ? entry : { key: entry.key, value: null, versionstamp: null };
}

async function readPart({ store }: Services, id: string, part: number) {
  const key = keys.documentActionLines(id, part);
  return (await readEntry(store, key, documentActionPart)).value ?? [];
}

async function withPage(
  services: Services,
  record: DocumentActionRecord,
  wantedPage: number,
): Promise<DocumentActionRead> {
  const pageCount = Math.max(1, Math.ceil(record.lineCount / LINES_PER_PART));
  const page = Math.min(wantedPage, pageCount);
  const lines = await readPart(services, record.id, page - 1);
  return { ...shownOf(record), page, pageCount, lines };
}

function shownOf({ accountId: _, comment: _c, expiresAtMs: _e, ...record }: DocumentActionRecord) {
  return record;
}

/**
 * Continues interrupted bulk actions on documents: the page was closed, or the program ended.
 *
 * @spec contracting.mass-actions
 * @returns number of actions continued; null when another process runs the job
 * @throws AggregateError naming the actions that failed: the others were continued
 */
export function runDocumentActions(services: Services): Promise<number | null> {
  const { store } = services;
  const job = { name: "run document actions", subjects: "actions" } as const;
  return leasedRun(services, job, async (lease, faults) => {
    let count = 0;
    for (const orgId of await documentOrganisations(store, faults)) {
      for (const { value } of await actionsOf(store, orgId, faults)) {
        if (value.state === "done") continue;
        if (!await lease.renew()) return count;
        count++;
        const { id: actionId, accountId } = value;
        await faults.try(`${orgId}/${actionId}`, async () => {
          const caller = await callerOf(store, accountId);
          await runToEnd(services, { orgId, actionId }, { caller, lease });
        });
      }
    }
    return count;
  });
}

function actionsOf(store: Store, orgId: string, faults: RunFaults) {
  const prefix = keys.documentAction.under(orgId);
  return faults.readInPart(() => listEntries(store, { prefix }, documentActionRecord));
}

async function runToEnd(
  services: Services,
  path: { readonly orgId: string; readonly actionId: string },
  { caller, lease }: { readonly caller: AccountCaller; readonly lease: Lease },
): Promise<void> {
  do {
    const outcome = await runDocumentAction(services, path, caller);
    // A conflict: its page is open and handles the lines itself.
    if (!outcome.ok || outcome.answer.state === "done") return;
  } while (await lease.renew());
}

/** The owner of the action, with their current roles; a deleted account has none. */
async function callerOf(store: Store, accountId: string): Promise<AccountCaller> {
  const { value } = await readEntry(store, keys.account(accountId), accountRecord);
  return memberCaller(accountId, value?.email);
}
