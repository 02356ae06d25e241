import { type Context, HttpError } from "fresh";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { annotatedSpells } from "@/lib/domain/series/annotated_spells.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { rangeFile } from "@/lib/pages/series/range_file.ts";
import { rangeOfFile } from "@/lib/pages/series/series_page.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { SPELL_CSV } from "@/lib/text/series/series_csv.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";
import type { State } from "@/lib/web/state.ts";
import { readHousingDays } from "./housing_days.ts";
import { housingSeriesOf, shownDays } from "./housing_series.ts";

/** A series of the dwellings over a range as a file: every line the filters keep, in their order. */
export async function housingSeriesFile(ctx: Context<State>): Promise<Response> {
  const found = await housingSeriesOf(ctx);
  const { series, house, choices } = found;
  const range = rangeOfFile(ctx, choices);
  const told = await readHousingDays(ctx.state, found, shownDays(ctx, found, range));
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
