import { groupsOf } from "@/lib/backend/core/groups.ts";
import { readHouse } from "@/lib/backend/embedded/housing/houses.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { attachDwellings, readDwellingNames } from "@/lib/backend/ingest/dwellings.ts";
import { listRefusals } from "@/lib/backend/sources/refused_sources.ts";
import {
  type Claim,
  claimedSources,
  CLAIMS_PER_COMMIT,
  dropClaims,
  includeClaim,
  isSameClaim,
  readClaim,
} from "@/lib/backend/sources/sources.ts";
import { includeForgetting, listUnknown } from "@/lib/backend/sources/unknown_sources.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Outcome } from "@/lib/contract/catalogue.ts";
import { dwellingNamed } from "@/lib/domain/housing/named_dwelling.ts";
import { instantOf } from "@/lib/domain/periods/utc_instant.ts";
import { timeWindow } from "@/lib/domain/series/plausible.ts";
import { isMeasureKey } from "@/lib/domain/series/sources.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { checkScope, mayWriteHousingSeries } from "./dataseries.ts";
import { readSeries } from "./series.ts";
import { isOfOtherUnit, isSimulated } from "./unsuitable_source.ts";

export const listSeriesSources: Handler<"listSeriesSources"> = async (services, input) => {
  const { projectId, series } = input;
  if (await readSeries(services, { projectId, seriesId: series }) === null) {
    return { ok: false, code: "not-found" };
  }
  const claims = await claimedSources(services.store, projectId);
  const answer = claims
    .filter(({ seriesId }) => seriesId === series)
    .map(({ sourceKey, houseId, attachedAtMs }) => ({
      source: sourceKey,
      houseId,
      attachedAt: instantOf(attachedAtMs),
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
  const { projectId, series, body: { houseId, source } } = input;
  const { store } = services;
  const record = await readSeries(services, { projectId, seriesId: series });
  if (record === null) return { ok: false, code: "not-found" };
  await checkScope(services, caller, { projectId, scope: record.scope });
  if (await isSimulated(services, { projectId, seriesId: series, houseId, scope: record.scope })) {
    return { ok: false, code: "simulated-series" };
  }
  const nowMs = services.now();
  const { kind } = dataUnit(record.dataUnitId);
  const claim = { seriesId: series, houseId, kind, attachedAtMs: nowMs };
  const { oldestS } = timeWindow(Math.floor(nowMs / 1_000), services.readingYears);
  const known = await readClaim(store, { projectId, sourceKey: source });
  if (known === null || !isSameClaim(known, claim)) {
    const attached = await writeClaim(services, { projectId, claim, source, oldestS }, caller);
    if (!attached.ok) return attached;
  }
  if (isMeasureKey(source)) {
    const waiting = await listUnknown(store, projectId);
    const measures = new Map([[source, claim]]);
    await attachDwellings(store, projectId, { waiting, measures, nowMs, oldestS });
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
  return write(services, { projectId, caller, action: "attachSource" }, async (atomic) => {
    const record = await readSeries(services, { projectId, seriesId });
    if (record === null) return { ok: false, code: "not-found" };
    const isMeasure = isMeasureKey(source);
    const fits = record.scope === "facilities"
      ? houseId === null && !isMeasure
      : (houseId === null) === isMeasure;
    if (!fits) return { ok: false, code: "unknown-reference" };
    const house = houseId === null ? null : await readHouse(services, { projectId, houseId });
    if (house !== null && house.value === null) return { ok: false, code: "unknown-reference" };
    if (await isOfOtherUnit(store, { projectId, sourceKey: source, seriesId })) {
      return { ok: false, code: "unit-mismatch" };
    }
    // The quantity may have changed since.
    const { kind } = dataUnit(record.dataUnitId);
    const at = { projectId, sourceKey: source, claim: { ...claim, kind }, oldestS };
    const filled = await includeClaim(store, atomic, at);
    if (filled === "source-taken") return { ok: false, code: filled };
    return { ok: true, answer: null, subject: source };
  });
}

/** Detaches a source from a series; its readings remain. */
export const detachSource: Handler<"detachSource"> = (services, input, caller) => {
  const { projectId, series, source } = input;
  return write(services, { projectId, caller, action: "detachSource" }, async (atomic) => {
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
  for (const sources of groupsOf(inOrder, CLAIMS_PER_COMMIT)) {
    await write(services, { projectId, caller, action: "detachSources" }, async (atomic) => {
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
  write(services, { projectId, caller, action: "forgetUnknownSource" }, async (atomic) => {
    const at = { projectId, sourceKey: source };
    const committed = await includeForgetting(services.store, atomic, at);
    if (committed === null) return { ok: false, code: "not-found" };
    return { ok: true, answer: null, subject: source, committed };
  });
