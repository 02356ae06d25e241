/** Attaches sources to series, by calls or by the names of dwellings, and lists the others. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { countText } from "@/lib/base/text_format.ts";
import { instantOf, utcInstant } from "@/lib/base/time_zones.ts";
import { checkScope, mayWriteHousingSeries } from "@/lib/facilities/equipment.ts";
import { dwellingNamed, type DwellingNames, dwellingNames } from "@/lib/housing/dwelling_list.ts";
import { cachedHouses, readHouse } from "@/lib/housing/dwellings.ts";
import { houseRecord } from "@/lib/housing/records.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import {
  type Claim,
  claimedSources,
  CLAIMS_PER_COMMIT,
  claimSource,
  dropClaims,
  includeClaim,
  isSameClaim,
  readClaim,
} from "@/lib/series/claims.ts";
import { includeScales } from "@/lib/series/rescaling.ts";
import type { SourceScaleDraft } from "@/lib/series/schema.ts";
import { readSeries } from "@/lib/series/series.ts";
import { inOrder, type SourceScale } from "@/lib/series/source_scales.ts";
import {
  type DwellingOrigin,
  includeForgetting,
  listRefusals,
  listUnknown,
  readUnknown,
  type SourceAt,
} from "@/lib/series/unknown_sources.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, type Store } from "@/lib/store/store.ts";
import { storedSeriesId, timeWindow } from "@/lib/timeseries/readings.ts";
import { inUnit, isMeasureKey } from "@/lib/timeseries/source_names.ts";
import type { SeriesRecord, SeriesScope } from "@/lib/timeseries/schema.ts";
import { dataUnit, ownUnit } from "@/lib/timeseries/units.ts";
import type { Handler, Outcome } from "./calls.ts";
import { scalesText } from "./text.ts";

/** Whether what a source has sent is in a unit that a series does not take. @spec imports.units */
export async function isOfOtherUnit(
  store: Store,
  series: Pick<SeriesRecord, "dataUnitId" | "importedUnit">,
  at: SourceAt,
): Promise<boolean> {
  const to = ownUnit(series);
  const from = (await readUnknown(store, at)).value?.origin?.unit ?? "";
  return to !== "" && from !== "" && inUnit(1, { from, to }) === null;
}

/** Whether the demo simulates a series in the dwelling of a source, or in one of those of a measure. @spec demo.simulated-series */
export async function isSimulated(
  services: Services,
  { projectId, seriesId, houseId, scope }: {
    readonly projectId: string;
    readonly seriesId: string;
    readonly houseId: string | null;
    readonly scope: SeriesScope;
  },
): Promise<boolean> {
  const { timeZone } = await cachedProject(services, projectId);
  const reader = services.seriesOf(projectId, timeZone);
  if (reader.simulates === undefined) return false;
  const isOfAll = scope === "housing" && houseId === null;
  const houses = isOfAll ? await cachedHouses(services, projectId) : [{ id: houseId }];
  return houses.some(({ id }) => reader.simulates?.(storedSeriesId(seriesId, id)));
}

export async function readDwellingNames(store: Store, projectId: string): Promise<DwellingNames> {
  const prefix = keys.house.under(projectId);
  const entries = await listEntries(store, { prefix }, houseRecord, { batchSize: 500 });
  return dwellingNames(
    entries.map(({ key, value: { serial, settings } }) => ({
      id: idOf(key),
      name: settings.name,
      serial,
    })),
  );
}

interface WaitingSource {
  readonly sourceKey: string;
  readonly origin: DwellingOrigin | null;
}

/**
 * Attaches the sources that name a dwelling and send a measure claimed by a series for all dwellings.
 *
 * @spec series.dwelling-sources
 * @param measures claims for every dwelling, by measure
 * @returns the claim of each attached source, whose earlier readings are moved to its series
 */
export async function attachDwellings(
  store: Store,
  projectId: string,
  { pending, measures, nowMs, oldestS }: {
    readonly pending: readonly WaitingSource[];
    readonly measures: ReadonlyMap<string, Claim>;
    /** Epoch milliseconds. */
    readonly nowMs: number;
    /** Stored readings before this second are skipped. */
    readonly oldestS?: number;
  },
): Promise<ReadonlyMap<string, Claim>> {
  const attached = new Map<string, Claim>();
  const claimed = pending.flatMap(({ sourceKey, origin }) => {
    const measure = origin && measures.get(origin.measure);
    return origin && measure ? [{ sourceKey, words: origin.words, measure }] : [];
  });
  if (claimed.length === 0) return attached;
  const names = await readDwellingNames(store, projectId);
  for (const { sourceKey, words, measure } of claimed) {
    const houseId = dwellingNamed(words, names);
    if (houseId === null) continue;
    const claim = { ...measure, houseId, attachedAtMs: nowMs };
    const named = [keys.house(projectId, houseId), keys.dataseries(projectId, measure.seriesId)];
    const whileThere = await store.getMany(named);
    if (whileThere.some(({ versionstamp }) => versionstamp === null)) continue;
    const result = await claimSource(store, { projectId, sourceKey }, claim, {
      whileThere,
      ...(oldestS !== undefined && { oldestS }),
    });
    if (result.ok) attached.set(sourceKey, claim);
  }
  return attached;
}

export const listSeriesSources: Handler<"listSeriesSources"> = async (services, input) => {
  const { projectId, series } = input;
  if (await readSeries(services, { projectId, seriesId: series }) === null) {
    return { ok: false, code: "not-found" };
  }
  const claims = await claimedSources(services.store, projectId);
  const answer = claims
    .filter(({ seriesId }) => seriesId === series)
    .map(({ sourceKey, houseId, attachedAtMs, scales }) => ({
      source: sourceKey,
      houseId,
      attachedAt: instantOf(attachedAtMs),
      ...scales && {
        scales: scales.map(({ fromS, factor, offset }) => ({
          from: fromS === 0 ? null : utcInstant(fromS),
          factor,
          offset,
        })),
      },
    }));
  return { ok: true, answer };
};

/**
 * Attaches a source to a series, with the readings it sent while unclaimed.
 *
 * A series of dwellings has one source per dwelling, or one measure for every dwelling: then the sources that name a
 * dwelling are attached, both those that wait now, in commits of their own that a repeated call completes, and later
 * ones.
 */
export const attachSource: Handler<"attachSource"> = async (services, input, caller) => {
  const { projectId, series, body: { houseId, source, scale } } = input;
  const { store } = services;
  const record = await readSeries(services, { projectId, seriesId: series });
  if (record === null) return { ok: false, code: "not-found" };
  await checkScope(services, caller, { projectId, scope: record.scope });
  if (await isSimulated(services, { projectId, seriesId: series, houseId, scope: record.scope })) {
    return { ok: false, code: "simulated-series" };
  }
  const nowMs = services.now();
  const { kind } = dataUnit(record.dataUnitId);
  const scales = scale && scalesOf([scale], record, nowMs);
  if (typeof scales === "string") return { ok: false, code: scales };
  const claim = { seriesId: series, houseId, kind, attachedAtMs: nowMs, ...scales && { scales } };
  const { oldestS } = timeWindow(Math.floor(nowMs / 1_000), services.readingYears);
  const known = await readClaim(store, { projectId, sourceKey: source });
  if (known === null || !isSameClaim(known, claim)) {
    const attached = await writeClaim(services, { projectId, claim, source, oldestS }, caller);
    if (!attached.ok) return attached;
  } else if (scales) {
    const changed = await changeScales(services, { ...input, source, scales }, caller);
    if (!changed.ok) return changed;
  }
  if (isMeasureKey(source)) {
    const pending = await listUnknown(store, projectId);
    const measures = new Map([[
      source,
      await readClaim(store, { projectId, sourceKey: source }) ?? claim,
    ]]);
    await attachDwellings(store, projectId, { pending, measures, nowMs, oldestS });
  }
  return { ok: true, answer: null };
};

interface NewClaim {
  readonly projectId: string;
  readonly source: string;
  readonly claim: Claim;
  readonly oldestS: number;
}

function writeClaim(
  services: Services,
  { projectId, source, claim, oldestS }: NewClaim,
  caller: Caller,
): Promise<Outcome<"attachSource">> {
  const { store } = services;
  const { seriesId, houseId } = claim;
  return transact(services, { projectId, caller, action: "attachSource" }, async (atomic) => {
    const record = await readSeries(services, { projectId, seriesId });
    if (record === null) return { ok: false, code: "not-found" };
    const isMeasure = isMeasureKey(source);
    const fits = record.scope === "facilities"
      ? houseId === null && !isMeasure
      : (houseId === null) === isMeasure;
    if (!fits) return { ok: false, code: "unknown-reference" };
    const house = houseId === null ? null : await readHouse(services, { projectId, houseId });
    if (house !== null && house.value === null) return { ok: false, code: "unknown-reference" };
    // A factor says what a unit is worth that does not convert.
    const isOther = claim.scales === undefined &&
      await isOfOtherUnit(store, record, { projectId, sourceKey: source });
    if (isOther) {
      return { ok: false, code: "unit-mismatch" };
    }
    // The quantity may have changed since.
    const { kind } = dataUnit(record.dataUnitId);
    const at = { projectId, sourceKey: source, claim: { ...claim, kind }, oldestS };
    const filled = await includeClaim(store, atomic, at);
    if (filled === "source-taken") return { ok: false, code: filled };
    const { timeZone } = await cachedProject(services, projectId);
    const shown = { unit: ownUnit(record), timeZone };
    const subject = scalesText(source, claim.scales ?? [], shown);
    return { ok: true, answer: null, subject };
  });
}

/** The versions of a draft, or why a series does not take them. @spec collectors.scales */
export function scalesOf(
  drafts: readonly SourceScaleDraft[],
  series: SeriesRecord,
  nowMs: number,
): SourceScale[] | "unsuitable-series" | "unit-mismatch" | "future-date" {
  const { kind } = dataUnit(series.dataUnitId);
  if (kind === "state" && drafts.length > 0) return "unsuitable-series";
  const scales: SourceScale[] = [];
  for (const { from, factor: typed, unit: of = "", offset } of drafts) {
    const fromS = from === null ? 0 : Math.max(0, Math.floor(Date.parse(from) / 1_000));
    if (fromS * 1_000 > nowMs) return "future-date";
    if (offset !== 0 && kind !== "index") return "unsuitable-series";
    const factor = inUnit(typed, { from: of, to: ownUnit(series) });
    if (factor === null) return "unit-mismatch";
    scales.push({ fromS, factor, offset });
  }
  return inOrder(scales);
}

/** Replaces the versions of a source, and computes its stored readings again. @spec collectors.rescaling */
export const putSourceScales: Handler<"putSourceScales"> = async (services, input, caller) => {
  const { projectId, series, body } = input;
  const record = await readSeries(services, { projectId, seriesId: series });
  if (record === null) return { ok: false, code: "not-found" };
  const scales = scalesOf(body.scales, record, services.now());
  if (typeof scales === "string") return { ok: false, code: scales };
  return await changeScales(services, { ...input, scales }, caller);
};

async function changeScales(
  services: Services,
  { projectId, series: seriesId, source, scales }: {
    readonly projectId: string;
    readonly series: string;
    readonly source: string;
    readonly scales: SourceScale[];
  },
  caller: Caller,
) {
  const { timeZone } = await cachedProject(services, projectId);
  const change = { projectId, caller, action: "putSourceScales" } as const;
  return await transact(services, change, async (atomic) => {
    const record = await readSeries(services, { projectId, seriesId });
    if (record === null) return { ok: false, code: "not-found" };
    await checkScope(services, caller, { projectId, scope: record.scope });
    const at = { projectId, timeZone, seriesId, source, scales };
    const included = await includeScales(services, atomic, at, caller);
    if (!included.ok) return included;
    const subject = scalesText(source, scales, { unit: ownUnit(record), timeZone });
    return { ok: true, answer: null, subject };
  });
}

/** Detaches a source from a series; its readings remain. */
export const detachSource: Handler<"detachSource"> = (services, input, caller) => {
  const { projectId, series, source } = input;
  return transact(services, { projectId, caller, action: "detachSource" }, async (atomic) => {
    const claim = await readClaim(services.store, { projectId, sourceKey: source });
    const record = await readSeries(services, { projectId, seriesId: series });
    if (claim?.seriesId !== series || record === null) return { ok: false, code: "not-found" };
    await checkScope(services, caller, { projectId, scope: record.scope });
    dropClaims(atomic, projectId, [source]);
    return { ok: true, answer: null, subject: source };
  });
};

/**
 * Detaches sources from a series; those of another series stay, and those already detached count as done. Each commit
 * has its audit line: a repeated call detaches the others.
 *
 * @spec collectors.detaching
 */
export const detachSources: Handler<"detachSources"> = async (services, input, caller) => {
  const { projectId, series, body } = input;
  const record = await readSeries(services, { projectId, seriesId: series });
  if (record === null) return { ok: false, code: "not-found" };
  await checkScope(services, caller, { projectId, scope: record.scope });
  const own = await attachedAmong(services, { projectId, series, sources: body.sources });
  if (own.length === 0) return { ok: false, code: "not-found" };
  // A measure first: it would attach the sources of its dwellings again.
  const inOrder = [...own.filter(isMeasureKey), ...own.filter((key) => !isMeasureKey(key))];
  for (const sources of chunk(inOrder, CLAIMS_PER_COMMIT)) {
    await transact(services, { projectId, caller, action: "detachSources" }, async (atomic) => {
      const still = await attachedAmong(services, { projectId, series, sources });
      if (still.length === 0) return { ok: false, code: "not-found" };
      dropClaims(atomic, projectId, still);
      const subject = still.length === 1 ? still[0] ?? "" : countText(still.length, "source");
      return { ok: true, answer: null, subject };
    });
  }
  return { ok: true, answer: null };
};

/** The sources among some that a series has. */
async function attachedAmong(
  { store }: Services,
  { projectId, series, sources }: {
    readonly projectId: string;
    readonly series: string;
    readonly sources: readonly string[];
  },
): Promise<string[]> {
  const wanted = new Set(sources);
  return (await claimedSources(store, projectId))
    .filter(({ sourceKey, seriesId }) => seriesId === series && wanted.has(sourceKey))
    .map(({ sourceKey }) => sourceKey);
}

/** Recently refused readings of collectors, by source and cause. */
export const listRefusedSources: Handler<"listRefusedSources"> = async (services, input) => {
  const { projectId } = input;
  const refusals = await listRefusals(services.store, projectId, services.now());
  const answer = refusals.map(({ sinceMs, lastMs, ...one }) => ({
    ...one,
    since: instantOf(sinceMs),
    lastAt: instantOf(lastMs),
  }));
  return { ok: true, answer };
};

/** The unclaimed sources, with their last values, and the dwelling that some of them name. */
export const listUnknownSources: Handler<"listUnknownSources"> = async (
  services,
  { projectId },
  caller,
) => {
  const seen = await listUnknown(services.store, projectId);
  // Only those who may attach a source see its dwelling.
  const names = seen.length > 0 && await mayWriteHousingSeries(services, caller, projectId)
    ? await readDwellingNames(services.store, projectId)
    : new Map<string, null>();
  const answer = seen.map((one) => {
    const houseId = dwellingNamed(one.origin?.words ?? [], names);
    return {
      source: one.sourceKey,
      firstSeenAt: instantOf(one.firstSeenAtMs),
      lastSeenAt: instantOf(one.lastSeenAtMs),
      lastValue: one.last?.text ?? one.last?.value ?? null,
      readingCount: one.readingCount,
      ...one.droppedCount > 0 && { droppedCount: one.droppedCount },
      ...one.origin?.unit && { unit: one.origin.unit },
      houseId,
      measure: houseId === null ? null : one.origin?.measure ?? null,
    };
  });
  return { ok: true, answer };
};

export const forgetUnknownSource: Handler<"forgetUnknownSource"> = (
  services,
  { projectId, source },
  caller,
) =>
  transact(services, { projectId, caller, action: "forgetUnknownSource" }, async (atomic) => {
    const at = { projectId, sourceKey: source };
    if (!await includeForgetting(services.store, atomic, at)) {
      return { ok: false, code: "not-found" };
    }
    return { ok: true, answer: null, subject: source };
  });
