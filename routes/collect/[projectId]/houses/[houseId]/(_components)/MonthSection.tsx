import { RunningMonthTable } from "../../../../../../components/consumption_reports/RunningMonthTable.tsx";
import { links } from "../../../../../../lib/links/links.ts";
import { RUNNING_MONTH_INTRO } from "../../../../../../lib/text/consumption_reports.ts";
import { PAGE_NAMES } from "../../../../../../lib/text/pages.ts";
import { residenceOf } from "../../../../../../lib/web/residence_page.ts";
import { runningMonthPlace, type SeriesMonth } from "../../../../../../lib/web/running_months.ts";
import type { HousePartProps } from "./HouseSection.tsx";

/** The running month of the dwelling; nothing where nothing adds up, or may be seen. */
export function MonthSection(
  { house, state, months }: HousePartProps & { months: readonly SeriesMonth[] },
) {
  if (months.length === 0) return null;
  const { names, days } = runningMonthPlace(state);
  const place = { projectId: residenceOf(state).project.id, houseId: house.id };
  return (
    <section class="stack" aria-labelledby="month">
      <h2 id="month">{PAGE_NAMES.runningMonth}</h2>
      <p class="soft">{RUNNING_MONTH_INTRO}</p>
      <RunningMonthTable
        names={names}
        rows={months}
        hrefOf={(seriesId) => links.housingSeries(place, seriesId, days)}
      />
    </section>
  );
}
