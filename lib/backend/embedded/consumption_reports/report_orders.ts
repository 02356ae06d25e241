import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { ownerOf } from "@/lib/backend/embedded/queued_reports/queued_reports.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { type Entry, idOf, listEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import {
  type QueuedReportRecord,
  queuedReportRecord,
  queueReport,
  readOrderedHouses,
  type ReportOrderRecord,
  reportOrderRecord,
} from "@/lib/backend/records/queued_reports.ts";
import { monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { reportsTitle } from "@/lib/text/consumption_reports/report_pdf.ts";
import { offIn } from "./settings.ts";

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
  const written = await write(services, change, async (atomic) => {
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
  const waiting = reports.filter(({ value }) =>
    value.state === "queued" && value.projectId === projectId
  );
  for (const id of waiting.map(({ key }) => idOf(key))) {
    const [{ value: order }, houseIds] = await Promise.all([
      readEntry(store, keys.reportOrder(id), reportOrderRecord),
      readOrderedHouses(store, id),
    ]);
    const isSame = new Set(houseIds).symmetricDifference(chosen).size === 0;
    if (order?.month === month && isSame) return id;
  }
  return null;
}
