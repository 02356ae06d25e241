import { readHouse } from "@/lib/backend/embedded/housing/houses.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { note } from "@/lib/backend/embedded/writes.ts";
import { attachDwellings, readDwellingNames } from "@/lib/backend/ingest/dwellings.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { seriesRecord } from "@/lib/backend/records/projects.ts";
import { listRefusals } from "@/lib/backend/sources/refused_sources.ts";
import {
  attachSource as attach,
  claimedSources,
  detachSource as detach,
  forgetClaims,
} from "@/lib/backend/sources/sources.ts";
import { forgetUnknown, listUnknown } from "@/lib/backend/sources/unknown_sources.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import { dwellingNamed } from "@/lib/domain/housing/named_dwelling.ts";
import { instantOf } from "@/lib/domain/periods/utc_instant.ts";
import { timeWindow } from "@/lib/domain/series/plausible.ts";
import { isMeasureKey } from "@/lib/domain/series/sources.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { checkScope, mayWriteHousingSeries } from "./dataseries.ts";
import { readSeries } from "./series.ts";

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
 * dwelling are attached, both those that wait now and later ones.
 */
export const attachSource: Handler<"attachSource"> = (services, input, caller) => {
  return retried(() => attachOnce(services, input, caller));
};

/** @returns null when the series or the dwelling was written meanwhile */
async function attachOnce(
  services: Services,
  { projectId, series, body }: Input<"attachSource">,
  caller: Caller,
): Promise<Outcome<"attachSource"> | null> {
  const key = keys.dataseries(projectId, series);
  const entry = await readEntry(services.store, key, seriesRecord);
  if (entry.value === null) return { ok: false, code: "not-found" };
  const { scope, dataUnitId } = entry.value;
  await checkScope(services, caller, { projectId, scope });
  const { houseId, source } = body;
  const isMeasure = isMeasureKey(source);
  const fits = scope === "facilities"
    ? houseId === null && !isMeasure
    : (houseId === null) === isMeasure;
  if (!fits) return { ok: false, code: "unknown-reference" };
  const house = houseId === null ? null : await readHouse(services, { projectId, houseId });
  if (house !== null && house.value === null) return { ok: false, code: "unknown-reference" };
  const { kind } = dataUnit(dataUnitId);
  const nowMs = services.now();
  const claim = { seriesId: series, houseId, kind, attachedAtMs: nowMs };
  const whileThere = house === null ? [entry] : [entry, house];
  const { oldestS } = timeWindow(Math.floor(nowMs / 1_000), services.readingYears);
  const attached = await attach(services.store, { projectId, sourceKey: source }, claim, {
    whileThere,
    oldestS,
  });
  if (!attached.ok) return attached.code === "conflict" ? null : { ok: false, code: attached.code };
  if (isMeasure) {
    const waiting = await listUnknown(services.store, projectId);
    const measures = new Map([[source, claim]]);
    await attachDwellings(services.store, projectId, { waiting, measures, nowMs, oldestS });
  }
  await note(services, { projectId, caller, action: "attachSource", subject: source });
  return { ok: true, answer: null };
}

/** Detaches a source from a series; its readings remain. */
export const detachSource: Handler<"detachSource"> = async (services, input, caller) => {
  const { projectId, series, source } = input;
  const claims = await claimedSources(services.store, projectId);
  const claim = claims.find(({ sourceKey }) => sourceKey === source);
  const record = await readSeries(services, { projectId, seriesId: series });
  if (claim?.seriesId !== series || record === null) return { ok: false, code: "not-found" };
  await checkScope(services, caller, { projectId, scope: record.scope });
  await detach(services.store, { projectId, sourceKey: source });
  await note(services, { projectId, caller, action: "detachSource", subject: source });
  return { ok: true, answer: null };
};

/**
 * Detaches sources from a series; those of another series stay, and those already detached count as done.
 *
 * @spec collectors.detaching
 */
export const detachSources: Handler<"detachSources"> = async (services, input, caller) => {
  const { projectId, series, body } = input;
  const record = await readSeries(services, { projectId, seriesId: series });
  if (record === null) return { ok: false, code: "not-found" };
  await checkScope(services, caller, { projectId, scope: record.scope });
  const wanted = new Set(body.sources);
  const own = (await claimedSources(services.store, projectId))
    .filter(({ sourceKey, seriesId }) => seriesId === series && wanted.has(sourceKey))
    .map(({ sourceKey }) => sourceKey);
  if (own.length === 0) return { ok: false, code: "not-found" };
  // A measure first: it would attach the sources of its dwellings again.
  const measures = own.filter(isMeasureKey);
  await forgetClaims(services.store, projectId, [
    ...measures,
    ...own.filter((key) => !isMeasureKey(key)),
  ]);
  const subject = own.length === 1 ? own[0] ?? "" : countText(own.length, "source");
  await note(services, { projectId, caller, action: "detachSources", subject });
  return { ok: true, answer: null };
};

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
      houseId,
      measure: houseId === null ? null : one.origin?.measure ?? null,
    };
  });
  return { ok: true, answer };
};

export const forgetUnknownSource: Handler<"forgetUnknownSource"> = async (
  services,
  { projectId, source },
  caller,
) => {
  const isGone = await forgetUnknown(services.store, { projectId, sourceKey: source });
  if (!isGone) return { ok: false, code: "not-found" };
  await note(services, { projectId, caller, action: "forgetUnknownSource", subject: source });
  return { ok: true, answer: null };
};
