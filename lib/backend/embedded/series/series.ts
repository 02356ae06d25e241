import type { Services } from "@/lib/backend/embedded/services.ts";
import { listEntries, readEntry } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Entry } from "@/lib/backend/kv/store.ts";
import { type SeriesRecord, seriesRecord } from "@/lib/backend/records/projects.ts";
import { claimsOf } from "@/lib/backend/sources/claims.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { dataUnit, unitOrder } from "@/lib/domain/series/units.ts";

export interface StoredProjectSeries {
  series: ProjectSeries;
  entry: Entry<SeriesRecord>;
}

/** The series of a residence, in the order screens list them. */
export async function projectSeries(
  services: Services,
  projectId: string,
): Promise<ProjectSeries[]> {
  return (await storedSeries(services, projectId)).map(({ series }) => series);
}

/** {@link projectSeries} for what is shown: kept until the residence is written. */
export async function cachedSeries(
  services: Services,
  projectId: string,
): Promise<readonly ProjectSeries[]> {
  return (await cachedStoredSeries(services, projectId)).map(({ series }) => series);
}

/** {@link storedSeries} for what is shown: kept until the residence is written. */
export function cachedStoredSeries(
  services: Services,
  projectId: string,
): Promise<readonly StoredProjectSeries[]> {
  return services.memory.ofSettings(projectId, "series", () => storedSeries(services, projectId));
}

/** The same with the entries they are kept in. */
export async function storedSeries(
  services: Services,
  projectId: string,
): Promise<StoredProjectSeries[]> {
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

function byUnit(a: ProjectSeries, b: ProjectSeries): number {
  return unitOrder(a.dataUnitId) - unitOrder(b.dataUnitId) || a.id.localeCompare(b.id);
}

function withUnit(id: string, record: SeriesRecord, dataSourceId: string | null): ProjectSeries {
  const { kind, label, dailyPrecision, sum, unit } = dataUnit(record.dataUnitId);
  return {
    id,
    ...record,
    dataSourceId,
    projectModuleId: null,
    unit: {
      id: record.dataUnitId,
      label,
      unit: record.importedUnit ?? unit,
      kind,
      dailyPrecision,
      sum,
    },
  };
}

/** A series as it was set; null when there is none. */
export async function readSeries(
  { store }: Services,
  projectId: string,
  seriesId: string,
): Promise<SeriesRecord | null> {
  return (await readEntry(store, keys.dataseries(projectId, seriesId), seriesRecord)).value;
}
