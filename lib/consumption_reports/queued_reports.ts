/** Orders, lists, downloads and deletes the reports made in the background. @module */

import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { type Caller, ownerOf } from "@/lib/identity/caller.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { readBlob } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Entry,
  idOf,
  listEntries,
  listIds,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import type { Handler } from "./calls.ts";
import {
  type QueuedReportRecord,
  queuedReportRecord,
  queueReport,
  readOrderedHouses,
  removeReport,
  REPORT_READER,
  type ReportOrderRecord,
  reportOrderRecord,
  unlistReport,
} from "./records.ts";
import { offIn } from "./settings.ts";
import { reportsTitle } from "./text.ts";

/** Maximum number of reports of one user at a time, finished or not. */
const MOST_REPORTS = 20;

/** Orders the reports of some dwellings, or of all, as one PDF. @spec reports.orders */
export const orderConsumptionReports: Handler<"orderConsumptionReports"> = async (
  services,
  { projectId, month, body: { houseIds } },
  caller,
) => {
  const { store, now } = services;
  const off = await offIn(services, projectId);
  if (off !== null) return off;
  const { name: residence, timeZone } = await readProject(services, projectId);
  if (month > monthOf(civilDateOf(now(), timeZone))) return { ok: false, code: "bad-period" };
  const accountId = ownerOf(caller);
  const id = services.documents.files.newId();
  const chosen = new Set(houseIds);
  const isWhole = chosen.size === 0;
  const label = reportsTitle({ month, residence, count: isWhole ? null : chosen.size });
  const change = { action: "orderConsumptionReports", caller, projectId } as const;
  const written = await transact(services, change, async (atomic) => {
    const order = { accountId, projectId, month, isWhole, attempts: 0 };
    const prefix = keys.queuedReport.under(accountId);
    const [houses, reports] = await Promise.all([
      listIds(store, keys.house.under(projectId)),
      listEntries(store, { prefix }, queuedReportRecord),
    ]);
    const same = await waitingOrder(store, reports, { order, chosen });
    if (same !== null) return { ok: true, answer: { id: same }, subject: label } as const;
    if (reports.length >= MOST_REPORTS) return { ok: false, code: "limit-reached" } as const;
    const known = new Set(houses);
    if (!chosen.isSubsetOf(known)) return { ok: false, code: "unknown-reference" } as const;
    const createdAt = new Date(now()).toISOString();
    queueReport(atomic, {
      id,
      report: { label, projectId, createdAt, state: "queued", progress: 0, fileName: null },
      order,
      houseIds,
    });
    return { ok: true, answer: { id }, subject: label } as const;
  });
  if (written.ok) services.reportsOrdered();
  return written;
};

/**
 * The waiting report of an identical order. A running one may have read its figures before a change, so it never
 * counts as identical.
 *
 * @spec reports.same-order
 */
async function waitingOrder(
  store: Store,
  reports: readonly Entry<QueuedReportRecord>[],
  { order: { projectId, month }, chosen }: {
    readonly order: ReportOrderRecord;
    readonly chosen: ReadonlySet<string>;
  },
): Promise<string | null> {
  const pending = reports.filter(({ value }) =>
    value.state === "queued" && value.projectId === projectId
  );
  for (const id of pending.map(({ key }) => idOf(key))) {
    const [{ value: order }, houseIds] = await Promise.all([
      readEntry(store, keys.reportOrder(id), reportOrderRecord),
      readOrderedHouses(store, id),
    ]);
    const isSame = new Set(houseIds).symmetricDifference(chosen).size === 0;
    if (order?.month === month && isSame) return id;
  }
  return null;
}

/** The reports created in the background for the caller, newest first. @spec queued-reports.owner */
export const listQueuedReports: Handler<"listQueuedReports"> = async (services, _, caller) => {
  const prefix = keys.queuedReport.under(ownerOf(caller));
  const all = await listEntries(services.store, { prefix }, queuedReportRecord);
  const reads = await readEach(all, ({ value }) => mayStillRead(services, caller, value));
  const answer = all.filter((_, position) => reads[position])
    .map(({ key, value }) => ({ id: idOf(key), ...value }))
    .sort((left, right) => right.createdAt.localeCompare(left.createdAt));
  // No job handles the orders of a demo visit: reading the page, each minute, starts them.
  const isVisit = services.newVisit !== null;
  if (isVisit && answer.some(({ state }) => state === "queued" || state === "running")) {
    services.reportsOrdered();
  }
  return { ok: true, answer };
};

export const getQueuedReportPdf: Handler<"getQueuedReportPdf"> = async (
  services,
  { reportId },
  caller,
) => {
  const { value } = await readOwn(services, reportId, caller);
  if (value?.state !== "done" || value.fileName === null) return { ok: false, code: "not-found" };
  if (!await mayStillRead(services, caller, value)) return { ok: false, code: "not-found" };
  const parts = await Array.fromAsync(readBlob(services.store, reportId));
  const bytes = new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer());
  return { ok: true, answer: { fileName: value.fileName, bytes } };
};

export const deleteQueuedReport: Handler<"deleteQueuedReport"> = async (
  services,
  { reportId },
  caller,
) => {
  const { store } = services;
  const { key, value } = await readOwn(services, reportId, caller);
  if (value === null) return { ok: false, code: "not-found" };
  const { projectId, label: subject } = value;
  // A line is written in the log of an organisation: there is none for a residence that is gone.
  const orgId = projectId === null ? null : await services.callerRoles.organisationOf(projectId);
  await unlistReport(store, { key }, (atomic) => {
    if (orgId === null) return;
    const line = { caller, action: "deleteQueuedReport", orgId, projectId, subject } as const;
    addAuditLine(atomic, line, services.now());
  });
  await ignoreStoreFailure(removeReport(store, reportId));
  return { ok: true, answer: null };
};

function readOwn({ store }: Services, reportId: string, caller: Caller) {
  return readEntry(store, keys.queuedReport(ownerOf(caller), reportId), queuedReportRecord);
}

/** False for a file that outlives the role with which it was ordered. @spec queued-reports.owner */
async function mayStillRead(
  { callerRoles }: Services,
  caller: Caller,
  { state, projectId }: QueuedReportRecord,
): Promise<boolean> {
  if (state !== "done" || projectId === null) return true;
  return (await callerRoles.of(caller).rolesOn(projectId)).has(REPORT_READER);
}
