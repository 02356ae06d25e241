/** Reads the series of a residence, and checks those to which a record refers. @module */

import { doReferencesExist } from "@/lib/api/entities.ts";
import type { References, Referrer } from "@/lib/api/entity.ts";
import type { Services } from "@/lib/api/services.ts";
import type { Refusal } from "@/lib/api/call.ts";
import { ERRORS } from "@/lib/base/errors.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, type Key, listEntries, readEntries, readEntry } from "@/lib/store/store.ts";
import type { ProjectSeries, SeriesRecord } from "@/lib/timeseries/schema.ts";
import { decimalsInUnit } from "@/lib/timeseries/canonical_units.ts";
import { dataUnit, ownUnit, unitOrder } from "@/lib/timeseries/units.ts";
import { claimsOf } from "./claims.ts";
import { seriesRecord } from "./records.ts";

function withUnit(id: string, record: SeriesRecord, dataSourceId: string | null): ProjectSeries {
  const { kind, label, dailyPrecision, sum } = dataUnit(record.dataUnitId);
  const unit = ownUnit(record);
  return {
    id,
    ...record,
    dataSourceId,
    projectModuleId: null,
    unit: {
      id: record.dataUnitId,
      label,
      unit,
      kind,
      dailyPrecision: decimalsInUnit(dailyPrecision, unit),
      sum,
    },
  };
}

function byUnit(a: ProjectSeries, b: ProjectSeries): number {
  return unitOrder(a.dataUnitId) - unitOrder(b.dataUnitId) || a.id.localeCompare(b.id);
}

/** The series of a residence, with their entries. */
export async function storedSeries(services: Services, projectId: string) {
  const prefix = keys.dataseries.under(projectId);
  const [entries, claims] = await Promise.all([
    listEntries(services.store, { prefix }, seriesRecord),
    claimsOf(services.store, projectId),
  ]);
  const sources = new Map(claims.sources.map(({ sourceKey, seriesId }) => [seriesId, sourceKey]));
  return entries
    .map((entry) => {
      const id = idOf(entry.key);
      return { series: withUnit(id, entry.value, sources.get(id) ?? null), entry };
    })
    .sort((a, b) => byUnit(a.series, b.series));
}

/** As {@link storedSeries}, for display: cached until the residence is written. */
export function cachedStoredSeries(services: Services, projectId: string) {
  return services.memory.ofSettings(projectId, "series", () => storedSeries(services, projectId));
}

/** The series of a residence without the places of {@link projectSeries}, cached until it is written. */
export async function cachedSeries(
  services: Services,
  projectId: string,
): Promise<readonly ProjectSeries[]> {
  return (await cachedStoredSeries(services, projectId)).map(({ series }) => series);
}

/** A stored series; null when there is none. */
export async function readSeries(
  { store }: Services,
  { projectId, seriesId }: { readonly projectId: string; readonly seriesId: string },
): Promise<SeriesRecord | null> {
  return (await readEntry(store, keys.dataseries(projectId, seriesId), seriesRecord)).value;
}

/** True when a record reads a series that would no longer suit it. */
export async function isUnsuitableAfter(
  { store, referrers }: Pick<Services, "store" | "referrers">,
  { projectId, id, from, to }: {
    projectId: string;
    id: string;
    from: SeriesRecord;
    to: SeriesRecord;
  },
): Promise<boolean> {
  const found = await Promise.all(referrers.map(async ({ key, record, refersTo }) => {
    if (refersTo.dataseries === undefined) return false;
    const entries = await listEntries(store, { prefix: key.under(projectId) }, record);
    return entries.flatMap(({ value }) => refersTo.dataseries?.(value) ?? [])
      .some((one) => one.id === id && one.suits(from) && !one.suits(to));
  }));
  return found.includes(true);
}

export function hasSuitableSeries<Record>({ refersTo }: Pick<Referrer<Record>, "refersTo">) {
  return (
    record: Record,
    { services, place: { projectId }, key }: {
      services: Services;
      place: { projectId: string };
      key: Key;
    },
  ) => referenceRefusal(services, refersTo, { projectId, record, key });
}

/** The refusal of a record with a missing reference or an unsuitable series; null when there is neither. */
export async function referenceRefusal<Record>(
  services: Services,
  references: References<Record>,
  { projectId, record, key }: { projectId: string; record: Record; key: Key },
): Promise<UnsuitableSeries | { readonly ok: false; readonly code: "unknown-reference" } | null> {
  const [areThere, unsuitable] = await Promise.all([
    doReferencesExist(services, references, { placeId: projectId, record, key }),
    unsuitableSeries(services, references, { projectId, record }),
  ]);
  return areThere ? unsuitable : { ok: false, code: "unknown-reference" };
}

interface UnsuitableSeries {
  readonly ok: false;
  readonly code: "unsuitable-series";
  readonly issues: NonNullable<Refusal<"unsuitable-series">["issues"]>;
}

/** The refusal of a record that reads an unsuitable series, with its fields; null when all are suitable. */
async function unsuitableSeries<Record>(
  { store }: Pick<Services, "store">,
  references: References<Record>,
  { projectId, record }: { projectId: string; record: Record },
): Promise<UnsuitableSeries | null> {
  const series = references.dataseries?.(record) ?? [];
  const stored = await readEntries(
    store,
    series.map(({ id }) => keys.dataseries(projectId, id ?? "")),
    seriesRecord,
  );
  const wrong = series.filter(({ suits }, at) => {
    const value = stored[at]?.value ?? null;
    return value !== null && !suits(value);
  });
  if (wrong.length === 0) return null;
  const code = "unsuitable-series";
  const issues = wrong.map(({ field }) => ({
    path: `body.${field}`,
    message: ERRORS[code].message,
  }));
  return { ok: false, code, issues };
}
