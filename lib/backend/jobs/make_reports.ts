import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { reportPages } from "@/lib/backend/embedded/consumption_reports/report_pdf.ts";
import { readReportSheets } from "@/lib/backend/embedded/consumption_reports/report_sheets.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { PdfPage } from "@/lib/backend/files/pdf_parts.ts";
import { pdfChunks } from "@/lib/backend/files/pdf_writer.ts";
import { LostBlob, removeBlob, removePartsFrom, writeParts } from "@/lib/backend/kv/blobs.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import {
  readOrderedHouses,
  removeOrder,
  REPORT_READER,
  type ReportOrderRecord,
} from "@/lib/backend/records/queued_reports.ts";
import { memberCaller } from "@/lib/contract/caller.ts";
import type { ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import { reportsFileName } from "@/lib/text/consumption_reports/report_pdf.ts";
import { type Lease, withLease } from "./leases.ts";
import { ReportWork } from "./report_work.ts";
import { withFaults } from "./run_faults.ts";

/** Number of times the progress of a report is stored. */
const PROGRESS_STEPS = 20;

/**
 * Creates the ordered consumption reports, each order as one PDF.
 *
 * Each order has its own lease: several processes work on several orders. After a process died, its order starts again
 * when the lease has expired: the file does not exist before it is complete.
 *
 * @spec reports.orders
 * @returns number of reports created
 * @throws AggregateError naming the reports that failed: the others were created
 */
export function makeReports(services: Services): Promise<number> {
  const { store, now } = services;
  return withFaults("reports", async (faults) => {
    let count = 0;
    for (const id of await listIds(store, keys.reportOrder.under())) {
      await faults.try(id, async () => {
        const isMade = await withLease(store, "make reports", {
          subject: id,
          now,
          work: (lease) => makeReport(services, id, lease),
        });
        if (isMade) count++;
      });
    }
    return count;
  });
}

/** @returns true when it was created */
async function makeReport(services: Services, id: string, lease: Lease): Promise<boolean> {
  const work = await ReportWork.begun(services.store, id);
  if (work === null) return false;
  try {
    return await makeFile(services, work, lease);
  } catch (fault) {
    // Readings are being compacted, or too many documents are being written.
    if (!(fault instanceof Refused)) throw fault;
    await work.wait();
    return false;
  }
}

async function makeFile(services: Services, work: ReportWork, lease: Lease): Promise<boolean> {
  const { store } = services;
  const { id } = work;
  const sheets = await orderedSheets(services, id, work.order);
  const [first] = sheets;
  if (first === undefined) {
    await work.fail();
    return false;
  }
  const { options, pageOf } = await reportPages(services, work.order.projectId, work.label);
  let isStopped = false;
  const pages = async function* (): AsyncGenerator<PdfPage> {
    const step = Math.ceil(sheets.length / PROGRESS_STEPS);
    for (const [rank, sheet] of sheets.entries()) {
      const progress = Math.floor(100 * rank / sheets.length);
      if (rank % step === 0) isStopped = !await lease.renew() || !await work.write({ progress });
      if (isStopped) return;
      yield pageOf(sheet);
    }
  };
  const manifest = await writtenParts(store, work, pdfChunks(options, pages()));
  const fileName = `${reportsFileName(first)}.pdf`;
  const isMade = manifest !== null && !isStopped &&
    await work.write({ state: "done", progress: 100, fileName }, (atomic) => {
      atomic.set(keys.blob(id), manifest);
    });
  if (isMade) {
    await removeOrder(store, id);
    await removePartsFrom(store, id, manifest);
  } else if (await work.isGone()) await removeBlob(store, id);
  return isMade;
}

/** @returns null when another process creates the report now, or its user has deleted it */
async function writtenParts(store: Store, work: ReportWork, chunks: AsyncIterable<Uint8Array>) {
  try {
    return await writeParts(store, work.id, chunks, work.guarded);
  } catch (fault) {
    if (fault instanceof LostBlob) return null;
    throw fault;
  }
}

/** The ordered dwellings that the account may read now; empty when it may no longer read reports. */
async function orderedSheets(
  services: Services,
  id: string,
  { accountId, projectId, month, isWhole }: ReportOrderRecord,
): Promise<readonly ReportSheet[]> {
  const { store, callerRoles } = services;
  const { value: account } = await readEntry(store, keys.account(accountId), accountRecord);
  const reader = memberCaller(accountId, account?.email);
  const roles = await callerRoles.of(reader).rolesOn(projectId);
  if (!roles.has(REPORT_READER)) return [];
  const houses = isWhole ? {} : { houseIds: await readOrderedHouses(store, id) };
  const found = await readReportSheets(services, { projectId, month, reader, ...houses });
  return found.ok ? found.answer : [];
}
