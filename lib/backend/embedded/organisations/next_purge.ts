import { endedBy } from "@/lib/backend/core/ended_by.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { isCompactionDue } from "@/lib/backend/kv/series/compaction/compact.ts";
import { readCompaction } from "@/lib/backend/kv/series/compaction/lease.ts";
import { countTooOld, type PurgeCounts } from "@/lib/backend/kv/series/purge_counts.ts";
import { oneInPart } from "@/lib/backend/kv/unread.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { nextPurge, NOTHING_PURGED } from "@/lib/domain/platform/next_purge.ts";
import { type Retention, retentionStart } from "@/lib/domain/series/retention.ts";
import { readOrgRetention } from "./retention.ts";

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
  const kept = retentionStart(retention, civilDateOf(Date.parse(at), timeZone));
  // Demo visits are never compacted.
  const isVisit = services.newVisit !== null;
  const isArriving = !isVisit && await isCompactionDue(store, projectId, now);
  return { ...await countTooOld({ store, projectId, timeZone }, kept), isArriving };
}
