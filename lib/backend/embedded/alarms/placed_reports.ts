import { projectIds, visibleProjects } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored, type Stored } from "@/lib/backend/kv/lists.ts";
import type { Key, Unreadable } from "@/lib/backend/kv/store.ts";
import { type AlarmReportRecord, alarmReportRecord } from "@/lib/backend/records/alarms.ts";
import { memberCaller } from "@/lib/contract/caller.ts";

/** A mail report with the residences it may cover. */
export type PlacedReport = ReturnType<typeof placed>;

/**
 * Every mail report of an organisation: those of its residences, of itself, and of its members.
 *
 * @param unreadable receives the unreadable reports, which are skipped
 */
export async function placedReports(services: Services, orgId: string, unreadable: Unreadable) {
  const { store } = services;
  const all = await projectIds(services, orgId);
  const list = (prefix: Key) => listStored(store, prefix, alarmReportRecord, unreadable);
  const [own, ofMembers, ...ofProjects] = await Promise.all([
    list(keys.orgAlarmReport.under(orgId)),
    list(keys.userAlarmReport.under(orgId)),
    ...all.map((id) => list(keys.alarmReport.under(id))),
  ]);
  const theirs = await Promise.all(ofMembers.map(async (stored) => {
    const accountId = String(stored.entry.key.at(-2));
    const seen = await visibleProjects(services, orgId, memberCaller(accountId));
    return placed(stored, { ownerId: accountId, projectId: null, projectIds: seen });
  }));
  return [
    ...own.map((stored) => placed(stored, { ownerId: orgId, projectId: null, projectIds: all })),
    ...theirs,
    ...ofProjects.flatMap((list, rank) => {
      const projectId = all[rank] ?? "";
      const place = { ownerId: projectId, projectId, projectIds: [projectId] };
      return list.map((stored) => placed(stored, place));
    }),
  ];
}

interface ReportPlace {
  /** The residence, the organisation or the account that owns it. */
  readonly ownerId: string;
  /** The residence of the report; null for one across residences. */
  readonly projectId: string | null;
  /** Residences that it may cover now. */
  readonly projectIds: readonly string[];
}

function placed({ id, record, entry: { key } }: Stored<AlarmReportRecord>, place: ReportPlace) {
  return { id, report: record, key, ...place };
}
