/** Declares the stored settings, mails, orders and queued files of reports. @module */

import * as z from "zod";
import { entity } from "@/lib/api/entity.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { removeBlob } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Entry,
  idOf,
  type Key,
  listEntries,
  type Store,
} from "@/lib/store/store.ts";
import type { ReportMailMark } from "./mail_rules.ts";
import { consumptionReportSettingsRead, queuedReport } from "./schema.ts";

/** Stored settings of a residence's consumption reports; the image is the one encoded by this program. */
export type ReportSettingsRecord = z.output<typeof reportSettingsRecord>;
export const reportSettingsRecord = z.object(consumptionReportSettingsRead.shape)
  .omit({ version: true }).extend({ image: z.instanceof(Uint8Array).nullable() });

/** Default settings of a residence: no reference, no price, no image. */
export const NO_REPORT_SETTINGS: ReportSettingsRecord = {
  lightsReference: null,
  plugsReference: null,
  cookingReference: null,
  elecPricing: null,
  coldWaterReference: null,
  hotWaterReference: null,
  waterPricing: null,
  waterHeatingEnergy: null,
  waterHeatingPricing: null,
  heatingReference: null,
  tempReference: null,
  heatingPricing: null,
  djuSource: null,
  image: null,
  imageMimeType: null,
};

/** State of the report mails of a residence. */
export type ReportMailsRecord = z.output<typeof reportMailsRecord>;
export const reportMailsRecord = z.object({
  /** The first month to mail; null when mails are off. */
  firstMonth: z.string().nullable(),
});

/** The reports mailed to the occupants of a dwelling, so that each is mailed once. */
export interface ReportMailedRecord extends ReportMailMark {
  readonly at: string;
}

export const reportMailedRecord: z.ZodType<ReportMailedRecord> = z.object({
  month: z.string(),
  occupancyIds: z.array(z.string()),
  at: z.string(),
});

export const CONSUMPTION_REPORTS_ENTITIES = {
  reportSettings: entity(keys.reportSettings, reportSettingsRecord, {
    outdoorSource: ({ djuSource }) => [djuSource],
  }),
};

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
  for (const [position, row] of chunk(houseIds, HOUSES_PER_ROW).entries()) {
    atomic.set(keys.reportOrderHouses(id, position), row);
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
