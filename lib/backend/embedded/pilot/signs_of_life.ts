import type { Collector } from "@/lib/backend/ingest/collectors.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { runsOf, type SeriesRuns } from "@/lib/backend/kv/series/arrivals/runs.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { unlessStoreFails } from "@/lib/backend/kv/store_fault.ts";
import { pilotPollRecord, pilotReportRecord } from "@/lib/backend/records/pilot.ts";
import { heardOf, type KnownReport, reportSeriesId } from "@/lib/domain/pilot/reports.ts";
import type { Point } from "@/lib/domain/series/types.ts";

/** A gateway polls each minute; the time of its polls is written at this interval, s. */
const POLL_NOTED_EVERY_S = 600;

/** When a gateway of a residence last fetched its wishes, seconds since 1970; null for never. */
export async function lastPollS(store: Store, projectId: string): Promise<number | null> {
  return (await readEntry(store, keys.pilotPoll(projectId), pilotPollRecord)).value;
}

/**
 * Records that a gateway polled, when the store can be written: it is online, even without reports.
 *
 * @spec pilot.connectivity
 */
export async function notePoll(
  { store, projectId, now }: Pick<Collector, "store" | "projectId" | "now">,
): Promise<void> {
  const nowS = Math.floor(now() / 1_000);
  const before = await lastPollS(store, projectId);
  // The clock may have been set back.
  if (before !== null && Math.abs(nowS - before) < POLL_NOTED_EVERY_S) return;
  await unlessStoreFails(store.atomic().set(keys.pilotPoll(projectId), nowS).commit());
}

/** Times of the last reports about the modules of a residence, as readings of {@link reportSeriesId}. */
export async function lastReports(store: Store, projectId: string): Promise<Map<string, Point>> {
  const prefix = keys.pilotReport.under(projectId);
  const reports = await listStored(store, prefix, pilotReportRecord);
  return new Map(
    reports.flatMap(({ id, record }) =>
      heardReadings(record).map((reading) => [reportSeriesId(id), reading] as const)
    ),
  );
}

/** New reports as readings, for alarms. */
export function reportRuns(reports: ReadonlyMap<string, KnownReport>): SeriesRuns {
  return runsOf([...reports].map(([id, report]) => ({
    seriesId: reportSeriesId(id),
    kind: "instant",
    readings: heardReadings(report),
  })));
}

/** The last report of a module as a reading, whose value means nothing; empty without a report. */
function heardReadings(report: KnownReport): Point[] {
  const epochS = heardOf(report);
  return epochS === null ? [] : [{ epochS, value: 0 }];
}
