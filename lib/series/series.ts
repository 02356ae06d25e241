/** Reads the series of a residence, in display order. @module */

import type { Services } from "@/lib/api/services.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, readEntry } from "@/lib/store/store.ts";
import { decimalsInUnit } from "@/lib/timeseries/canonical_units.ts";
import type { ProjectSeries, SeriesRecord } from "@/lib/timeseries/series_schema.ts";
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
