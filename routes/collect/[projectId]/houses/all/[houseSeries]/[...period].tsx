import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { links, windowTitle } from "@/lib/links/links.ts";
import { readPlaceAlarms } from "@/lib/pages/alarms/place_alarms.ts";
import { readHousingDays } from "@/lib/pages/housing/housing_days.ts";
import { housingSeriesOf, shownDays } from "@/lib/pages/housing/housing_series.ts";
import { rangeFile } from "@/lib/pages/series/range_file.ts";
import { openedRange } from "@/lib/pages/series/series_page.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { isFileAsked } from "@/lib/web/files/table_file.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import { define, HttpError, page, type PageContext, residenceOf } from "@/lib/web/state.ts";
import { HousingSeriesView } from "@/routes/collect/[projectId]/(_components)/HousingSeriesView.tsx";

export const handler = define.handlers({ GET: shownHousingSeries });

export default define.page<typeof handler>(({ data, state, url }) => (
  <HousingSeriesView data={data} state={state} url={url} />
));

/** Renders the page of a series of the dwellings; without a period, redirects to the current year, or month. */
async function shownHousingSeries(ctx: PageContext) {
  const { state } = ctx;
  const found = await housingSeriesOf(ctx);
  const { series, house, choices } = found;
  const { project } = residenceOf(state);
  const range = openedRange(ctx, choices);
  if (range instanceof Response) return range;
  const days = shownDays(ctx, found, range);
  const housingDays = await readHousingDays(state, found, days);
  if (housingDays.kind === "closed") {
    if (isFileAsked(ctx.url)) throw new HttpError(403, "forbidden");
  } else {
    const name = [house?.settings.name, seriesName(series)].filter(Boolean).join(" ");
    const { annotations } = housingDays;
    const file = rangeFile(ctx, {
      name,
      range,
      isSum: series.unit.sum,
      readings: housingDays,
      annotations,
    });
    if (file !== null) return file;
  }
  state.title = windowTitle(seriesName(series), house?.settings.name ?? project.name);
  if (state.place) state.place.menuPath = links.houses(project.id);
  const here = house === null ? null : await readPlaceAlarms(state, [house.id]);
  keepPage(ctx, FRESH_DATA_SECONDS, here?.nextMuteMs ?? null);
  return page({ ...found, ...days, housingDays, here });
}
