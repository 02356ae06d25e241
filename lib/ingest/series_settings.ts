/** Lists, creates, changes and deletes series. @module */

import { isDeepStrictEqual } from "node:util";
import { isReferredTo } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import { endedBy } from "@/lib/base/concurrency.ts";
import { newId } from "@/lib/base/secrets.ts";
import { checkScope, readEquipment } from "@/lib/facilities/equipment.ts";
import { cachedProject, readProject } from "@/lib/residences/residences.ts";
import { changedClaims, claimedSources, claimsVersionKey } from "@/lib/series/claims.ts";
import { seriesRecord } from "@/lib/series/records.ts";
import { cachedRhythms } from "@/lib/series/rhythms.ts";
import { cachedStoredSeries, isUnsuitableAfter, readSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry, unchanged } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import { judgeBySettings } from "@/lib/timeseries/store/register_changes.ts";
import { removeReadings } from "@/lib/timeseries/store/removal.ts";
import { seriesIdsOf } from "@/lib/timeseries/store/stored_rollups.ts";
import { dataUnit, hasUse } from "@/lib/timeseries/units.ts";
import type { Handler } from "./calls.ts";
import { rateChangedText } from "./text.ts";

export const listDataseries: Handler<"listDataseries"> = async (services, { projectId }) => {
  const [stored, { timeZone }] = await Promise.all([
    cachedStoredSeries(services, projectId),
    cachedProject(services, projectId),
  ]);
  const all = stored.map(({ series }) => series);
  const rhythms = await cachedRhythms(services, {
    projectId,
    timeZone,
    what: "series",
    of: (read) => new Map(all.map(({ id }, position) => [id, read[position]])),
  }, all);
  const answer = stored.map(({ series, entry }) => ({
    ...series,
    expectedRhythm: rhythms.get(series.id),
    version: versionOf(entry),
  }));
  return { ok: true, answer };
};

export const createDataseries: Handler<"createDataseries"> = async (services, input, caller) => {
  const { projectId, body } = input;
  const { version: _, ...record } = body;
  await checkScope(services, caller, { projectId, scope: record.scope });
  const change = { caller, action: "createDataseries", projectId } as const;
  return await transact(services, change, async (atomic) => {
    if (!(await isEquipment(services, projectId, record.equipmentId))) {
      return { ok: false, code: "unknown-reference" };
    }
    const id = newId();
    atomic.set(keys.dataseries(projectId, id), record);
    return { ok: true, answer: { id }, subject: record.renamed ?? record.dataUnitId };
  });
};

/**
 * Renames a series, changes its unit and options, and its quantity while it has no reading.
 *
 * @spec series.editing, imports.absent-unchanged
 */
export const putDataseries: Handler<"putDataseries"> = async (services, input, caller) => {
  const { projectId, series: seriesId, body } = input;
  const { version, ...changed } = body;
  const key = keys.dataseries(projectId, seriesId);
  const change = { caller, action: "putDataseries", projectId } as const;
  let hasOtherLimits = false;
  const outcome = await transact(services, change, async (atomic) => {
    const entry = await readEntry(services.store, key, seriesRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    const record = withOwnUse({ ...entry.value, ...changed });
    await checkScope(services, caller, { projectId, scope: entry.value.scope });
    await checkScope(services, caller, { projectId, scope: record.scope });
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    if (!(await isEquipment(services, projectId, record.equipmentId))) {
      return { ok: false, code: "unknown-reference" };
    }
    if (await isFixed(services, { projectId, seriesId, from: entry.value, to: record })) {
      return { ok: false, code: "in-use" };
    }
    hasOtherLimits = !isDeepStrictEqual(limitSettings(entry.value), limitSettings(record));
    changedClaims(atomic.set(key, record), projectId);
    const subject = rateChangedText(record.renamed ?? record.dataUnitId, entry.value, record);
    return { ok: true, answer: null, subject };
  });
  if (outcome.ok && hasOtherLimits) await judgedSoon(services, projectId);
  return outcome;
};

/** A series without a use that a change of its quantity or scope made meaningless. */
function withOwnUse(series: SeriesRecord): SeriesRecord {
  const { scope, dataUnitId, use = null } = series;
  return use !== null && !(scope === "housing" && hasUse(dataUnitId))
    ? { ...series, use: null }
    : series;
}

/** What the limits of a meter depend on. */
function limitSettings(
  { maxRatePerHour = null, rollsOverAt = null, ...record }: SeriesRecord,
) {
  const { dataUnitId, importedUnit, equipmentId } = record;
  return { dataUnitId, importedUnit, equipmentId, maxRatePerHour, rollsOverAt };
}

/** How long a change of settings waits for the figures, ms: the job judges those of many dwellings. */
const JUDGED_WITHIN_MS = 2_000;

/** Judges the registers of a residence by changed settings: figures that take longer follow. */
async function judgedSoon({ store, now }: Services, projectId: string): Promise<void> {
  const judging = ignoreStoreFailure(judgeBySettings(store, projectId, now));
  await endedBy(performance.now() + JUDGED_WITHIN_MS, judging);
}

/** True when stored readings, or the records that read the series, forbid a change of its quantity. */
async function isFixed(
  services: Services,
  { projectId, seriesId, from, to }: {
    projectId: string;
    seriesId: string;
    from: SeriesRecord;
    to: SeriesRecord;
  },
): Promise<boolean> {
  if (await isUnsuitableAfter(services, { projectId, id: seriesId, from, to })) return true;
  const isSame = dataUnit(from.dataUnitId).kind === dataUnit(to.dataUnitId).kind &&
    from.scope === to.scope;
  if (isSame) return false;
  const { timeZone } = await readProject(services, projectId);
  const [last, read, claims] = await Promise.all([
    services.seriesOf(projectId, timeZone).last(seriesId),
    seriesIdsOf(services.store, projectId),
    claimedSources(services.store, projectId),
  ]);
  return last !== null || read.some((id) => id.startsWith(storedSeriesId(seriesId, ""))) ||
    claims.some((claim) => claim.seriesId === seriesId);
}

async function isEquipment(services: Services, projectId: string, equipmentId: string | null) {
  if (equipmentId === null) return true;
  return (await readEquipment(services, { projectId, equipmentId })).value !== null;
}

export const deleteDataseries: Handler<"deleteDataseries"> = async (services, input, caller) => {
  const { projectId, series: seriesId } = input;
  const { store } = services;
  const change = { action: "deleteDataseries", projectId, caller } as const;
  const outcome = await transact(services, change, async (atomic) => {
    const [claims, record] = await Promise.all([
      store.get(claimsVersionKey(projectId)),
      readSeries(services, { projectId, seriesId }),
    ]);
    if (record === null) return { ok: false, code: "not-found" };
    await checkScope(services, caller, { projectId, scope: record.scope });
    if (await isReferredTo(services, { placeId: projectId, kind: "dataseries", id: seriesId })) {
      return { ok: false, code: "in-use" };
    }
    atomic.check(unchanged(claims)).delete(keys.dataseries(projectId, seriesId))
      .delete(keys.annotations(projectId, seriesId))
      .delete(keys.pilotThreshold(projectId, seriesId))
      .delete(keys.importedSeries(projectId, seriesId));
    return { ok: true, answer: null, subject: record.renamed ?? record.dataUnitId };
  });
  // Those left belong to an unused id: the job of retention removes them.
  if (outcome.ok) {
    await ignoreStoreFailure(removeReadings(store, { projectId, seriesId }, services.now));
  }
  return outcome;
};
