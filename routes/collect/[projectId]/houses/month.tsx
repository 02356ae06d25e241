import { PageTables } from "@/components/ui/DataTable.tsx";
import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import { readRunningMonths } from "@/lib/housing/month_pages.ts";
import { houseReader } from "@/lib/housing/pages.ts";
import { NO_CONSUMPTION, RUNNING_MONTH_INTRO } from "@/lib/housing/text.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, HttpError, page } from "@/lib/web/state.ts";
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
    state.menuPath = links.houses(project.id);
    return page({ table });
  },
});

export default define.page<typeof handler>(({ data: { table }, state, url }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle subtitle={`${project.name}, tous les logements ensemble`} />
      {table.rows.length === 0
        ? <EmptyState {...NO_CONSUMPTION} icon="sensor" />
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
