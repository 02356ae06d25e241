/** Reads the series of a residence with their equipment where names are repeated. @module */

import type { Services } from "@/lib/api/services.ts";
import { comparableName } from "@/lib/base/visible_text.ts";
import { storedSeries } from "@/lib/series/series.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, type Stored } from "@/lib/store/store.ts";
import type { ProjectSeries } from "@/lib/timeseries/series_schema.ts";
import { type EquipmentRecord, equipmentRecord } from "./records.ts";

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
