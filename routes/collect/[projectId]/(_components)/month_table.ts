import { runningMonthTable } from "@/components/housing/running_month_table.tsx";
import { runningMonthPlace, type SeriesMonth } from "@/lib/housing/month_pages.ts";
import type { House } from "@/lib/housing/schema.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import type { State } from "@/lib/web/state.ts";

/** The current month of a dwelling; of all together for null. */
export function monthTable(state: State, rows: readonly SeriesMonth[], house: House | null) {
  const { month, names, days } = runningMonthPlace(state);
  const place = { projectId: residenceOf(state).project.id, ...house && { houseId: house.id } };
  return runningMonthTable(rows, {
    names,
    fileName: `${house?.settings.name ?? PAGES.runningMonth.title} ${month}.csv`,
    hrefOf: (seriesId) => links.housingSeries(place, seriesId, days),
  });
}
