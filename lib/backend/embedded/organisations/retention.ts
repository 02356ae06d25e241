import { readEach } from "@/lib/backend/core/at_once.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { purgeLine } from "@/lib/backend/kv/series/purge_lines.ts";
import {
  idOf,
  listEntries,
  type MaybeEntry,
  readEntry,
  type Store,
} from "@/lib/backend/kv/store.ts";
import { retentionRecord } from "@/lib/backend/records/organisations.ts";
import { seriesRecord } from "@/lib/backend/records/projects.ts";
import type { PurgeEntry } from "@/lib/domain/organisations/types.ts";
import { DEFAULT_RETENTION, type Retention } from "@/lib/domain/series/retention.ts";
import { seriesOfStored } from "@/lib/domain/series/sources.ts";

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
  return write(services, { caller, action: "putRetention", orgId }, async (atomic) => {
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
