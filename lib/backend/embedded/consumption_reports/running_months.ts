import { type HousingWorld, readHousing } from "@/lib/backend/embedded/housing/housing_readings.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { ANONYMOUS } from "@/lib/contract/caller.ts";
import { monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { type HousesQuery, reportedSeries } from "./asked_houses.ts";
import { type ReadMonths, readSeriesMonths } from "./series_readings.ts";

/** Serves so long while the readings of before today and the settings stay the same, s. */
const REMEMBERED_S = 3_600;

/**
 * A month of the series of dwellings. The running one is remembered for all readers, of the occupants of today: no
 * role changes it, and of its readings only those that change a day before today.
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
      // Settings written since the world was read change the version that it is remembered under.
      const current = await readHousing(services, projectId, ANONYMOUS);
      return await readSeriesMonths({ ...current, today }, { month, houseIds: null, on: today });
    },
  );
}
