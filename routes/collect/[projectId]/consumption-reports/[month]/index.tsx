import { reportList, ReportOrder } from "@/components/consumption_reports/report_list.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { listedRows } from "@/components/web/read_list.ts";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { formatMonth } from "@/lib/base/date_format.ts";
import { daysOfMonth, monthOfRange } from "@/lib/base/periods.ts";
import { CONSUMPTION_REPORTS_CALLS } from "@/lib/consumption_reports/calls.ts";
import { EVERY_HOUSE, REPORT_ORDER_FORM } from "@/lib/consumption_reports/forms.ts";
import { readReports, reportMonth, reportsOf } from "@/lib/consumption_reports/pages.ts";
import { MONTH_ONLY } from "@/lib/series/pages.ts";
import { ticked } from "@/lib/ui/fields.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { writeTableState } from "@/lib/ui/tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { type FormAction, formRoute, shownAgain } from "@/lib/web/form_handlers.ts";
import { refusedBy, valuesOf, wrongFields } from "@/lib/web/form_values.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, orderForms));

/** The month of every dwelling, with the year before, and the order of reports (B §7). @spec reports.month-list */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { month, rows, canWrite, page } = data;
  const { project } = reportsOf(state);
  const { filtered } = rows;
  return (
    <>
      <RangeTitle
        subtitle={`${project.name}, ${formatMonth(month)}`}
        range={daysOfMonth(month)}
        hrefOf={(to) => links.consumptionReports(project.id, monthOfRange(to))}
        choices={MONTH_ONLY}
        {...{ state, url }}
      >
        {canWrite && (
          <a class="button" href={links.consumptionReportSettings(project.id)}>
            {PAGES.consumptionReportSettings.title}
          </a>
        )}
      </RangeTitle>
      <div class="stack">
        {rows.all.length > 0 && (
          <p class="soft">
            Chaque consommation est comparée au même mois un an avant, du même occupant&nbsp;; elle
            est en hausse au-delà de 5&nbsp;%.
          </p>
        )}
        <ListTable {...rows} />
        {filtered.length > 0 && (
          <ReportOrder
            action={links.consumptionReports(project.id, month, writeTableState(rows.table))}
            count={filtered.length}
            shown={page.shown}
          />
        )}
      </div>
    </>
  );
});

async function readPage(ctx: PageContext, shown: ShownForm | null) {
  const { canWrite } = reportsOf(ctx.state);
  const { month, mean, rows } = await listedReports(ctx, shown);
  const { list, filtered } = rows;
  const file = tableFile(ctx.url, {
    ...list,
    rows: mean === null ? filtered : [...filtered, mean],
  });
  if (file !== null) return file;
  ctx.state.title = PAGES.consumptionReports.title;
  return { month, rows, canWrite };
}

/** The dwellings of the month that match the filters of the URL. */
async function listedReports(ctx: PageContext, shown: ShownForm | null) {
  const read = await readReports(ctx);
  const { project } = reportsOf(ctx.state);
  return {
    ...read,
    rows: listedRows(ctx.url, read.lines, reportList({ project, shown, ...read })),
  };
}

/** Orders the reports of the selected dwellings, or of the whole list; the user's reports page shows their progress. */
function orderForms(ctx: PageContext): Record<string, FormAction> {
  const { project: { id: projectId } } = reportsOf(ctx.state);
  const month = reportMonth(ctx);
  return {
    [REPORT_ORDER_FORM.name]: async (sent) => {
      const values = valuesOf(REPORT_ORDER_FORM, sent);
      const isWhole = sent.intent === EVERY_HOUSE;
      const houseIds = isWhole ? await listedHouses(ctx) : ticked(values.houses);
      if (houseIds === null || (houseIds.length === 0 && !isWhole)) {
        return shownAgain(sent, wrongFields(values, { houses: { code: "required" } }));
      }
      const body = { houseIds };
      const order = await ctx.state.api.call(CONSUMPTION_REPORTS_CALLS.orderConsumptionReports, {
        projectId,
        month,
        body,
      });
      return order.ok
        ? { done: true, next: links.queuedReports() }
        : shownAgain(sent, refusedBy(values, order));
    },
  };
}

/** The dwellings that match the filters of the URL: an empty list for all. @returns null when none matches */
async function listedHouses(ctx: PageContext): Promise<string[] | null> {
  const { all, filtered } = (await listedReports(ctx, null)).rows;
  if (filtered.length === 0) return null;
  return filtered.length === all.length ? [] : filtered.map(({ id }) => id);
}
