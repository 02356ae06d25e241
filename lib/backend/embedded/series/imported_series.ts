import { cachedHouses } from "@/lib/backend/embedded/housing/houses.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, getAll, idOf, type Store } from "@/lib/backend/kv/store.ts";
import { claimsOf } from "@/lib/backend/sources/claims.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { cachedSeries } from "./series.ts";

/** Maximum number of marks of a commit of readings. */
const MARKS_PER_COMMIT = 400;

/**
 * Adds the marks of the series that a file feeds to the commits of its readings.
 *
 * @spec alarms.file-series
 */
export async function importMarks(
  store: Store,
  projectId: string,
  seriesIds: ReadonlySet<string>,
): Promise<(atomic: Atomic) => void> {
  const all = [...seriesIds].map((id) => keys.importedSeries(projectId, id));
  const known = await getAll(store, all);
  const missing = all.filter((_, rank) => known[rank]?.versionstamp === null);
  return (atomic) => {
    for (const key of missing.splice(0, MARKS_PER_COMMIT)) atomic.set(key, true);
  };
}

/**
 * Stored ids of the series that files alone feed: nothing sends them, so none of them can fall silent.
 *
 * @spec alarms.file-series
 */
export async function onlyFiledSeries(
  services: Services,
  projectId: string,
): Promise<ReadonlySet<string>> {
  const { store } = services;
  const marked = new Set<string>();
  for await (const { key } of store.list({ prefix: keys.importedSeries.under(projectId) })) {
    marked.add(idOf(key));
  }
  if (marked.size === 0) return marked;
  const [series, houses, { sources }] = await Promise.all([
    cachedSeries(services, projectId),
    cachedHouses(services, projectId),
    claimsOf(store, projectId),
  ]);
  const sent = new Set(
    sources.map(({ seriesId, houseId }) => storedSeriesId(seriesId, houseId)),
  );
  const places = (scope: "facilities" | "housing") =>
    scope === "facilities" ? [null] : houses.map(({ id }) => id);
  return new Set(
    series.filter(({ id }) => marked.has(id))
      .flatMap(({ id, scope }) => places(scope).map((house) => storedSeriesId(id, house)))
      .filter((id) => !sent.has(id)),
  );
}
