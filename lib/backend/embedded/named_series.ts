import { isMeasureKey, storedSeriesId } from "../../domain/series/sources.ts";
import type { DataKind } from "../../domain/series/types.ts";
import type { ProjectSeries, SeriesScope } from "../../domain/projects/types.ts";
import { plainName } from "../ingest/csv_table.ts";
import { listEntries } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { claimsOf } from "../kv/claims.ts";
import { equipmentRecord } from "./facility_records.ts";
import { projectSeries } from "./series.ts";
import type { Services } from "./services.ts";

/** A series that a file may name. */
export interface NamedSeries {
  readonly seriesId: string;
  /** The id its readings are kept under: a dwelling's have their own. */
  readonly storedId: string;
  readonly kind: DataKind;
  readonly scope: SeriesScope;
  /** As people read it. */
  readonly title: string;
}

/** The series of a residence by each of the names a file may give them. */
export type SeriesNames = ReadonlyMap<string, readonly NamedSeries[]>;

/**
 * The names of the series of a residence: id, name, « Équipement / Série », unit's id and label, and the sources that
 * feed them, dwellings' ones too. Two series may share a name.
 */
export async function seriesNames(services: Services, projectId: string): Promise<SeriesNames> {
  const prefix = keys.equipment.under(projectId);
  const [series, claims, equipments] = await Promise.all([
    projectSeries(services, projectId),
    claimsOf(services.store, projectId),
    listEntries(services.store, { prefix }, equipmentRecord),
  ]);
  const places = new Map(equipments.map(({ key, value }) => [key.at(-1), value.name]));
  const names = new Map<string, NamedSeries[]>();
  const add = (name: string, one: NamedSeries) => {
    const known = names.get(plainName(name)) ?? [];
    if (known.every(({ storedId }) => storedId !== one.storedId)) known.push(one);
    names.set(plainName(name), known);
  };
  for (const one of series) {
    const named = namedSeries(one, null);
    const place = one.equipmentId === null ? undefined : places.get(one.equipmentId);
    for (const name of [one.id, named.title, one.dataUnitId, one.unit.label]) add(name, named);
    if (place !== undefined) add(`${place} / ${named.title}`, named);
  }
  const byId = new Map(series.map((one) => [one.id, one]));
  for (const { sourceKey, seriesId, houseId } of claims.sources) {
    const one = byId.get(seriesId);
    if (one !== undefined && !isMeasureKey(sourceKey)) add(sourceKey, namedSeries(one, houseId));
  }
  return names;
}

function namedSeries(
  { id, renamed, unit, scope }: ProjectSeries,
  houseId: string | null,
): NamedSeries {
  return {
    seriesId: id,
    storedId: storedSeriesId(id, houseId),
    kind: unit.kind,
    scope,
    title: renamed ?? unit.label,
  };
}
