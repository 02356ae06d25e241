import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import type { RollupSlot } from "@/lib/domain/series/types.ts";

export interface MonthsQuery {
  readonly seriesId: string;
  readonly year: number;
}

/** The months of several series: one read per year, of the whole project for many series. */
export async function monthsOfAll(
  reader: Pick<SeriesReader, "monthsOfMany">,
  queries: readonly MonthsQuery[],
): Promise<(one: MonthsQuery) => readonly RollupSlot[]> {
  const byYear = Map.groupBy(queries, ({ year }) => year);
  const read = await Promise.all([...byYear].map(async ([year, some]) => {
    const seriesIds = some.map(({ seriesId }) => seriesId);
    return [year, await reader.monthsOfMany(seriesIds, year)] as const;
  }));
  const years = new Map(read);
  return ({ seriesId, year }) => years.get(year)?.get(seriesId) ?? [];
}
