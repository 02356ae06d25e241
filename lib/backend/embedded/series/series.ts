import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { idOf, listEntries, readEntry } from "@/lib/backend/kv/store.ts";
import { equipmentRecord } from "@/lib/backend/records/facilities.ts";
import { type SeriesRecord, seriesRecord } from "@/lib/backend/records/projects.ts";
import { claimsOf } from "@/lib/backend/sources/claims.ts";
import { comparableName } from "@/lib/domain/forms/visible_text.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { dataUnit, unitOrder } from "@/lib/domain/series/units.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";

/** The series of a residence, in display order. */
export async function projectSeries(
  services: Services,
  projectId: string,
): Promise<ProjectSeries[]> {
  const stored = await storedSeries(services, projectId);
  return await withPlaces(services, projectId, stored.map(({ series }) => series));
}

/** Equipment is read only when names of its series are repeated, to tell them apart. */
async function withPlaces({ store }: Services, projectId: string, all: ProjectSeries[]) {
  const nameOf = (series: ProjectSeries) => comparableName(seriesName(series));
  const byName = Map.groupBy(all, nameOf);
  const isAmbiguous = (series: ProjectSeries) => (byName.get(nameOf(series))?.length ?? 0) > 1;
  if (!all.some(isAmbiguous)) return all;
  const equipment = await listStored(store, keys.equipment.under(projectId), equipmentRecord);
  const names = new Map(equipment.map(({ id, record }) => [id, record.name]));
  return all.map((series) => {
    const equipmentName = isAmbiguous(series) ? names.get(series.equipmentId ?? "") : undefined;
    return equipmentName === undefined ? series : { ...series, equipmentName };
  });
}

/** As {@link projectSeries}, for display: cached until the residence is written. */
export async function cachedSeries(
  services: Services,
  projectId: string,
): Promise<readonly ProjectSeries[]> {
  return (await cachedStoredSeries(services, projectId)).map(({ series }) => series);
}

/** As {@link storedSeries}, for display: cached until the residence is written. */
export function cachedStoredSeries(services: Services, projectId: string) {
  return services.memory.ofSettings(projectId, "series", () => storedSeries(services, projectId));
}

/** The series of a residence, with their entries. */
async function storedSeries(services: Services, projectId: string) {
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

/** A stored series; null when there is none. */
export async function readSeries(
  { store }: Services,
  { projectId, seriesId }: { readonly projectId: string; readonly seriesId: string },
): Promise<SeriesRecord | null> {
  return (await readEntry(store, keys.dataseries(projectId, seriesId), seriesRecord)).value;
}
