import { type HousingWorld, readHousing } from "@/lib/backend/embedded/housing/housing_readings.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { ANONYMOUS } from "@/lib/contract/caller.ts";
import { monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { type HousesQuery, reportedSeries } from "./asked_houses.ts";
import { type ReadMonths, readSeriesMonths } from "./series_readings.ts";

/** Lifetime of a cached month while the settings and the readings before today are unchanged, s. */
const REMEMBERED_S = 3_600;

/**
 * A month of the series of dwellings. The current month is cached for all readers, with the occupants of today: it
 * depends on no role, and only on readings that change a day before today.
 *
 * @spec reports.remembered-month
 */
export async function monthsOfSeries(
  services: Services,
  world: HousingWorld,
  { projectId, ...query }: HousesQuery & { readonly projectId: string },
): Promise<ReadMonths> {
  const { month, on } = query;
  const { today, reader, houses } = world;
  const isRemembered = month === monthOf(today) && (on === null || on === today);
  if (!isRemembered) return await readSeriesMonths(world, query);
  const seriesIds = reportedSeries(world).flatMap(({ series }) =>
    houses.map(({ id }) => storedSeriesId(series.id, id))
  );
  return await services.memory.ofSeries(
    projectId,
    { what: "running month of reports", freshForS: REMEMBERED_S },
    { reader, seriesIds: [], past: { seriesIds, before: today } },
    async () => {
      // Settings written since the world was read change the version of the cache key.
      const current = await readHousing(services, projectId, ANONYMOUS);
      return await readSeriesMonths({ ...current, today }, { month, houseIds: null, on: today });
    },
  );
}
