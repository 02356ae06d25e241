import { comparisonColumns } from "@/components/energy_balance/comparison_columns.tsx";
import { DataTable, TableFoot } from "@/components/ui/DataTable.tsx";
import { sortedByColumn } from "@/components/ui/list.ts";
import { EmptyState } from "@/components/ui/Page.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { yearOf } from "@/lib/base/civil_dates.ts";
import { periodPath, rangeSegment } from "@/lib/base/period_paths.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { NOT_BEGUN } from "@/lib/base/text_periods.ts";
import type { BalancePeriod } from "@/lib/energy_balance/balance_report.ts";
import { ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { comparedRanks, worstFirst } from "@/lib/energy_balance/comparison.ts";
import { BALANCE_LIMITS, RANKS_NOTE, sumsText } from "@/lib/energy_balance/comparison_text.ts";
import { balancePeriodOf } from "@/lib/energy_balance/pages.ts";
import { periodLabel } from "@/lib/energy_balance/text.ts";
import { balanceRange, monthsShown } from "@/lib/energy_balance/year_report.ts";
import { ENERGY_PRICES_CALLS } from "@/lib/energy_prices/calls.ts";
import { rangeOfFile, YEAR_ONLY } from "@/lib/series/pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES, windowTitle } from "@/lib/ui/page_titles.ts";
import { paginated } from "@/lib/ui/pagination.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { answerOrThrow } from "@/lib/web/errors.ts";
import { define, page, type PageContext, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { place } = ctx.state;
    ctx.state.title = [
      PAGES.boilerRoomReports.title,
      place?.project?.name ?? place?.organisation?.name,
    ];
    const period = comparedYear(ctx);
    const table = readTableState(ctx.url.searchParams);
    const segment = periodPath(balanceRange(period));
    const { lines: read, costs } = await readComparison(ctx, period);
    const ranks = comparedRanks(read, costs);
    const columns = comparisonColumns(
      ({ projectId, boilerRoomId }) => links.energyBalance(projectId, boilerRoomId, segment),
      ranks.ranks,
      costs,
    );
    const lines = sortedByColumn(columns, read, table) ?? worstFirst(read);
    const file = { fileName: "comparaison.csv", columns, rows: lines };
    return tableFile(ctx.url, file) ?? page({ period, table, columns, lines, ranks });
  },
});

/** The boiler rooms visible to the user, side by side over a year, also at the address of a residence (B §2 "Comparaison"). */
export default define.page<typeof handler>(({ data, params, url, state }) => {
  const { period, table, columns, lines, ranks } = data;
  const lineCount = lines.filter(({ marks }) => marks !== null).length;
  const range = balanceRange(period);
  const boilerRoomId = url.searchParams.get("brId") ?? "";
  const pathOf = (shownRange: PeriodRange) =>
    params.projectId === undefined
      ? links.comparison(rangeSegment(shownRange))
      : links.boilerRoomReports(params.projectId, boilerRoomId, rangeSegment(shownRange));
  const path = pathOf(range);
  const shown = paginated(lines, table.page, LINES_SHOWN);
  const from = lines.find((line) => line.boilerRoomId === boilerRoomId);
  return (
    <>
      <RangeTitle
        subtitle={state.place?.organisation?.name}
        back={from && {
          href: links.energyBalance(from.projectId, boilerRoomId, periodPath(range)),
          label: windowTitle(PAGES.energyBalance.title, from.boilerRoomName),
        }}
        hrefOf={pathOf}
        choices={YEAR_ONLY}
        {...{ range, state, url }}
      />
      {lines.length === 0
        ? (
          <EmptyState title="Aucune chaufferie à comparer" icon="compare">
            <p>Un rôle sur les chaufferies d’une résidence ouvre cette page.</p>
          </EmptyState>
        )
        : monthsShown(period, todayOf(state)).length === 0
        ? <EmptyState title={NOT_BEGUN} icon="compare" />
        : (
          <div class="table-block">
            <DataTable
              caption={`Chaufferies, ${periodLabel(period).toLowerCase()}`}
              columns={columns}
              rows={shown.rows}
              isCurrent={(line) => line === from}
              sorting={{ path, state: table }}
              wide
            />
            <TableFoot path={path} state={table} page={shown} />
            <p>{sumsText({ sums: ranks.sums, lineCount })}</p>
            <p class="soft">{RANKS_NOTE}</p>
            <p class="soft">{BALANCE_LIMITS[0]}</p>
          </div>
        )}
    </>
  );
});

/** Lines of a page: each has ten figures, most with a rank, and a page has its weight. */
const LINES_SHOWN = 15;

function comparedYear(ctx: PageContext): BalancePeriod {
  if (!ctx.url.searchParams.has("period")) {
    return { year: yearOf(todayOf(ctx.state)), shifted: false };
  }
  return balancePeriodOf(rangeOfFile(ctx, YEAR_ONLY));
}

const NONE = { lines: [], costs: new Map<string, number | null>() };

/** No line for a user without an organisation, or without a role on boiler rooms. */
async function readComparison({ state: { api, place } }: PageContext, period: BalancePeriod) {
  const orgId = place?.organisation?.id;
  if (orgId === undefined) return NONE;
  const input = { orgId, segment: rangeSegment(balanceRange(period)) };
  const lines = await api.call(ENERGY_BALANCE_CALLS.compareBoilerRooms, input);
  if (!lines.ok && lines.code === "forbidden") return NONE;
  const costs = await api.read(ENERGY_PRICES_CALLS.listRoomCosts, input);
  return {
    lines: answerOrThrow(lines),
    costs: new Map(costs.map(({ boilerRoomId, eurosPerM2 }) => [boilerRoomId, eurosPerM2])),
  };
}
