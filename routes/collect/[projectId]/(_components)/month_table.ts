import { runningMonthTable } from "@/components/consumption_reports/running_month_table.tsx";
import type { House } from "@/lib/domain/housing/types.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import { runningMonthPlace, type SeriesMonth } from "@/lib/pages/housing/house_months.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";

/** The current month of a dwelling; of all together for null. */
export function monthTable(state: State, rows: readonly SeriesMonth[], house: House | null) {
  const { month, names, days } = runningMonthPlace(state);
  const place = { projectId: residenceOf(state).project.id, ...house && { houseId: house.id } };
  return runningMonthTable(rows, {
    names,
    fileName: `${house?.settings.name ?? PAGE_NAMES.runningMonth} ${month}.csv`,
    hrefOf: (seriesId) => links.housingSeries(place, seriesId, days),
  });
}
