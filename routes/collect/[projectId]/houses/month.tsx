import { HttpError, page } from "fresh";
import {
  MONTH_UNIT_COLUMN,
  runningMonthColumns,
  RunningMonthTable,
  YEAR_BEFORE_COLUMN,
} from "@/components/consumption_reports/RunningMonthTable.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links } from "@/lib/links/links.ts";
import { houseReader } from "@/lib/pages/housing/houses_page.ts";
import { readRunningMonths, runningMonthPlace } from "@/lib/pages/housing/running_months.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import {
  NO_CONSUMPTION,
  RUNNING_MONTH_INTRO,
} from "@/lib/text/consumption_reports/running_month.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import { define, type State } from "@/lib/web/state.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const { state, url } = ctx;
    const { project, roles } = houseReader(state);
    // An administrator without a role lists the dwellings, but may not read their values.
    if (!opensScreen("houses", roles)) throw new HttpError(403, "forbidden");
    const rows = await readRunningMonths(state, null);
    const file = tableFile(url, {
      fileName: `${PAGE_NAMES.runningMonth} ${runningMonthPlace(state).month}.csv`,
      columns: [...columnsOf(state), MONTH_UNIT_COLUMN, YEAR_BEFORE_COLUMN],
      rows,
    });
    if (file !== null) return file;
    keepPage(ctx, FRESH_DATA_SECONDS);
    state.title = windowTitle(PAGE_NAMES.runningMonth, project.name);
    if (state.place) state.place.menuPath = links.houses(project.id);
    return page({ rows });
  },
});

export default define.page<typeof handler>(({ data: { rows }, state, url }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.runningMonth}
        subtitle={`${project.name}, tous les logements ensemble`}
        back={{ href: links.houses(project.id), label: PAGE_NAMES.houses }}
      />
      {rows.length === 0
        ? (
          <EmptyState title={NO_CONSUMPTION.title} icon="sensor">
            <p>{NO_CONSUMPTION.next}</p>
          </EmptyState>
        )
        : (
          <div class="stack">
            <p class="soft">{RUNNING_MONTH_INTRO}</p>
            <div data-live="month">
              <RunningMonthTable
                names={runningMonthPlace(state).names}
                rows={rows}
                hrefOf={daysOf(state)}
                csv={{ page: url }}
              />
            </div>
          </div>
        )}
      <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
    </>
  );
});

function columnsOf(state: State) {
  return runningMonthColumns(runningMonthPlace(state).names, daysOf(state));
}

function daysOf(state: State): (seriesId: string) => string {
  const { days } = runningMonthPlace(state);
  const place = { projectId: residenceOf(state).project.id };
  return (seriesId) => links.housingSeries(place, seriesId, days);
}
