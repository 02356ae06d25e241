import type { ProjectSeries } from "../../domain/projects/types.ts";
import { dataUnit, unitOrder } from "../../domain/series/units.ts";
import { getAll, listEntries } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { type SeriesRecord, seriesRecord } from "./project_records.ts";
import type { Services } from "./services.ts";

/** The series of a residence, in the order screens list them. */
export async function projectSeries(
  services: Services,
  projectId: string,
): Promise<ProjectSeries[]> {
  const prefix = keys.dataseries.under(projectId);
  const entries = await listEntries(services.store, { prefix }, seriesRecord);
  return entries
    .map(({ key, value }) => withUnit(String(key.at(-1)), value))
    .sort((a, b) => unitOrder(a.dataUnitId) - unitOrder(b.dataUnitId) || a.id.localeCompare(b.id));
}

/** A series with its unit. */
export function withUnit(id: string, record: SeriesRecord): ProjectSeries {
  const { kind, label, dailyPrecision, sum, unit } = dataUnit(record.dataUnitId);
  return {
    id,
    ...record,
    dataSourceId: null,
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

/** Whether every id that is not null is a series of the residence. */
export async function areSeries(
  services: Services,
  projectId: string,
  ids: readonly (string | null)[],
): Promise<boolean> {
  const wanted = ids.filter((id) => id !== null).map((id) => keys.dataseries(projectId, id));
  return (await getAll(services.store, wanted)).every((entry) => entry.versionstamp !== null);
}
