/** Makes the ordered PDF files of reports in the background, one part at a time. @module */

import type { Services } from "@/lib/api/services.ts";
import { CallError } from "@/lib/base/errors.ts";
import { pdfChunks, type PdfPage } from "@/lib/files/pdf_writer.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import { LostBlob, removeBlob, removePartsFrom, writeParts } from "@/lib/store/blobs.ts";
import { withFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Lease, withLease } from "@/lib/store/leases.ts";
import {
  type Atomic,
  type Entry,
  listIds,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import {
  type QueuedReportRecord,
  queuedReportRecord,
  readOrderedHouses,
  removeOrder,
  REPORT_READER,
  type ReportOrderRecord,
  reportOrderRecord,
} from "./records.ts";
import type { ReportSheet } from "./schema.ts";
import { reportPages } from "./sheet_pdf.ts";
import { readReportSheets } from "./sheets.ts";
import { reportsFileName } from "./text.ts";

/** Number of attempts after which an order that fails, or ends its process, is abandoned. */
const MOST_ATTEMPTS = 3;

/** A running order, with its report as last written. */
class ReportWork {
  private constructor(
    private readonly store: Store,
    readonly id: string,
    readonly order: ReportOrderRecord,
    private report: Entry<QueuedReportRecord>,
  ) {}

  /** Starts an order. @returns null when it was deleted, completed by others, or attempted too often */
  static async begun(store: Store, id: string): Promise<ReportWork | null> {
    const order = await readEntry(store, keys.reportOrder(id), reportOrderRecord);
    if (order.value === null) return null;
    const { accountId, attempts } = order.value;
    const report = await readEntry(store, keys.queuedReport(accountId, id), queuedReportRecord);
    const { value, versionstamp } = report;
    if (value === null || versionstamp === null) {
      await removeOrder(store, id);
      return null;
    }
    const work = new ReportWork(store, id, order.value, { ...report, value, versionstamp });
    if (attempts >= MOST_ATTEMPTS) {
      await work.fail();
      return null;
    }
    const isBegun = await work.write({ state: "running", progress: 0 }, (atomic) => {
      atomic.set(order.key, { ...order.value, attempts: attempts + 1 });
    });
    return isBegun ? work : null;
  }

  get label(): string {
    return this.report.value.label;
  }

  /** ISO instant. */
  get orderedAt(): string {
    return this.report.value.createdAt;
  }

  /** Adds to a commit the check that the report still belongs to this work. */
  readonly guarded = (atomic: Atomic): Atomic => atomic.check(unchanged(this.report));

  async isGone(): Promise<boolean> {
    return (await readEntry(this.store, this.report.key, queuedReportRecord)).value === null;
  }

  /** @returns false when its user has deleted it meanwhile, or another process creates it now */
  async write(
    change: Partial<QueuedReportRecord>,
    fill: (atomic: Atomic) => void = () => {},
  ): Promise<boolean> {
    const { key, value } = this.report;
    const next = { ...value, ...change };
    const atomic = this.guarded(this.store.atomic()).set(key, next);
    fill(atomic);
    const committed = await atomic.commit();
    if (!committed.ok) return false;
    this.report = { key, value: next, versionstamp: committed.versionstamp };
    return true;
  }

  /** Leaves it to a later run, as the same attempt. */
  async wait(): Promise<void> {
    await this.write({ state: "queued", progress: 0 }, (atomic) => {
      atomic.set(keys.reportOrder(this.id), this.order);
    });
  }

  async fail(): Promise<void> {
    await this.write({ state: "failed" });
    await removeOrder(this.store, this.id);
  }
}

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
    if (!(fault instanceof CallError)) throw fault;
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
    for (const [position, sheet] of sheets.entries()) {
      const progress = Math.floor(100 * position / sheets.length);
      if (position % step === 0) {
        isStopped = !await lease.renew() || !await work.write({ progress });
      }
      if (isStopped) return;
      yield pageOf(sheet);
    }
  };
  const manifest = await writtenParts(store, work, pdfChunks(options, pages()));
  const fileName = reportsFileName(work.label, work.orderedAt);
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

/** Creates reports as soon as they are ordered, in this process, one order after the other. */
export class ReportMaker {
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly logFault: Services["logFault"]) {}

  make(services: Services): Promise<void> {
    this.#running = this.#running
      .then(() => makeReports(services))
      .then(() => {}, (fault) => this.logFault("make reports", fault));
    return this.#running;
  }

  /** Resolves once no report is being created. */
  idle(): Promise<void> {
    return this.#running;
  }
}
