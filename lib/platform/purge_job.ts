/** Removes each night the readings and figures older than the retention. @module */

import { purgeAlarms, purgeMutes } from "@/lib/alarms/alarm_store.ts";
import { addAuditLine } from "@/lib/api/audit.ts";
import { countText } from "@/lib/base/text_format.ts";
import { civilDateOf, dayBounds } from "@/lib/base/time_zones.ts";
import { residenceTitle } from "@/lib/residences/records.ts";
import { readOrgRetention } from "@/lib/series/retention.ts";
import { leasedRun, type RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Lease } from "@/lib/store/leases.ts";
import { listIds, type Store } from "@/lib/store/store.ts";
import { type Retention, retentionStart } from "@/lib/timeseries/retention.ts";
import { SeriesLease } from "@/lib/timeseries/store/compaction_lease.ts";
import { purgeResidence } from "@/lib/timeseries/store/purge.ts";
import { removeLeftReadings } from "@/lib/timeseries/store/removal.ts";
import { deleteYears } from "@/lib/timeseries/store/stored_rollups.ts";

interface PurgeRun {
  removedCount: number;
}

/**
 * Removes the data past each organisation's retention, and what deletions have left, residence by residence.
 *
 * @spec series.retention
 * @returns null when another process runs the job
 * @throws AggregateError when residences failed: the others were purged
 */
export function purgeSeries(store: Store, now: () => number): Promise<PurgeRun | null> {
  const job = { name: "purge series", subjects: "organisations or residences" } as const;
  return leasedRun({ store, now }, job, async (lease, faults) => {
    const run: PurgeRun = { removedCount: 0 };
    for (const orgId of await listIds(store, keys.org.under())) {
      let isHeld = true;
      await faults.try(orgId, async () => {
        isHeld = await purgeOrg(store, { orgId, lease, run, faults, now });
      });
      if (!isHeld) break;
    }
    return run;
  });
}

/** @returns false when another process runs the job now */
async function purgeOrg(
  store: Store,
  { orgId, lease, run, faults, now }: {
    orgId: string;
    lease: Lease;
    run: PurgeRun;
    faults: RunFaults;
    now: () => number;
  },
): Promise<boolean> {
  const { retention } = await readOrgRetention(store, orgId);
  for (const projectId of await listIds(store, keys.projectOfOrg.under(orgId))) {
    if (!(await lease.renew())) return false;
    await faults.try(() => residenceTitle(store, projectId), async () => {
      const months = retentionStart(retention, civilDateOf(now())).months;
      const ended = { projectId, beforeS: dayBounds(months).from / 1_000 };
      await faults.readInPart(async () => {
        await purgeAlarms(store, ended);
        await purgeMutes(store, ended);
      });
      await removeLeftReadings(store, projectId, now);
      const removed = await purgeOne(store, { orgId, projectId, retention, now });
      // The next run retries a residence that another process was writing.
      run.removedCount += removed ?? 0;
    });
  }
  return true;
}

interface Purge {
  readonly orgId: string;
  readonly projectId: string;
  readonly retention: Retention;
  readonly now: () => number;
}

/** @returns number of readings and figures removed; null when another process writes the residence */
async function purgeOne(store: Store, { orgId, projectId, retention, now }: Purge) {
  const lease = await SeriesLease.take(store, projectId, now);
  if (lease === null) return null;
  try {
    const retained = retentionStart(retention, civilDateOf(now(), lease.timeZone));
    const removed = await purgeResidence({ store, projectId, lease, nowMs: now() }, retained);
    if (removed === null || removed === 0) return removed;
    const years = await deleteYears(store, projectId);
    const isLeaseHeld = await lease.finish((atomic) => {
      for (const key of years.gone) atomic.delete(key);
      const subject = countText(removed, "valeur");
      addAuditLine(
        atomic,
        { caller: null, action: "purgeReadings", orgId, projectId, subject },
        now(),
      );
    });
    return isLeaseHeld ? removed : null;
  } finally {
    await lease.release();
  }
}
