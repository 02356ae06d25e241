import { EmptyState, PageTitle } from "@/components/page/Page.tsx";
import { PageTables } from "@/components/tables/DataTable.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readRunningMonths } from "@/lib/pages/housing/house_months.ts";
import { houseReader } from "@/lib/pages/housing/houses_page.ts";
import {
  NO_CONSUMPTION,
  RUNNING_MONTH_INTRO,
} from "@/lib/text/consumption_reports/running_month.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import { define, HttpError, page, residenceOf } from "@/lib/web/state.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";
import { monthTable } from "@/routes/collect/[projectId]/(_components)/month_table.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { state, url } = ctx;
    const { project, roles } = houseReader(state);
    // An administrator without a role lists the dwellings, but may not read their values.
    if (!opensScreen("houses", roles)) throw new HttpError(403, "forbidden");
    const table = monthTable(state, await readRunningMonths(state, null), null);
    const file = tableFile(url, table);
    if (file !== null) return file;
    keepPage(ctx, FRESH_DATA_SECONDS);
    state.title = windowTitle(PAGE_NAMES.runningMonth, project.name);
    state.menuPath = links.houses(project.id);
    return page({ table });
  },
});

export default define.page<typeof handler>(({ data: { table }, state, url }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.runningMonth}
        subtitle={`${project.name}, tous les logements ensemble`}
        back={{ href: links.houses(project.id), label: PAGE_NAMES.houses }}
      />
      {table.rows.length === 0
        ? (
          <EmptyState title={NO_CONSUMPTION.title} icon="sensor">
            <p>{NO_CONSUMPTION.next}</p>
          </EmptyState>
        )
        : (
          <div class="stack">
            <p class="soft">{RUNNING_MONTH_INTRO}</p>
            <div data-live="month">
              <PageTables tables={[table]} url={url} />
            </div>
          </div>
        )}
      <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
    </>
  );
});
