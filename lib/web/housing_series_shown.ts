import { type Context, page } from "fresh";
import { FRESH_DATA_SECONDS } from "../contract/freshness.ts";
import { dateParts } from "../domain/periods/civil_dates.ts";
import { periodPath } from "../domain/periods/segments.ts";
import { links } from "../links/links.ts";
import { seriesName } from "../text/facilities.ts";
import { windowTitle } from "../text/pages.ts";
import { housingSeriesOf, shownDays } from "./housing_series.ts";
import { readHousingTold } from "./housing_told.ts";
import { keepPage } from "./page_cache.ts";
import { todayOf } from "./place.ts";
import { residenceOf } from "./residence_page.ts";
import { rangeOfPage } from "./series_page.ts";
import type { State } from "./state.ts";

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
  keepPage(ctx, FRESH_DATA_SECONDS);
  state.title = windowTitle(seriesName(series), house?.settings.name ?? project.name);
  if (state.place) state.place.menuPath = links.houses(project.id);
  const days = shownDays(ctx, found, range);
  return page({ ...found, ...days, told: await readHousingTold(state, found, days) });
}
