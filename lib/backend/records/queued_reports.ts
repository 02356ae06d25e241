import { z } from "zod";
import { removeBlob } from "@/lib/backend/kv/blobs.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, listEntries, type Store } from "@/lib/backend/kv/store.ts";
import type { QueuedReport } from "@/lib/domain/queued_reports/types.ts";

/** A report that a user has ordered; its PDF is the file of its id. */
export type QueuedReportRecord = Omit<QueuedReport, "id">;

export const queuedReportRecord: z.ZodType<QueuedReportRecord> = z.object({
  label: z.string(),
  projectId: z.string().nullable(),
  createdAt: z.string(),
  state: z.enum(["queued", "running", "done", "failed"]),
  progress: z.number(),
  fileName: z.string().nullable(),
});

/** Consumption reports that are to be made, for the account that ordered them. */
export type ReportOrderRecord = z.output<typeof reportOrderRecord>;
export const reportOrderRecord = z.object({
  accountId: z.string(),
  projectId: z.string(),
  /** yyyy-mm */
  month: z.string(),
  /** Whether every dwelling is meant; else those of {@link orderedHouses}. */
  isWhole: z.boolean(),
  /** How many times it was begun: a process may end in its middle. */
  attempts: z.int(),
});

export const orderedHouses: z.ZodType<string[]> = z.array(z.string());

/** Ids of dwellings in one row: with the longest ids, a value of the store holds them. */
const HOUSES_PER_ROW = 500;

/** Puts an order and its report into a commit. */
export function queueReport(
  atomic: Atomic,
  { id, report, order, houseIds }: {
    readonly id: string;
    readonly report: QueuedReportRecord;
    readonly order: ReportOrderRecord;
    readonly houseIds: readonly string[];
  },
): void {
  atomic.set(keys.queuedReport(order.accountId, id), report).set(keys.reportOrder(id), order);
  for (let from = 0; from < houseIds.length; from += HOUSES_PER_ROW) {
    const row = houseIds.slice(from, from + HOUSES_PER_ROW);
    atomic.set(keys.reportOrderHouses(id, from / HOUSES_PER_ROW), row);
  }
}

/** The dwellings of an order that does not mean all. */
export async function readOrderedHouses(store: Store, reportId: string): Promise<string[]> {
  const prefix = keys.reportOrderHouses.under(reportId);
  return (await listEntries(store, { prefix }, orderedHouses)).flatMap(({ value }) => value);
}

/** Removes what is left of a report that is no longer listed: its order and its file. */
export async function removeReport(store: Store, reportId: string): Promise<void> {
  await removeOrder(store, reportId);
  await removeBlob(store, reportId);
}

/** Removes an order whose report is made, failed or deleted. */
export async function removeOrder(store: Store, reportId: string): Promise<void> {
  const atomic = store.atomic().delete(keys.reportOrder(reportId));
  const prefix = keys.reportOrderHouses.under(reportId);
  for await (const { key } of store.list({ prefix })) atomic.delete(key);
  await atomic.commit();
}
