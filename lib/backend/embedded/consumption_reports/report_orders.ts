import { ownerOf } from "@/lib/backend/embedded/queued_reports/queued_reports.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { queueReport } from "@/lib/backend/records/queued_reports.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import { monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { reportsTitle } from "@/lib/text/consumption_reports/report_pdf.ts";
import { offIn } from "./settings.ts";

/** Reports that one user has at a time, made or not. */
const MOST_REPORTS = 20;

/** Orders the reports of some dwellings, or of all, as one PDF. @spec reports.orders */
export async function orderConsumptionReports(
  services: Services,
  { projectId, month, body: { houseIds } }: Input<"orderConsumptionReports">,
  caller: Caller,
): Promise<Outcome<"orderConsumptionReports">> {
  const { store, now } = services;
  const off = await offIn(services, projectId);
  if (off !== null) return off;
  const { name: residence, timeZone } = await readProject(services, projectId);
  if (month > monthOf(civilDateOf(now(), timeZone))) return { ok: false, code: "bad-period" };
  const accountId = ownerOf(caller);
  const id = services.documents.files.newId();
  const label = reportsTitle({ month, residence });
  const change = { action: "orderConsumptionReports", caller, projectId } as const;
  const written = await write(services, change, async (atomic) => {
    const [houses, reports] = await Promise.all([
      listIds(store, keys.house.under(projectId)),
      listIds(store, keys.queuedReport.under(accountId)),
    ]);
    if (reports.length >= MOST_REPORTS) return { ok: false, code: "limit-reached" } as const;
    const known = new Set(houses);
    if (!houseIds.every((one) => known.has(one))) {
      return { ok: false, code: "unknown-reference" } as const;
    }
    const createdAt = new Date(now()).toISOString();
    queueReport(atomic, {
      id,
      report: { label, projectId, createdAt, state: "queued", progress: 0, fileName: null },
      order: { accountId, projectId, month, isWhole: houseIds.length === 0, attempts: 0 },
      houseIds,
    });
    return { ok: true, answer: { id }, subject: label } as const;
  });
  if (written.ok) services.reportsOrdered();
  return written;
}
