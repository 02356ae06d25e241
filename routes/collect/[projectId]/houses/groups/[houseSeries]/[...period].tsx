import { groupColumns, type GroupDay } from "@/components/housing/group_columns.ts";
import { SeriesLinks } from "@/components/housing/HouseLinks.tsx";
import { PagedRows } from "@/components/ui/DataTable.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import { addDays, addYears, type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { formatLongDay } from "@/lib/base/date_format.ts";
import { dayPath, readDayPath } from "@/lib/base/period_instants.ts";
import { nearestPeriod, rangeAt } from "@/lib/base/period_selector.ts";
import { FIRST_YEAR, startDate } from "@/lib/base/periods.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { hasAnonymousGroups } from "@/lib/housing/dwelling_settings.ts";
import { canWriteHouses, houseReader } from "@/lib/housing/pages.ts";
import type { AnonymousGroupFigures } from "@/lib/housing/schema.ts";
import { housingSeriesOf, offeredSeries, readsGroups } from "@/lib/housing/series_pages.ts";
import { GROUPS_INTRO, hiddenGroupsText } from "@/lib/housing/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { BadPeriod, HOURLY } from "@/lib/series/pages.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { byName } from "@/lib/ui/tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, HttpError, page, type PageContext } from "@/lib/web/state.ts";
import { HousingViews } from "@/routes/collect/[projectId]/(_components)/RangeParts.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const { state, params, url } = ctx;
    const series = groupSeries(ctx);
    const { project, today } = residenceOf(state);
    if (!params.period) {
      const finished = addDays(today, -1);
      return ctx.redirect(links.houseGroups(project.id, series.id, dayPath(finished)), 303);
    }
    const day = dayOfPage(ctx, (to) => links.houseGroups(project.id, series.id, dayPath(to)));
    const [{ choices }, { rows, hiddenCount }] = await Promise.all([
      housingSeriesOf(ctx),
      readGroupsDay(ctx, series, day),
    ]);
    const table = {
      fileName: `${seriesName(series)} par groupe ${day}.csv`,
      caption: `${seriesName(series)} par groupe, ${formatLongDay(day)}`,
      columns: groupColumns(series, rows),
      rows,
      empty: {
        title: hiddenCount > 0 ? "Aucun groupe à montrer" : "Aucun groupe",
        text: hiddenCount > 0 ? hiddenGroupsText(hiddenCount) : GROUPS_INTRO,
        icon: "house" as const,
        children: canWriteHouses(state) && (
          <a class="button" href={links.houseSettings(project.id)}>{PAGES.houseSettings.title}</a>
        ),
      },
    };
    const file = tableFile(url, table);
    if (file !== null) return file;
    state.title = `${seriesName(series)} par groupe`;
    state.menuPath = links.houses(project.id);
    return page({ series, choices, day, table, hiddenCount });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { series, choices, day, table, hiddenCount } = data;
  const { project } = residenceOf(state);
  const range = rangeAt("hourly", day);
  return (
    <>
      <RangeTitle
        title={seriesName(series)}
        subtitle={`${project.name}, groupe par groupe`}
        hrefOf={(to) => links.houseGroups(project.id, series.id, dayPath(startDate(to)))}
        {...{ range, state, url }}
      >
        <HousingViews {...{ state, series, range, choices }} view="groups" hasGroups />
      </RangeTitle>
      <SeriesLinks
        label="Séries des logements"
        series={offeredSeries(state, null)}
        current={series.id}
        hrefOf={(seriesId) => links.houseGroups(project.id, seriesId, dayPath(day))}
      />
      <PagedRows table={table} url={url} pageSize={40} live="groups">
        {hiddenCount > 0 && <p class="soft">{hiddenGroupsText(hiddenCount)}</p>}
      </PagedRows>
      <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
    </>
  );
});

/**
 * The series in the page's URL, which the user may see by anonymous group.
 *
 * @throws HttpError 403 for a user who may not; 404 when it does not exist, or dwellings are not grouped
 */
function groupSeries({ state, params }: PageContext): ProjectSeries {
  const { project } = houseReader(state);
  const series = offeredSeries(state, null).find(({ id }) => id === params.houseSeries);
  if (series === undefined || !hasAnonymousGroups(project.features)) {
    throw new HttpError(404, "not-found");
  }
  if (!readsGroups(state)) throw new HttpError(403, "forbidden");
  return series;
}

/** The day at the end of the page's address. @throws BadPeriod for anything else */
function dayOfPage(ctx: PageContext, hrefOf: (day: IsoDate) => string): IsoDate {
  const path = ctx.params.period ?? "";
  const day = readDayPath(path);
  if (day !== null) return day;
  // A day in a URL is written as the day of its hours, without the type.
  const [type, ...numbers] = path.split("/");
  const parts = type === "daily" ? ["hourly", ...numbers] : [];
  const { today } = residenceOf(ctx.state);
  const { fault, range } = nearestPeriod(parts, { choices: HOURLY, today });
  const near = range.type === "hourly" ? range : rangeAt("hourly", today);
  throw new BadPeriod(fault, { range: near, href: hrefOf(startDate(near)) });
}

/** Reads the figures of groups of the residence on a day, with the same day a year before. @spec housing.groups */
async function readGroupsDay({ state }: PageContext, series: ProjectSeries, day: IsoDate) {
  const { read } = state.api;
  const projectId = houseReader(state).project.id;
  const dayOfGroups = async (date: IsoDate) =>
    (await read(HOUSING_CALLS.getSeriesAnonymousData, { projectId, series: series.id, date }))
      .groups;
  const yearBefore = yearOf(day) > FIRST_YEAR ? addYears(day, -1) : null;
  const [named, now, earlier] = await Promise.all([
    read(HOUSING_CALLS.listAnonymousGroups, { projectId }),
    dayOfGroups(day),
    yearBefore === null ? [] : dayOfGroups(yearBefore),
  ]);
  const { sum: isSum } = series.unit;
  const rows = named.flatMap(({ id, name }): GroupDay[] => {
    const figures = now.find(({ anonymousGroupId }) => anonymousGroupId === id);
    if (figures === undefined) return [];
    const before = earlier.find(({ anonymousGroupId }) => anonymousGroupId === id);
    const { houseCount, value, completeness } = figures;
    return [{
      id,
      name,
      houseCount,
      total: isSum ? value : null,
      perHouse: perHouse(figures, isSum),
      before: before === undefined ? null : perHouse(before, isSum),
      completeness,
    }];
  });
  // Groups are hidden when they are too small, or deducible by subtraction.
  return { rows: rows.sort(byName), hiddenCount: named.length - rows.length };
}

/** Mean of the dwellings of a group: groups are of several sizes. */
function perHouse({ value, houseCount }: AnonymousGroupFigures, isSum: boolean): number | null {
  return value !== null && isSum ? value / houseCount : value;
}
