import { type Context, HttpError, page } from "fresh";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { dateParts } from "@/lib/domain/periods/civil_dates.ts";
import { periodPath } from "@/lib/domain/periods/segments.ts";
import { links } from "@/lib/links/links.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { rangeFile } from "@/lib/pages/series/range_file.ts";
import { rangeOfPage } from "@/lib/pages/series/series_page.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { windowTitle } from "@/lib/text/pages.ts";
import { isFileAsked } from "@/lib/web/files/table_file.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";
import { readHousingDays } from "./housing_days.ts";
import { housingSeriesOf, shownDays } from "./housing_series.ts";

/** Answers the page of a series of the dwellings; without a period, it leads to the current year, or month. */
export async function shownHousingSeries(ctx: Context<State>) {
  const { state, params } = ctx;
  const found = await housingSeriesOf(ctx);
  const { series, house, choices } = found;
  const { project } = residenceOf(state);
  if ((params.period ?? "") === "") {
    const { year, month } = dateParts(todayOf(state));
    const period = periodPath(
      choices.isMonthOnly ? { type: "daily", year, month } : { type: "monthly", year },
    );
    const path = links.housingSeries(
      { projectId: project.id, houseId: house?.id },
      series.id,
      period,
    );
    return ctx.redirect(path, 303);
  }
  const range = rangeOfPage(ctx, choices);
  const days = shownDays(ctx, found, range);
  const told = await readHousingDays(state, found, days);
  if (told.kind === "closed") {
    if (isFileAsked(ctx.url)) throw new HttpError(403, "forbidden");
  } else {
    const name = [house?.settings.name, seriesName(series)].filter(Boolean).join(" ");
    const { annotations } = told;
    const file = rangeFile(ctx, {
      name,
      range,
      isSum: series.unit.sum,
      readings: told,
      annotations,
    });
    if (file !== null) return file;
  }
  keepPage(ctx, FRESH_DATA_SECONDS);
  state.title = windowTitle(seriesName(series), house?.settings.name ?? project.name);
  if (state.place) state.place.menuPath = links.houses(project.id);
  return page({ ...found, ...days, told });
}
