import type { Input, Outcome } from "../../contract/catalogue.ts";
import { civilDateOf } from "../../domain/periods/zoned_days.ts";
import { nextPurge } from "../../domain/platform/next_purge.ts";
import { keptFrom } from "../../domain/series/retention.ts";
import { listIds } from "../kv/lists.ts";
import { keys } from "../kv/keys.ts";
import { countTooOld } from "../kv/purge_counts.ts";
import { isCompactionDue } from "../kv/series_compact.ts";
import { readCompaction } from "../kv/series_lease.ts";
import { readOrgRetention } from "./retention.ts";
import type { Services } from "./services.ts";

/** Series that are looked at unless everything is asked for: a second or so of an idle processor. */
const SERIES_AT_MOST = 3_000;
/** A page waits no longer for the count, whatever else the processor does: another residence is begun until then. */
const COUNTED_FOR_MS = 500;

/** When the next purge runs, and how much it removes if nothing changes until then. */
export async function getNextPurge(
  services: Services,
  { orgId, everything }: Input<"getNextPurge">,
): Promise<Outcome<"getNextPurge">> {
  const { store, now } = services;
  const { retention } = await readOrgRetention(store, orgId);
  const next = nextPurge(retention, now());
  if (next === null) return { ok: true, answer: null };
  const mostSeries = everything === "true" ? Infinity : SERIES_AT_MOST;
  const answer = {
    ...next,
    pointCount: 0,
    dayCount: 0,
    monthCount: 0,
    projectCount: 0,
    arrivingCount: 0,
    uncountedCount: 0,
  };
  let seriesCount = 0;
  const untilMs = everything === "true" ? Infinity : now() + COUNTED_FOR_MS;
  for (const projectId of await listIds(store, keys.projectOfOrg.under(orgId))) {
    if (seriesCount >= mostSeries || now() > untilMs) {
      answer.uncountedCount++;
      continue;
    }
    const { timeZone } = (await readCompaction(store, projectId)).value;
    const kept = keptFrom(retention, civilDateOf(Date.parse(next.at), timeZone));
    // Nothing is compacted in a visit of the demo: what it was sent waits there.
    const isVisit = services.newVisit !== null;
    if (!isVisit && await isCompactionDue(store, projectId, now)) answer.arrivingCount++;
    const counts = await countTooOld({ store, projectId, timeZone }, kept);
    seriesCount += counts.seriesCount;
    answer.pointCount += counts.pointCount;
    answer.dayCount += counts.dayCount;
    answer.monthCount += counts.monthCount;
    if (counts.pointCount + counts.dayCount + counts.monthCount > 0) answer.projectCount++;
  }
  return { ok: true, answer };
}
