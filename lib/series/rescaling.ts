/** Changes what the numbers of sources are worth, with the readings already stored of them. @module */

import { askFirst } from "@/lib/api/confirmations.ts";
import type { Services } from "@/lib/api/services.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { expiring, lasting } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, listEntries, unchanged } from "@/lib/store/store.ts";
import {
  FUTURE_S,
  isWithin,
  type Point,
  type SeriesBatch,
  storedSeriesId,
  timeWindow,
} from "@/lib/timeseries/readings.ts";
import type { SecondsRange } from "@/lib/timeseries/series_reader.ts";
import { isMeasureKey } from "@/lib/timeseries/source_names.ts";
import { arrivalsVersionKey } from "@/lib/timeseries/store/arrival_encoding.ts";
import { addArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { decodePoints, encodePoints } from "@/lib/timeseries/store/chunk_encoding.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import {
  boundsOfSeries,
  changedClaims,
  type ClaimedSource,
  claimedSources,
  CLAIMS_PER_COMMIT,
  claimsVersionKey,
  isShared,
} from "./claims.ts";
import { deletedReadingsRecord, manualIndexRecord } from "./records.ts";
import { changedSpan, rescaled, sinceAttached, type SourceScales } from "./source_scales.ts";

/** Most stored readings that one change computes again: what a commit holds. */
export const MOST_CHANGES = 50_000;

interface NewScales {
  readonly projectId: string;
  readonly timeZone: string;
  readonly seriesId: string;
  readonly source: string;
  /** In the order of their instants; none for as sent. */
  readonly scales: SourceScales;
}

type Refused =
  & { readonly ok: false }
  & (
    | { readonly code: "not-found" | "shared-series" | "implausible-value" | "too-many-changes" }
    | NonNullable<ReturnType<typeof askFirst>>
  );

/**
 * Adds to a commit the versions of a source, and its stored readings as they compute them; asked first when there are
 * any. Indexes typed by hand stay. Those of a measure apply to its dwellings that had the same versions.
 *
 * @spec collectors.rescaling
 */
export async function includeScales(
  services: Services,
  atomic: Atomic,
  { projectId, timeZone, seriesId, source, scales }: NewScales,
  caller: Caller,
): Promise<{ readonly ok: true } | Refused> {
  const { store } = services;
  // A reading that arrives meanwhile is computed by the versions that it replaces: the plan is run again.
  const [arrivals, version] = await Promise.all([
    store.get(arrivalsVersionKey(projectId)),
    store.get(claimsVersionKey(projectId)),
  ]);
  atomic.check(unchanged(arrivals), unchanged(version));
  const all = (await claimedSources(store, projectId)).filter((one) => one.seriesId === seriesId);
  const own = all.find(({ sourceKey }) => sourceKey === source);
  if (own === undefined) return { ok: false, code: "not-found" };
  const stored = own.scales ?? [];
  const targets = isMeasureKey(source)
    ? all.filter((one) => JSON.stringify(one.scales ?? []) === JSON.stringify(stored))
    : [own];
  if (targets.length > CLAIMS_PER_COMMIT) return { ok: false, code: "too-many-changes" };
  const bounds = await boundsOfSeries(store, { projectId, seriesId });
  const batches: SeriesBatch[] = [];
  let [last, firstS]: [{ before: Point; after: Point } | null, number] = [null, Infinity];
  for (const { sourceKey, ...claim } of targets) {
    const { scales: _, ...as } = claim;
    atomic.set(
      keys.seriesSource(projectId, sourceKey),
      scales.length === 0 ? as : { ...as, scales },
    );
    const before = sinceAttached(stored, claim.sinceS);
    const after = sinceAttached(scales, claim.sinceS);
    const span = changedSpan(before, after);
    if (isMeasureKey(sourceKey) || span === null) continue;
    const at = { projectId, timeZone, seriesId, claim, before, after, span };
    const points = await sentPoints(services, at);
    const readings = points === null ? null : rescaled(points, at);
    const count = sumBy(batches, (batch) => batch.readings.length);
    if (points === null || readings === null || count + readings.length > MOST_CHANGES) {
      return { ok: false, code: "too-many-changes" };
    }
    const [first, newest] = [readings[0], readings.at(-1)];
    if (first === undefined || newest === undefined) continue;
    if (isShared(all, { sourceKey, ...claim })) return { ok: false, code: "shared-series" };
    if (readings.some(({ value }) => !isWithin(value, bounds))) {
      return { ok: false, code: "implausible-value" };
    }
    firstS = Math.min(firstS, first.epochS);
    const was = points.find(({ epochS }) => epochS === newest.epochS);
    if (was !== undefined) last = { before: was, after: newest };
    const storedId = storedSeriesId(seriesId, claim.houseId);
    batches.push({ seriesId: storedId, kind: claim.kind, readings });
    await includeDeleted(services, atomic, at);
  }
  const asked = last === null ? null : askFirst(caller, [{
    kind: "changed-readings",
    count: sumBy(batches, ({ readings }) => readings.length),
    firstDate: civilDateOf(firstS * 1_000, timeZone),
    ...own.houseId === null && !isMeasureKey(source) && {
      before: last.before.value,
      after: last.after.value,
    },
  }]);
  if (asked !== null) return asked;
  addArrivals(changedClaims(atomic, projectId), projectId, batches);
  return { ok: true };
}

interface ChangedSource {
  readonly projectId: string;
  readonly timeZone: string;
  readonly seriesId: string;
  readonly claim: Omit<ClaimedSource, "sourceKey">;
  readonly before: SourceScales;
  readonly after: SourceScales;
  readonly span: SecondsRange;
}

/** The readings of a source that were not typed, in a span; null for more than may change at once. */
export async function sentPoints(
  { store, now, readingYears }: Services,
  { projectId, timeZone, seriesId, claim: { houseId }, span }: Omit<
    ChangedSource,
    "before" | "after"
  >,
): Promise<readonly Point[] | null> {
  const nowS = Math.floor(now() / 1_000);
  const { oldestS } = timeWindow(nowS, readingYears);
  const range = {
    fromS: Math.max(span.fromS, oldestS),
    toS: Math.min(span.toS, nowS + FUTURE_S + 1),
  };
  if (range.fromS >= range.toS) return [];
  const reader = new StoredSeries(store, projectId, now);
  const storedId = storedSeriesId(seriesId, houseId);
  const days = await reader.days(storedId, {
    from: civilDateOf(range.fromS * 1_000, timeZone),
    to: addDays(civilDateOf(range.toS * 1_000, timeZone), 1),
  });
  if (sumBy(days, ({ count }) => count) > 2 * MOST_CHANGES) return null;
  const [points, typed] = await Promise.all([
    reader.points(storedId, range),
    listEntries(store, { prefix: keys.manualIndex.under(projectId) }, manualIndexRecord),
  ]);
  const seconds = new Set(
    typed.filter(({ value }) => value.seriesId === seriesId && value.houseId === houseId)
      .map(({ value }) => value.epochS),
  );
  return points.filter(({ epochS }) => !seconds.has(epochS));
}

/** Deleted readings, which may be restored, change with the others. */
async function includeDeleted(
  { store, now }: Services,
  atomic: Atomic,
  { projectId, seriesId, claim: { houseId }, before, after }: ChangedSource,
): Promise<void> {
  const prefix = keys.deletedReadings.under(projectId, storedSeriesId(seriesId, houseId));
  for (
    const { key, value } of await listEntries(store, { prefix }, expiring(deletedReadingsRecord))
  ) {
    const { expiresAtMs, value: record } = value;
    const typed = new Set(record.indexes.map((index) => index.record.epochS));
    const points = decodePoints(record.points);
    const sent = points.filter(({ epochS }) => !typed.has(epochS));
    const changed = new Map(
      rescaled(sent, { before, after }).map((point) => [point.epochS, point]),
    );
    if (changed.size === 0 || expiresAtMs <= now()) continue;
    const bytes = encodePoints(points.map((point) => changed.get(point.epochS) ?? point));
    const kept = lasting({ ...record, points: new Uint8Array(bytes) }, expiresAtMs, now());
    atomic.set(key, kept.value, kept.options);
  }
}
