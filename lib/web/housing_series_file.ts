import { type Context, HttpError } from "fresh";
import { rangeSegment } from "../domain/periods/segments.ts";
import { annotatedSpells } from "../domain/series/annotated_spells.ts";
import { seriesName } from "../text/facilities.ts";
import { SPELL_CSV } from "../text/series_csv.ts";
import { csvOfRows } from "./download.ts";
import { housingSeriesOf, shownDays } from "./housing_series.ts";
import { readHousingTold } from "./housing_told.ts";
import { rangeFile } from "./range_file.ts";
import { residenceOf } from "./residence_page.ts";
import { rangeOfFile } from "./series_page.ts";
import type { State } from "./state.ts";

/** A series of the dwellings over a range as a file: every line the filters keep, in their order. */
export async function housingSeriesFile(ctx: Context<State>): Promise<Response> {
  const found = await housingSeriesOf(ctx);
  const { series, house, choices } = found;
  const range = rangeOfFile(ctx, choices);
  const told = await readHousingTold(ctx.state, found, shownDays(ctx, found, range));
  if (told.kind === "closed") throw new HttpError(403, "forbidden");
  const { url } = ctx;
  const name = [house?.settings.name, seriesName(series), rangeSegment(range)];
  const fileName = `${name.filter((part) => part !== undefined).join(" ")}.csv`;
  if (told.kind === "spells") {
    const { timeZone } = residenceOf(ctx.state).project;
    const spells = annotatedSpells(told.spells, told.annotations, timeZone);
    return csvOfRows(SPELL_CSV, spells, { url, fileName });
  }
  return rangeFile(url, { years: told.years, isSum: series.unit.sum, fileName });
}
