import { gasLineList } from "@/components/gas/line_list.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { YearNavigator } from "@/components/ui/PeriodNavigator.tsx";
import { readList } from "@/components/web/read_list.ts";
import { yearOf } from "@/lib/base/civil_dates.ts";
import { periodPath } from "@/lib/base/period_paths.ts";
import { FIRST_GAS_YEAR } from "@/lib/gas/lines.ts";
import { readGasYearPage } from "@/lib/gas/pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { writeTableState } from "@/lib/ui/tables.ts";
import { define, page, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { pce = "", period = "", orgId } = ctx.params;
    if (period === "") {
      const thisYear = periodPath({ type: "monthly", year: yearOf(todayOf(ctx.state)) });
      return ctx.redirect(links.gasYear(pce, thisYear, { orgId }), 303);
    }
    const read = await readGasYearPage(ctx);
    const { range, lines } = read;
    ctx.state.title = [PAGES.gasYear.title, pce];
    const path = links.gasYear(pce, periodPath(range), { orgId });
    const { rows, file } = readList(ctx.url, lines, gasLineList(pce, range.year, path));
    if (file !== null) return file;
    return page({ ...read, rows });
  },
});

/** The lines of a gas delivery point's year (B §2 "Gas delivery point yearly data"). */
export default define.page<typeof handler>(({ data, params: { orgId }, state }) => {
  const { pce: { pce, name, projectName }, range, rows } = data;
  const query = writeTableState({ ...rows.table, page: 1 });
  return (
    <>
      <PageTitle
        title={`PCE ${pce}`}
        subtitle={[name, projectName].filter(Boolean).join(", ")}
        // The list is that of the current organisation.
        navigator={
          <YearNavigator
            year={range.year}
            firstYear={FIRST_GAS_YEAR}
            lastYear={yearOf(todayOf(state))}
            hrefOf={(year) =>
              links.gasYear(pce, periodPath({ type: "monthly", year }), { orgId, query })}
          />
        }
      />
      <ListTable {...rows}>
        <p class="soft">
          Une journée gazière va de 6&nbsp;h à 6&nbsp;h le lendemain. L’énergie est celle que GRDF
          publie&nbsp;: elle n’est jamais recalculée à partir du volume. PTA en m³(n)/m³, PCS en
          kWh/m³(n), conversion en kWh/m³.
        </p>
      </ListTable>
    </>
  );
});
