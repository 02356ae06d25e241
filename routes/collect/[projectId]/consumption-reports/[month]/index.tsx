import type { Context } from "fresh";
import { ReportOrder, tickColumn } from "@/components/consumption_reports/ReportOrder.tsx";
import { reportColumns, ReportFoot } from "@/components/consumption_reports/report_columns.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { PeriodNavigator } from "@/components/periods/PeriodNavigator.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { REPORT_RULES, type ReportLine } from "@/lib/domain/consumption_reports/report_list.ts";
import { daysOfMonth } from "@/lib/domain/periods/period.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { filteredRegister } from "@/lib/domain/tables/register.ts";
import { readTableState, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { EVERY_HOUSE, REPORT_ORDER_FORM } from "@/lib/forms/consumption_reports/order_form.ts";
import { ticked } from "@/lib/forms/fields.ts";
import { links } from "@/lib/links/links.ts";
import { monthOfRange, reportMonth } from "@/lib/pages/consumption_reports/report_month.ts";
import { readReports, reportsOf } from "@/lib/pages/consumption_reports/reports_page.ts";
import { NO_REPORT, reportStateLabel } from "@/lib/text/consumption_reports/report_list.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { floorLabel, HOUSE_LABELS } from "@/lib/text/housing/housing.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { refusedBy, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { valuesOf } from "@/lib/web/forms/sent_values.ts";
import { type FormAction, formHandlers, shownAgain } from "@/lib/web/forms/submit_forms.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import { define, type State } from "@/lib/web/state.ts";

/** Page size, within the limit of page weight. */
const PAGE_SIZE = 15;

export const handler = define.handlers(formHandlers(readPage, orderForms));

/** The month of every dwelling, with the year before, and the order of reports (B §7). @spec reports.month-list */
export default define.page<typeof handler>(({ data, state }) => {
  const { month, lines, mean, kinds, table, kept, canWrite, shown } = data;
  const { project } = reportsOf(state);
  const path = links.consumptionReports(project.id, month);
  const hrefOf = (houseId: string) =>
    links.consumptionReport({ projectId: project.id, houseId, month });
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.consumptionReports}
        subtitle={`${project.name}, ${formatMonth(month)}`}
        back={{ href: links.residence(project.id), label: project.name }}
        navigator={
          <PeriodNavigator
            range={daysOfMonth(month)}
            path={path}
            hrefOf={(to) => links.consumptionReports(project.id, monthOfRange(to))}
            today={todayOf(state)}
          />
        }
      >
        {canWrite && (
          <a class="button" href={links.consumptionReportSettings(project.id)}>
            {PAGE_NAMES.consumptionReportSettings}
          </a>
        )}
      </PageTitle>
      {lines.length === 0
        ? (
          <EmptyState title={NO_REPORT.title} icon="house">
            <p>{NO_REPORT.next}</p>
          </EmptyState>
        )
        : (
          <div class="stack">
            <p class="soft">
              Chaque consommation est comparée au même mois un an avant, du même occupant&nbsp;;
              elle est en hausse au-delà de 5&nbsp;%.
            </p>
            <ListTable
              path={path}
              state={table}
              order={REPORT_RULES.order}
              allCount={lines.length}
              kept={kept}
              pageSize={PAGE_SIZE}
              columns={[...reportColumns(kinds, hrefOf), tickColumn(shown)]}
              rowKey={({ id }) => id}
              filters={filtersOf(lines)}
              noun="logement"
              nothing="Aucun logement trouvé"
              icon="house"
              wide
              foot={<ReportFoot {...{ kinds, mean }} lines={kept} />}
            />
            {kept.length > 0 && (
              <ReportOrder
                action={links.consumptionReports(project.id, month, writeTableState(table))}
                count={kept.length}
                shown={shown}
              />
            )}
          </div>
        )}
    </>
  );
});

function filtersOf(lines: readonly ReportLine[]) {
  const floorName = (floor: string) => floorLabel(floor === "null" ? null : Number(floor));
  const options = (field: string, label: (value: string) => string) =>
    filterOptions(lines, REPORT_RULES.filters[field] ?? (() => []), label);
  return [
    { field: "state", label: "État", options: options("state", reportStateLabel) },
    { field: "floor", label: HOUSE_LABELS.floor, options: options("floor", floorName) },
  ].filter((filter) => filter.options.length > 1);
}

async function readPage(ctx: Context<State>) {
  const { project, canWrite } = reportsOf(ctx.state);
  const read = await readReports(ctx);
  const { month, lines, mean, kinds } = read;
  const table = readTableState(ctx.url.searchParams);
  const kept = filteredRegister(lines, table, REPORT_RULES);
  const file = tableFile(ctx.url, {
    fileName: `${PAGE_NAMES.consumptionReports} ${project.name} ${month}.csv`,
    columns: reportColumns(kinds, () => ""),
    rows: mean === null ? kept : [...kept, mean],
  });
  if (file !== null) return file;
  ctx.state.title = windowTitle(PAGE_NAMES.consumptionReports, project.name);
  return { ...read, table, kept, canWrite };
}

/** Orders the reports of the selected dwellings, or of the whole list; the user's reports page shows their progress. */
function orderForms(ctx: Context<State>): Record<string, FormAction> {
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
      const said = await ctx.state.api.call("orderConsumptionReports", { projectId, month, body });
      return said.ok
        ? { done: true, next: links.queuedReports() }
        : shownAgain(sent, refusedBy(values, said));
    },
  };
}

/** The dwellings that match the filters of the URL: an empty list for all. @returns null when none matches */
async function listedHouses(ctx: Context<State>): Promise<string[] | null> {
  const { lines } = await readReports(ctx);
  const kept = filteredRegister(lines, readTableState(ctx.url.searchParams), REPORT_RULES);
  if (kept.length === 0) return null;
  return kept.length === lines.length ? [] : kept.map(({ id }) => id);
}
