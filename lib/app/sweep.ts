/** Removes expired data of each kind. @module */

import { civilDateOf, dayBounds, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import {
  queuedReportRecord,
  removeReport,
  unlistReport,
} from "@/lib/consumption_reports/records.ts";
import { auditStart } from "@/lib/organisations/audit_log.ts";
import { PLATFORM_SCOPE } from "@/lib/store/cache.ts";
import { deleteAll } from "@/lib/store/commits.ts";
import { withFaults } from "@/lib/store/job_runs.ts";
import { keys, RETIRED_KEYS } from "@/lib/store/keys.ts";
import { idOf, listIds, readable, type Store, type StoreClock } from "@/lib/store/store.ts";

interface SweepOptions extends StoreClock {
  /** Removes the files of interrupted deposits. */
  sweepFiles(): Promise<unknown>;
}

/** How long an ordered report is stored, ms. */
const STORED_MS = 30 * 24 * 3_600_000;

/**
 * Removes expired data of each kind.
 *
 * @throws AggregateError naming the kinds that failed: the others were removed
 */
export function sweep({ store, now, sweepFiles }: SweepOptions): Promise<void> {
  return withFaults("removals", async (faults) => {
    const removals: Readonly<Record<string, () => Promise<unknown>>> = {
      "retired keys": () => sweepRetired(store),
      "ordered reports": () => faults.readInPart(() => purgeReports({ store, now })),
      "audit logs": () => purgeAudit({ store, now }),
      "broken deposits": sweepFiles,
    };
    for (const [kind, remove] of Object.entries(removals)) {
      await faults.try(kind, async () => void await remove());
    }
  });
}

/** Deletes the entries of older versions that are no longer read. */
export async function sweepRetired(store: Store): Promise<void> {
  // From a start: a prefix leaves out the key that is equal to it.
  for (const { doc: { name } } of RETIRED_KEYS) {
    await deleteAll(store, { start: [name], end: [`${name}\0`] });
  }
}

/**
 * Deletes the reports ordered more than 30 days ago, with their files.
 *
 * @spec reports.orders
 * @returns number deleted
 */
export async function purgeReports({ store, now }: StoreClock): Promise<number> {
  let count = 0;
  for await (const entry of store.list({ prefix: keys.queuedReport.under() })) {
    for (const { key, value } of readable([entry], queuedReportRecord)) {
      if (Date.parse(value.createdAt) > now() - STORED_MS) continue;
      await unlistReport(store, { key });
      await removeReport(store, idOf(key));
      count++;
    }
  }
  return count;
}

/** Deletes the expired lines of every audit log. @spec organisations.audit @returns number of lines */
export async function purgeAudit({ store, now }: StoreClock): Promise<number> {
  const { from } = dayBounds(auditStart(civilDateOf(now())), DEFAULT_TIME_ZONE);
  let count = 0;
  for (const scopeId of [PLATFORM_SCOPE, ...await listIds(store, keys.org.under())]) {
    const prefix = keys.audit.under(scopeId);
    count += await deleteAll(store, { prefix, end: keys.audit.under(scopeId, from) });
  }
  return count;
}
