/** Reads and changes how long readings are stored, and lists past and coming purges. @module */

import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import { endedBy, readEach } from "@/lib/base/concurrency.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { Handler, Input, Outcome } from "@/lib/organisations/calls.ts";
import { retentionRecord } from "@/lib/organisations/records.ts";
import type { PurgeEntry } from "@/lib/organisations/schema.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  idOf,
  listEntries,
  listIds,
  type MaybeEntry,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import { oneInPart } from "@/lib/store/unreadable_values.ts";
import { seriesOfStored } from "@/lib/timeseries/readings.ts";
import {
  DEFAULT_RETENTION,
  nextPurge,
  NOTHING_PURGED,
  type Retention,
  retentionStart,
} from "@/lib/timeseries/retention.ts";
import { isCompactionDue } from "@/lib/timeseries/store/compaction.ts";
import { readCompaction } from "@/lib/timeseries/store/compaction_lease.ts";
import { countTooOld, type PurgeCounts, purgeLine } from "@/lib/timeseries/store/purge.ts";
import { seriesRecord } from "./records.ts";

/** The retention of an organisation, with its entry. */
export async function readOrgRetention(
  store: Store,
  orgId: string,
): Promise<{ retention: Retention; entry: MaybeEntry<Retention> }> {
  const entry = await readEntry(store, keys.orgRetention(orgId), retentionRecord);
  return { retention: entry.value ?? DEFAULT_RETENTION, entry };
}

/** How long an organisation stores readings and figures. */
export const getRetention: Handler<"getRetention"> = async ({ store }, { orgId }) => {
  const { retention, entry } = await readOrgRetention(store, orgId);
  return { ok: true, answer: { orgId, ...retention, version: versionOf(entry) } };
};

/** Changes the retention of an organisation; older data are removed the next night. */
export const putRetention: Handler<"putRetention"> = (services, { orgId, body }, caller) => {
  const { version, ...retention } = body;
  const { infraDailyYears, dailyYears, monthlyYears } = retention;
  const subject = `${infraDailyYears}, ${dailyYears}, ${monthlyYears} ans`;
  return transact(services, { caller, action: "putRetention", orgId }, async (atomic) => {
    const { entry } = await readOrgRetention(services.store, orgId);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    atomic.set(entry.key, retention);
    return { ok: true, answer: null, subject };
  });
};

/** Purged data and late readings of an organisation's residences, newest first. */
export const listPurges: Handler<"listPurges"> = async (services, { orgId }) => {
  const projectIds = await listIds(services.store, keys.projectOfOrg.under(orgId));
  const all = await readEach(projectIds, (projectId) => purgesOf(services, projectId));
  const answer = all.flat().sort((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id));
  return { ok: true, answer };
};

async function purgesOf(services: Services, projectId: string): Promise<PurgeEntry[]> {
  const { store } = services;
  const lines = await listEntries(store, { prefix: keys.purgeLine.under(projectId) }, purgeLine);
  if (lines.length === 0) return [];
  const { name } = await readProject(services, projectId);
  const series = await listEntries(
    store,
    { prefix: keys.dataseries.under(projectId) },
    seriesRecord,
  );
  const names = new Map(
    series.map(({ key, value }) => [idOf(key), value.renamed ?? value.dataUnitId]),
  );
  return lines.map(({ key, value: { atMs, seriesId, ...line } }) => ({
    id: `${projectId} ${idOf(key)}`,
    at: new Date(atMs).toISOString(),
    projectId,
    projectName: name,
    seriesName: seriesId === null ? null : names.get(seriesOfStored(seriesId)) ?? null,
    ...line,
  }));
}

/** Maximum number of series examined unless all are requested: about a second of an idle processor. */
const SERIES_AT_MOST = 3_000;
/** Maximum time a page waits for the count; a later result is cached. */
const COUNTED_FOR_MS = 500;

/** Time of the next purge, and the amount of data it would remove now. */
export async function getNextPurge(
  services: Services,
  { orgId, everything }: Input<"getNextPurge">,
): Promise<Outcome<"getNextPurge">> {
  const { store, now } = services;
  const { retention } = await readOrgRetention(store, orgId);
  const next = nextPurge(retention, now());
  if (next === null) return { ok: true, answer: null };
  const answer = { ...next, ...NOTHING_PURGED };
  const limits = everything === "true"
    ? { seriesCount: Infinity, untilMs: Infinity }
    : { seriesCount: SERIES_AT_MOST, untilMs: now() + COUNTED_FOR_MS };
  let seriesCount = 0;
  for (const projectId of await listIds(store, keys.projectOfOrg.under(orgId))) {
    const leftMs = limits.untilMs - now();
    // After this time no other count is started.
    const [counted = null] = answer.uncountedCount > 0 || seriesCount >= limits.seriesCount ||
        leftMs < 0
      ? []
      : await oneInPart(() =>
        endedBy(
          performance.now() + leftMs,
          countProject(services, projectId, { retention, at: next.at }),
        )
      );
    if (counted === null) {
      answer.uncountedCount++;
      continue;
    }
    seriesCount += counted.seriesCount;
    addProject(answer, counted);
  }
  return { ok: true, answer };
}

function addProject(
  total: Record<
    "pointCount" | "dayCount" | "monthCount" | "arrivingCount" | "projectCount",
    number
  >,
  { pointCount, dayCount, monthCount, isArriving }: ProjectPurge,
): void {
  total.pointCount += pointCount;
  total.dayCount += dayCount;
  total.monthCount += monthCount;
  if (isArriving) total.arrivingCount++;
  if (pointCount + dayCount + monthCount > 0) total.projectCount++;
}

/** The data of a residence that a purge removes, and whether readings are still to be compacted. */
type ProjectPurge = PurgeCounts & { readonly isArriving: boolean };

async function countProject(
  services: Services,
  projectId: string,
  { retention, at }: { readonly retention: Retention; readonly at: string },
): Promise<ProjectPurge> {
  const { store, now } = services;
  const { timeZone } = (await readCompaction(store, projectId)).value;
  const retained = retentionStart(retention, civilDateOf(Date.parse(at), timeZone));
  // Demo visits are never compacted.
  const isVisit = services.newVisit !== null;
  const isArriving = !isVisit && await isCompactionDue(store, projectId, now);
  return { ...await countTooOld({ store, projectId, timeZone }, retained), isArriving };
}
