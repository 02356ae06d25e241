import { z } from "zod";
import { Refused } from "@/lib/backend/core/refused.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { readBlob, removeBlob } from "@/lib/backend/kv/blobs.ts";
import { listEntries, readEntry } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { QUEUED_REPORTS_CALLS } from "@/lib/contract/calls/queued_reports.ts";
import type { Backend, Input, Outcome } from "@/lib/contract/catalogue.ts";
import type { QueuedReport } from "@/lib/domain/queued_reports/types.ts";

/** A report that somebody asked for; its PDF is the file of its id. */
export type QueuedReportRecord = Omit<QueuedReport, "id">;

export const queuedReportRecord: z.ZodType<QueuedReportRecord> = z.object({
  label: z.string(),
  projectId: z.string().nullable(),
  createdAt: z.string(),
  state: z.enum(["queued", "running", "done", "failed"]),
  progress: z.number(),
  fileName: z.string().nullable(),
});

/** Reports made in the background, each for the user who requested it. @spec queued-reports.owner */
export function queuedReportsArea(services: Services) {
  return {
    listQueuedReports: (_, caller) => listQueued(services, caller),
    getQueuedReportPdf: (input, caller) => getPdf(services, input, caller),
    deleteQueuedReport: (input, caller) => deleteQueued(services, input, caller),
  } satisfies Pick<Backend, keyof typeof QUEUED_REPORTS_CALLS>;
}

async function listQueued(
  services: Services,
  caller: Caller,
): Promise<Outcome<"listQueuedReports">> {
  const prefix = keys.queuedReport.under(ownerOf(caller));
  const entries = await listEntries(services.store, { prefix }, queuedReportRecord);
  const answer = entries
    .map(({ key, value }) => ({ id: idOf(key), ...value }))
    .sort((left, right) => right.createdAt.localeCompare(left.createdAt));
  return { ok: true, answer };
}

async function getPdf(
  services: Services,
  { reportId }: Input<"getQueuedReportPdf">,
  caller: Caller,
): Promise<Outcome<"getQueuedReportPdf">> {
  const key = keys.queuedReport(ownerOf(caller), reportId);
  const { value } = await readEntry(services.store, key, queuedReportRecord);
  if (value?.state !== "done" || value.fileName === null) return { ok: false, code: "not-found" };
  const parts = await Array.fromAsync(readBlob(services.store, reportId));
  const bytes = new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer());
  return { ok: true, answer: { fileName: value.fileName, bytes } };
}

async function deleteQueued(
  services: Services,
  { reportId }: Input<"deleteQueuedReport">,
  caller: Caller,
): Promise<Outcome<"deleteQueuedReport">> {
  const key = keys.queuedReport(ownerOf(caller), reportId);
  const { value } = await readEntry(services.store, key, queuedReportRecord);
  if (value === null) return { ok: false, code: "not-found" };
  await services.store.atomic().delete(key).commit();
  await removeBlob(services.store, reportId);
  return { ok: true, answer: null };
}

/** Only accounts ask for reports: access has seen to it. */
function ownerOf(caller: Caller): string {
  if (caller.kind !== "account") throw new Refused("forbidden");
  return caller.accountId;
}
