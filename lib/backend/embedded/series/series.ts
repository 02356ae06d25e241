import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored, type Stored } from "@/lib/backend/kv/lists.ts";
import { idOf, listEntries, readEntry } from "@/lib/backend/kv/store.ts";
import { type EquipmentRecord, equipmentRecord } from "@/lib/backend/records/facilities.ts";
import { type SeriesRecord, seriesRecord } from "@/lib/backend/records/projects.ts";
import { claimsOf } from "@/lib/backend/sources/claims.ts";
import { comparableName } from "@/lib/domain/forms/visible_text.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { decimalsInUnit } from "@/lib/domain/series/canonical_units.ts";
import { dataUnit, unitOrder } from "@/lib/domain/series/units.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";

/** The series of a residence, in display order. */
export async function projectSeries(
  services: Services,
  projectId: string,
): Promise<ProjectSeries[]> {
  const all = (await storedSeries(services, projectId)).map(({ series }) => series);
  // Equipment is read only when names of its series are repeated.
  if (namedAlike(all).size === 0) return all;
  const prefix = keys.equipment.under(projectId);
  return withPlaces(all, await listStored(services.store, prefix, equipmentRecord));
}

/** The series of a residence, with the names of their equipment where their own names are repeated. */
export function withPlaces(
  all: readonly ProjectSeries[],
  equipments: readonly Stored<EquipmentRecord>[],
): ProjectSeries[] {
  const ambiguous = namedAlike(all);
  const names = new Map(equipments.map(({ id, record }) => [id, record.name]));
  return all.map((series) => {
    const equipmentName = ambiguous.has(series) ? names.get(series.equipmentId ?? "") : undefined;
    return equipmentName === undefined ? series : { ...series, equipmentName };
  });
}

function namedAlike(all: readonly ProjectSeries[]): ReadonlySet<ProjectSeries> {
  const byName = Map.groupBy(all, (series) => comparableName(seriesName(series)));
  return new Set([...byName.values()].filter(({ length }) => length > 1).flat());
}

/** The series of a residence without the places of {@link projectSeries}, cached until it is written. */
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
  const { kind, label, dailyPrecision, sum, unit: catalogueUnit } = dataUnit(record.dataUnitId);
  const unit = record.importedUnit ?? catalogueUnit;
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

/** A stored series; null when there is none. */
export async function readSeries(
  { store }: Services,
  { projectId, seriesId }: { readonly projectId: string; readonly seriesId: string },
): Promise<SeriesRecord | null> {
  return (await readEntry(store, keys.dataseries(projectId, seriesId), seriesRecord)).value;
}
