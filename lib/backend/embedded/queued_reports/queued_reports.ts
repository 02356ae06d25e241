import { readEach } from "@/lib/backend/core/at_once.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { readBlob } from "@/lib/backend/kv/blobs.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { idOf, listEntries, readEntry } from "@/lib/backend/kv/store.ts";
import { unlessStoreFails } from "@/lib/backend/kv/store_fault.ts";
import { addAuditLine } from "@/lib/backend/records/audit.ts";
import {
  type QueuedReportRecord,
  queuedReportRecord,
  removeReport,
  REPORT_READER,
  unlistReport,
} from "@/lib/backend/records/queued_reports.ts";
import type { Caller } from "@/lib/contract/caller.ts";

/** The reports created in the background for the caller, newest first. @spec queued-reports.owner */
export const listQueuedReports: Handler<"listQueuedReports"> = async (services, _, caller) => {
  const prefix = keys.queuedReport.under(ownerOf(caller));
  const all = await listEntries(services.store, { prefix }, queuedReportRecord);
  const reads = await readEach(all, ({ value }) => mayStillRead(services, caller, value));
  const answer = all.filter((_, rank) => reads[rank])
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
  await unlessStoreFails(removeReport(store, reportId));
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

/** Only accounts have reports, which access has already verified. */
export function ownerOf(caller: Caller): string {
  if (caller.kind !== "account") throw new Refused("forbidden");
  return caller.accountId;
}
