import { cachedHouses } from "@/lib/backend/embedded/housing/houses.ts";
import { cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { boundsOfSeries } from "@/lib/backend/sources/bounds.ts";
import { readUnknown, type SourceAt } from "@/lib/backend/sources/unknown_sources.ts";
import type { SeriesScope } from "@/lib/domain/projects/types.ts";
import { inUnit } from "@/lib/domain/series/sent_units.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";

/** Whether what a source has sent is in a unit that a series does not take. @spec imports.units */
export async function isOfOtherUnit(
  store: Store,
  { seriesId, ...at }: { readonly seriesId: string } & SourceAt,
): Promise<boolean> {
  const { unit: to } = await boundsOfSeries(store, { projectId: at.projectId, seriesId });
  const from = (await readUnknown(store, at)).value?.origin?.unit ?? "";
  return to !== null && from !== "" && inUnit(1, { from, to }) === null;
}

/** Whether the demo simulates a series in the dwelling of a source, or in one of those of a measure. @spec demo.simulated-series */
export async function isSimulated(
  services: Services,
  { projectId, seriesId, houseId, scope }: {
    readonly projectId: string;
    readonly seriesId: string;
    readonly houseId: string | null;
    readonly scope: SeriesScope;
  },
): Promise<boolean> {
  const { timeZone } = await cachedProject(services, projectId);
  const reader = services.seriesOf(projectId, timeZone);
  if (reader.simulates === undefined) return false;
  const isOfAll = scope === "housing" && houseId === null;
  const houses = isOfAll ? await cachedHouses(services, projectId) : [{ id: houseId }];
  return houses.some(({ id }) => reader.simulates?.(storedSeriesId(seriesId, id)));
}
