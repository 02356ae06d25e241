import * as z from "zod";
import { groupsOf } from "@/lib/backend/core/groups.ts";
import { removeBlob } from "@/lib/backend/kv/blobs.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import {
  type Atomic,
  type Entry,
  idOf,
  type Key,
  listEntries,
  type Store,
} from "@/lib/backend/kv/store.ts";
import { queuedReport } from "@/lib/domain/queued_reports/schema.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";

/** A report ordered by a user; its PDF is the file with its id. */
export type QueuedReportRecord = z.output<typeof queuedReportRecord>;
export const queuedReportRecord = z.object(queuedReport.shape).omit({ id: true });

/** The role of who orders a report, whose PDF shows the consumption of dwellings. */
export const REPORT_READER: Role = "collect:housesconsreport:read";

/** Consumption reports to create, for the account that ordered them. */
export type ReportOrderRecord = z.output<typeof reportOrderRecord>;
export const reportOrderRecord = z.object({
  accountId: z.string(),
  projectId: z.string(),
  /** yyyy-mm */
  month: z.string(),
  /** True for every dwelling; else those of {@link orderedHouses}. */
  isWhole: z.boolean(),
  /** Number of attempts: a process may end during one. */
  attempts: z.int(),
});

export const orderedHouses: z.ZodType<string[]> = z.array(z.string());

/** Ids of dwellings in one row: with the longest ids, they fit in a value of the store. */
const HOUSES_PER_ROW = 500;

/** Adds an order and its report to a commit. */
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
  for (const [rank, row] of groupsOf(houseIds, HOUSES_PER_ROW).entries()) {
    atomic.set(keys.reportOrderHouses(id, rank), row);
  }
}

/** The dwellings of an order, unless it is for all. */
export async function readOrderedHouses(store: Store, reportId: string): Promise<string[]> {
  const prefix = keys.reportOrderHouses.under(reportId);
  return (await listEntries(store, { prefix }, orderedHouses)).flatMap(({ value }) => value);
}

/**
 * Keys whose deletion removes some reports: their files are unreadable from then on. {@link removeReport} removes the
 * rest, or the job that makes reports, which ends an order without a report, and the sweep of files.
 */
export function reportKeys(reports: readonly Pick<Entry, "key">[]): Key[] {
  return reports.flatMap(({ key }) => [keys.blob(idOf(key)), key]);
}

/**
 * Deletes a report from its list, in one commit; {@link removeReport} removes the rest.
 *
 * @param note adds to the commit
 */
export async function unlistReport(
  store: Store,
  report: Pick<Entry, "key">,
  note: (atomic: Atomic) => void = () => {},
): Promise<void> {
  const atomic = store.atomic();
  note(atomic);
  for (const key of reportKeys([report])) atomic.delete(key);
  await atomic.commit();
}

/** Removes the order and the file of a report that is no longer listed. */
export async function removeReport(store: Store, reportId: string): Promise<void> {
  await removeOrder(store, reportId);
  await removeBlob(store, reportId);
}

/** Removes the order of a report that is created, failed or deleted. */
export async function removeOrder(store: Store, reportId: string): Promise<void> {
  const atomic = store.atomic().delete(keys.reportOrder(reportId));
  const prefix = keys.reportOrderHouses.under(reportId);
  for await (const { key } of store.list({ prefix })) atomic.delete(key);
  await atomic.commit();
}
